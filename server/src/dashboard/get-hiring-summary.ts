import * as contract from '@muster/contract/dashboard.ts'
import { type RawBuilder, sql } from 'kysely'
import { handler } from '../http/handler.ts'
import { isOpen } from './open-types.ts'
import { applicationSlice, positionSlice } from './report-slice.ts'

export const getHiringSummary = handler(contract.getHiringSummary, async ({ tx, actor, query }) => {
  const open = sql`from positions where positions.state = 'open' and ${positionSlice(actor, query)}`
  const applications = (condition: RawBuilder<unknown>) =>
    sql`(select count(*)::int from applications where ${condition})`
  const { rows } = await sql<{
    openPositions: number
    openings: number
    hired: number
    openApplications: number
    late: number
    callbacksDue: number
  }>`
    select
      (select count(*)::int ${open}) as "openPositions",
      (select coalesce(sum(positions.openings), 0)::int ${open}) as openings,
      ${applications(sql`applications.status_type = 'hired' and ${applicationSlice(actor, query)}
        and applications.position_id in (
          select p.id from positions p
          where p.workspace_id = ${actor.workspaceId} and p.state = 'open' and p.deleted_at is null
        )`)} as hired,
      ${applications(sql`${isOpen} and ${applicationSlice(actor, query)}`)} as "openApplications",
      ${applications(applicationSlice(actor, query, { late: true }))} as late,
      ${applications(applicationSlice(actor, query, { callbackDue: true }))} as "callbacksDue"
  `.execute(tx)
  return rows[0]!
})
