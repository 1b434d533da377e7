import * as contract from '@muster/contract/plans.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'

/** Months are those of the workspace's timezone. */
export const getUsage = handler(contract.getUsage, async ({ tx, actor }) => {
  const { workspaceId, workspace } = actor
  const month = sql`(date_trunc('month', now() at time zone ${workspace.timezone}) at time zone ${workspace.timezone})`
  const { rows } = await sql<{
    seats: number
    openPositions: number
    applicationsThisMonth: number
    callMinutesThisMonth: number
  }>`
    select
      (select count(*)::int from users where workspace_id = ${workspaceId} and status = 'active') as seats,
      (select count(*)::int from positions
        where workspace_id = ${workspaceId} and state = 'open' and deleted_at is null) as "openPositions",
      (select count(*)::int from applications
        where workspace_id = ${workspaceId} and created_at >= ${month} and deleted_at is null) as "applicationsThisMonth",
      (select ceil(coalesce(sum(duration_seconds), 0) / 60.0)::int from calls
        where workspace_id = ${workspaceId} and started_at >= ${month}) as "callMinutesThisMonth"
  `.execute(tx)
  return rows[0]!
})
