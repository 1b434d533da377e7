import * as contract from '@muster/contract/admin-users.ts'
import { sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { fetchSearchedPage } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { presentAdministeredUser, selectAdministeredUsers } from './present-administered-user.ts'

const byName = { expression: sql`lower(users.name)`, type: 'text' } as const
const byCreated = { expression: sql`users.created_at`, type: 'timestamptz' } as const

const orders = {
  createdAt: { ...byCreated, descending: false },
  '-createdAt': { ...byCreated, descending: true },
  name: { ...byName, descending: false },
  '-name': { ...byName, descending: true },
} as const

export const listAllUsers = handler(contract.listAllUsers, async ({ tx, actor, query }) => {
  let found = selectAdministeredUsers(tx)
  if (query.id?.length) found = found.where('users.id', 'in', query.id)
  if (query.workspaceId) found = found.where('users.workspace_id', '=', query.workspaceId)
  if (query.role?.length) found = found.where('users.role', 'in', query.role)
  if (query.status?.length) found = found.where('users.status', 'in', query.status)
  if (query.q) found = found.where(containsText([sql`fold(users.name)`, sql`users.email`], query.q))
  const page = await fetchSearchedPage(tx, found, 'users.id', orders[query.sort], query)
  const items = page.rows.map((row) => presentAdministeredUser(row, actor))
  return { items, nextCursor: page.nextCursor, total: page.total }
})
