import * as contract from '@muster/contract/dashboard.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'
import { loadOpen, presentSums } from './load-present.ts'
import { metric } from './report-metrics.ts'
import { applicationSlice, positionSlice } from './report-slice.ts'

export const getHiringSummary = handler(contract.getHiringSummary, async ({ tx, actor, query }) => {
  const open = await loadOpen(tx, actor, query)
  const sums = await presentSums(tx, actor, query, [metric.hiredNow])
  const recruiting = sql`from positions where positions.state = 'open' and ${positionSlice(actor, query)}`
  const openPositions = sql`
    select p.id from positions p
    where p.workspace_id = ${actor.workspaceId} and p.state = 'open' and p.deleted_at is null
  `
  const hired = sums
    ? sql`select coalesce(sum(f.n), 0)::int from (${sums}) as f where f.ref in (${openPositions})`
    : sql`select count(*)::int from applications
        where applications.status_type = 'hired' and ${applicationSlice(actor, query)}
          and applications.position_id in (${openPositions})`
  const { rows } = await sql<{
    openPositions: number
    openings: number
    hired: number
    callbacksDue: number
  }>`
    select
      (select count(*)::int ${recruiting}) as "openPositions",
      (select coalesce(sum(positions.openings), 0)::int ${recruiting}) as openings,
      (${hired}) as hired,
      (
        select count(*)::int from applications where ${applicationSlice(actor, query, { callbackDue: true })}
      ) as "callbacksDue"
  `.execute(tx)
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
  return {
    ...rows[0]!,
    openApplications: sum(open.map(({ count }) => count)),
    late: sum(open.map(({ late }) => late)),
  }
})
