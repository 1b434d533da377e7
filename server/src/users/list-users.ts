import type { QueryOf } from '@muster/contract/endpoint.ts'
import { roleKeys } from '@muster/contract/permissions.ts'
import * as contract from '@muster/contract/users.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { containsText } from '../database/contains-text.ts'
import { countRows, fetchPage, type SortColumn } from '../database/keyset.ts'
import { forbidden } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { holdsPermission } from './holds-permission.ts'
import { canBeRestored, presentColleague, selectColleagues } from './select-colleagues.ts'

const byName = { expression: sql`lower(users.name)`, type: 'text' } as const
const byCreated = { expression: sql`users.created_at`, type: 'timestamptz' } as const
const byEmail = { expression: sql`users.email`, type: 'text' } as const
const byLastSeen = {
  expression: sql`coalesce(users.last_seen_at, '-infinity'::timestamptz)`,
  type: 'timestamptz',
} as const
/** From the widest to the narrowest. A workspace has few enough people to sort them. */
const byRole = {
  expression: sql`array_position(${sql.lit(`{${roleKeys.join(',')}}`)}::text[], users.role)::float8`,
  type: 'float8',
} as const

export const userOrders = {
  name: { ...byName, descending: false },
  '-name': { ...byName, descending: true },
  createdAt: { ...byCreated, descending: false },
  '-createdAt': { ...byCreated, descending: true },
  email: { ...byEmail, descending: false },
  '-email': { ...byEmail, descending: true },
  role: { ...byRole, descending: false },
  '-role': { ...byRole, descending: true },
  lastSeen: { ...byLastSeen, descending: false },
  '-lastSeen': { ...byLastSeen, descending: true },
} satisfies Record<string, SortColumn>

type Filters = Omit<QueryOf<typeof contract.listUsers>, 'sort' | 'limit' | 'cursor'>

/**
 * `q` looks in name and e-mail.
 * @throws FORBIDDEN when those deleted are asked for by somebody who may not bring them back
 */
export function findUsers(tx: Database, actor: Actor, query: Filters) {
  if (query.deleted && !actor.permissions.has('users:manage'))
    throw forbidden(t`You may not manage colleagues`)
  let found = selectColleagues(tx, actor)
  found = query.deleted ? found.where(canBeRestored) : found.where('users.deleted_at', 'is', null)
  if (query.role?.length) found = found.where('users.role', 'in', query.role)
  if (query.status?.length) found = found.where('users.status', 'in', query.status)
  if (query.companyId?.length) found = found.where('users.company_id', 'in', query.companyId)
  if (query.userId?.length) found = found.where('users.id', 'in', query.userId)
  if (query.holds) found = found.where(holdsPermission(query.holds))
  if (query.overridden !== undefined)
    found = found.where(
      sql<boolean>`(users.granted_permissions <> '{}' or users.revoked_permissions <> '{}') = ${query.overridden}`,
    )
  if (query.seenSince) found = found.where('users.last_seen_at', '>=', query.seenSince)
  if (query.notSeenSince)
    found = found.where(sql<boolean>`coalesce(users.last_seen_at < ${query.notSeenSince}::timestamptz, true)`)
  if (query.q) found = found.where(containsText([sql`fold(users.name)`, sql`users.email`], query.q))
  return found
}

export const listUsers = handler(contract.listUsers, async ({ tx, actor, query }) => {
  const found = findUsers(tx, actor, query)
  const [page, total] = await Promise.all([
    fetchPage(found, 'users.id', userOrders[query.sort], query),
    countRows(tx, found),
  ])
  return { items: page.rows.map((row) => presentColleague(row, actor)), nextCursor: page.nextCursor, total }
})
