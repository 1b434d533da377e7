import * as contract from '@muster/contract/calls.ts'
import { sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { countRows, fetchPage } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { presentAgent, selectAgents } from './present-agent.ts'

export const listAgents = handler(contract.listAgents, async ({ tx, actor, query }) => {
  let found = selectAgents(tx, actor)
  if (query.q) found = found.where(containsText(sql`lower(agents.name)`, query.q))
  const byName = {
    expression: sql`lower(agents.name)`,
    type: 'text',
    descending: query.sort === '-name',
  } as const
  const [page, total] = await Promise.all([
    fetchPage(found, 'agents.id', byName, query),
    countRows(tx, found),
  ])
  return { items: page.rows.map(presentAgent), nextCursor: page.nextCursor, total }
})
