import * as contract from '@muster/contract/companies.ts'
import { sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { countRows, fetchPage, type SortColumn } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { presentCompany, selectCompanies } from './present-company.ts'

const byName = { expression: sql`lower(companies.name)`, type: 'text' } as const
const byCreated = { expression: sql`companies.created_at`, type: 'timestamptz' } as const

const sorts = {
  name: { ...byName, descending: false },
  '-name': { ...byName, descending: true },
  createdAt: { ...byCreated, descending: false },
  '-createdAt': { ...byCreated, descending: true },
} satisfies Record<string, SortColumn>

export const listCompanies = handler(contract.listCompanies, async ({ tx, actor, query }) => {
  let found = selectCompanies(tx, actor).where(
    'companies.deleted_at',
    query.deleted === 'true' ? 'is not' : 'is',
    null,
  )
  if (query.q) found = found.where(containsText(sql`lower(companies.name)`, query.q))
  const [page, total] = await Promise.all([
    fetchPage(found, 'companies.id', sorts[query.sort], query),
    countRows(tx, found),
  ])
  return { items: page.rows.map((row) => presentCompany(row, actor)), nextCursor: page.nextCursor, total }
})
