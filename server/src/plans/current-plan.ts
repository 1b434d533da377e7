import type { Limits } from '@muster/contract/plan-limits.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { workspacePlans } from './workspace-plan.ts'

export interface CurrentPlan {
  name: string
  limits: Limits
  /** The workspace's time zone, which decides when a month starts. */
  timezone: string
}

/** Returns the workspace's plan with its limits. For a per-seat plan, the seats are those purchased. */
export async function currentPlan(db: Database, workspaceId: string): Promise<CurrentPlan> {
  const { rows } = await sql<CurrentPlan & { per_seat: boolean; seats: number | null }>`
    select plans.name, plan_terms.limits, plan_terms.per_seat, had.seats, had.timezone
    from ${workspacePlans} had
    join plans on plans.id = had.plan_id
    join plan_terms on plan_terms.plan_id = had.plan_id and plan_terms.number = had.terms
    where had.workspace_id = ${workspaceId}
  `.execute(db)
  const { name, limits, timezone, per_seat, seats } = rows[0]!
  return { name, timezone, limits: per_seat && seats !== null ? { ...limits, seats } : limits }
}
