import type { QueryOf } from '@muster/contract/endpoint.ts'
import * as contract from '@muster/contract/positions.ts'
import { sql } from 'kysely'
import { type ByFields, readByFields } from '../custom-fields/search-values.ts'
import type { Database } from '../database/connect.ts'
import { containsText } from '../database/contains-text.ts'
import { fetchList } from '../database/fetch-list.ts'
import type { SortColumn } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { positionScope } from '../policies/position-policy.ts'
import type { Actor } from '../session/actor.ts'
import { presentPosition, selectPositions } from './present-position.ts'

const byName = { expression: sql`lower(positions.name)`, type: 'text' } as const
const byCreated = { expression: sql`positions.created_at`, type: 'timestamptz' } as const
const byCompany = { expression: sql`lower(companies.name)`, type: 'text' } as const

export const positionOrders = {
  '-createdAt': { ...byCreated, descending: true },
  createdAt: { ...byCreated, descending: false },
  name: { ...byName, descending: false },
  '-name': { ...byName, descending: true },
  company: { ...byCompany, descending: false },
  '-company': { ...byCompany, descending: true },
} satisfies Record<string, SortColumn>

type Filters = Omit<QueryOf<typeof contract.listPositions>, 'limit' | 'cursor' | 'sort'>

/** `q` searches the names of the position and the company. */
export function findPositions(tx: Database, actor: Actor, query: Filters, byFields: ByFields) {
  let found = selectPositions(tx, actor).where('positions.deleted_at', query.deleted ? 'is not' : 'is', null)
  if (query.companyId?.length) found = found.where('positions.company_id', 'in', query.companyId)
  if (query.pipelineId?.length) found = found.where('positions.pipeline_id', 'in', query.pipelineId)
  if (query.positionId?.length) found = found.where('positions.id', 'in', query.positionId)
  if (query.state?.length) found = found.where('positions.state', 'in', query.state)
  if (query.ownerId?.length) found = found.where('positions.owner_id', 'in', query.ownerId)
  if (query.q)
    found = found.where(
      containsText(sql`(fold(positions.name) || ' ' || fold(companies.name))`, query.q, byFields.matches),
    )
  for (const condition of byFields.conditions) found = found.where(condition)
  return found
}

export const listPositions = handler(contract.listPositions, async ({ tx, actor, query }) => {
  const found = findPositions(tx, actor, query, await readByFields(tx, actor, 'position', query))
  return fetchList(
    tx,
    {
      table: 'positions',
      rows: found,
      all: tx
        .selectFrom('positions')
        .where('positions.workspace_id', '=', actor.workspaceId)
        .where(positionScope(actor)),
      deletedOf: actor.workspaceId,
      orders: positionOrders,
      counted: Boolean(query.field?.length),
      present: (rows) => rows.map((row) => presentPosition(row, actor)),
    },
    query,
  )
})
