import type { QueryOf } from '@muster/contract/endpoint.ts'
import type { Role } from '@muster/contract/permissions.ts'
import * as contract from '@muster/contract/users.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { containsText } from '../database/contains-text.ts'
import { countRows, fetchPage, type SortColumn } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'

const byName = { expression: sql`lower(users.name)`, type: 'text' } as const
const byCreated = { expression: sql`users.created_at`, type: 'timestamptz' } as const

export const userOrders = {
  name: { ...byName, descending: false },
  '-name': { ...byName, descending: true },
  createdAt: { ...byCreated, descending: false },
  '-createdAt': { ...byCreated, descending: true },
} satisfies Record<string, SortColumn>

type Filters = Pick<QueryOf<typeof contract.listUsers>, 'q' | 'role' | 'status'>

/** `q` looks in name and e-mail. */
export function findUsers(tx: Database, actor: Actor, query: Filters) {
  let found = tx.selectFrom('users').where('users.workspace_id', '=', actor.workspaceId).selectAll('users')
  if (query.role?.length) found = found.where('users.role', 'in', query.role)
  if (query.status?.length) found = found.where('users.status', 'in', query.status)
  if (query.q) found = found.where(containsText([sql`lower(users.name)`, sql`users.email`], query.q))
  return found
}

export const listUsers = handler(contract.listUsers, async ({ tx, actor, query }) => {
  const found = findUsers(tx, actor, query)
  const [page, total] = await Promise.all([
    fetchPage(found, 'users.id', userOrders[query.sort], query),
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
