import type { Role } from '@muster/contract/permissions.ts'
import * as contract from '@muster/contract/users.ts'
import { sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { countRows, fetchPage, type SortColumn } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'

const byName = { expression: sql`lower(users.name)`, type: 'text' } as const
const byCreated = { expression: sql`users.created_at`, type: 'timestamptz' } as const

const sorts = {
  name: { ...byName, descending: false },
  '-name': { ...byName, descending: true },
  createdAt: { ...byCreated, descending: false },
  '-createdAt': { ...byCreated, descending: true },
} satisfies Record<string, SortColumn>

/** `q` looks in name and e-mail. */
export const listUsers = handler(contract.listUsers, async ({ tx, actor, query }) => {
  let found = tx.selectFrom('users').where('users.workspace_id', '=', actor.workspaceId).selectAll('users')
  if (query.role?.length) found = found.where('users.role', 'in', query.role)
  if (query.status?.length) found = found.where('users.status', 'in', query.status)
  if (query.q) found = found.where(containsText([sql`lower(users.name)`, sql`users.email`], query.q))
  const [page, total] = await Promise.all([
    fetchPage(found, 'users.id', sorts[query.sort], query),
    countRows(tx, found),
  ])
  const items = page.rows.map((row) => ({
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role as Role,
    status: row.status as (typeof contract.userStatuses)[number],
    companyId: row.company_id,
    lastSeenAt: row.last_seen_at,
    createdAt: row.created_at,
  }))
  return { items, nextCursor: page.nextCursor, total }
})
