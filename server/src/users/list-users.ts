import type { QueryOf } from '@muster/contract/endpoint.ts'
import { roleKeys } from '@muster/contract/permissions.ts'
import * as contract from '@muster/contract/users.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { forbidden } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { containsText } from '../database/contains-text.ts'
import { fetchList } from '../database/fetch-list.ts'
import type { SortColumn } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { holdsPermission } from '../policies/holds-permission.ts'
import { userScope } from '../policies/user-scope.ts'
import type { Actor } from '../session/actor.ts'
import { canBeRestored, presentUser, selectUsers } from './select-users.ts'

const byName = { expression: sql`lower(users.name)`, type: 'text' } as const
const byCreated = { expression: sql`users.created_at`, type: 'timestamptz' } as const
const byEmail = { expression: sql`users.email`, type: 'text' } as const
const byLastSeen = {
  expression: sql`coalesce(users.last_seen_at, '-infinity'::timestamptz)`,
  type: 'timestamptz',
} as const
/** From the most to the least powerful role. A workspace has few enough users to sort without an index. */
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
 * `q` searches name and email.
 * @throws FORBIDDEN when an actor who may not restore users requests deleted ones
 */
export function findUsers(tx: Database, actor: Actor, query: Filters) {
  if (query.deleted && !actor.permissions.has('users:manage'))
    throw forbidden(t`You do not have permission to manage users`)
  let found = selectUsers(tx, actor)
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
  return fetchList(
    tx,
    {
      table: 'users',
      rows: found,
      all: tx.selectFrom('users').where('users.workspace_id', '=', actor.workspaceId).where(userScope(actor)),
      deletedOf: actor.workspaceId,
      orders: userOrders,
      present: (rows) => rows.map((row) => presentUser(row, actor)),
    },
    query,
  )
})
