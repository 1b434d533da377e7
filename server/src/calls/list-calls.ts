import * as contract from '@muster/contract/calls.ts'
import { sql } from 'kysely'
import { allOf, applicationConditions } from '../applications/filter-applications.ts'
import { countRows, fetchPage } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { presentCall, selectCalls } from './present-call.ts'

export const listCalls = handler(contract.listCalls, async ({ tx, actor, query }) => {
  let found = selectCalls(tx, actor)
  if (query.applicationId) found = found.where('calls.application_id', '=', query.applicationId)
  if (query.agentId?.length) found = found.where('calls.agent_id', 'in', query.agentId)
  if (query.outcome?.length) found = found.where('calls.outcome', 'in', query.outcome)
  if (query.endReason?.length) found = found.where('calls.end_reason', 'in', query.endReason)
  if (query.startedFrom) found = found.where('calls.started_at', '>=', query.startedFrom)
  if (query.startedTo) found = found.where('calls.started_at', '<', query.startedTo)
  if (query.q)
    found = found.where(
      sql<boolean>`calls.application_id in (
        select applications.id from applications
        where applications.workspace_id = ${actor.workspaceId}
          and ${allOf(applicationConditions({ q: query.q }, actor))}
      )`,
    )
  const byStart = {
    expression: sql`calls.started_at`,
    type: 'timestamptz',
    descending: query.sort === '-startedAt',
  } as const
  const [page, total] = await Promise.all([
    fetchPage(found, 'calls.id', byStart, query),
    countRows(tx, found),
  ])
  return { items: page.rows.map(presentCall), nextCursor: page.nextCursor, total }
})
