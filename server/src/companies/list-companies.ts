import * as contract from '@muster/contract/companies.ts'
import type { QueryOf } from '@muster/contract/endpoint.ts'
import { sql } from 'kysely'
import { type ByFields, readByFields } from '../custom-fields/search-values.ts'
import type { Database } from '../database/connect.ts'
import { containsText } from '../database/contains-text.ts'
import { fetchList } from '../database/fetch-list.ts'
import type { SortColumn } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { companyScope } from '../policies/company-policy.ts'
import type { Actor } from '../session/actor.ts'
import { presentCompany, selectCompanies } from './present-company.ts'

const byName = { expression: sql`lower(companies.name)`, type: 'text' } as const
const byCreated = { expression: sql`companies.created_at`, type: 'timestamptz' } as const

export const companyOrders = {
  name: { ...byName, descending: false },
  '-name': { ...byName, descending: true },
  createdAt: { ...byCreated, descending: false },
  '-createdAt': { ...byCreated, descending: true },
} satisfies Record<string, SortColumn>

type Filters = Pick<QueryOf<typeof contract.listCompanies>, 'q' | 'deleted' | 'field'>

export function findCompanies(tx: Database, actor: Actor, query: Filters, byFields: ByFields) {
  let found = selectCompanies(tx, actor).where(
    'companies.deleted_at',
    query.deleted === 'true' ? 'is not' : 'is',
    null,
  )
  if (query.q) found = found.where(containsText(sql`fold(companies.name)`, query.q, byFields.matches))
  for (const condition of byFields.conditions) found = found.where(condition)
  return found
}

export const listCompanies = handler(contract.listCompanies, async ({ tx, actor, query }) => {
  const found = findCompanies(tx, actor, query, await readByFields(tx, actor, 'company', query))
  return fetchList(
    tx,
    {
      table: 'companies',
      rows: found,
      all: tx
        .selectFrom('companies')
        .where('companies.workspace_id', '=', actor.workspaceId)
        .where(companyScope(actor)),
      deletedOf: actor.workspaceId,
      orders: companyOrders,
      counted: Boolean(query.field?.length),
      present: (rows) => rows.map((row) => presentCompany(row, actor)),
    },
    query,
  )
})
