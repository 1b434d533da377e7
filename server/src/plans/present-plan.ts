import type { plan, planStates } from '@muster/contract/plans.ts'
import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { planAbilities } from '../policies/plan-policy.ts'
import type { Actor } from '../session/actor.ts'
import { presentTerms, termsColumns } from './present-terms.ts'
import { workspacePlans } from './workspace-plan.ts'

/**
 * Selects plans with their current terms: those for sale and the one the actor's workspace is on; all of them for
 * superadmins.
 */
export function selectPlans(db: Database, actor: Actor) {
  const isCurrent = sql<boolean>`exists (
    select from ${workspacePlans} had where had.workspace_id = ${actor.workspaceId} and had.plan_id = plans.id
  )`
  const subscribers = sql<number>`(
    select count(*)::int from ${workspacePlans} had where had.plan_id = plans.id
  )`
  return db
    .selectFrom('plans')
    .innerJoin('plan_terms', (join) =>
      join.onRef('plan_terms.plan_id', '=', 'plans.id').onRef('plan_terms.number', '=', 'plans.terms'),
    )
    .$if(!actor.permissions.has('platform:manage'), (query) =>
      query.where(sql<SqlBool>`(plans.state = 'public' or ${isCurrent})`),
    )
    .select(['plans.id', 'plans.name', 'plans.description', 'plans.state', 'plans.ordinal'])
    .select(['plans.is_default', 'plans.version', 'plans.created_at', 'plans.changed_at'])
    .select(termsColumns)
    .select([isCurrent.as('is_current'), subscribers.as('subscribers')])
}

type PlanRow = Awaited<ReturnType<ReturnType<typeof selectPlans>['executeTakeFirstOrThrow']>>

export function presentPlan(row: PlanRow, actor: Actor): z.input<typeof plan> {
  const state = row.state as (typeof planStates)[number]
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    state,
    order: row.ordinal,
    isDefault: row.is_default,
    terms: presentTerms(row),
    isCurrent: row.is_current,
    subscribers: actor.permissions.has('platform:manage') ? row.subscribers : null,
    can: planAbilities(actor, { ...row, state }),
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.changed_at,
  }
}

/** @throws NOT_FOUND also for a plan that is not for sale to the requester */
export async function loadPlan(db: Database, actor: Actor, id: string): Promise<z.input<typeof plan>> {
  const row = await selectPlans(db, actor).where('plans.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(t`Plan`)
  return presentPlan(row, actor)
}
