import * as contract from '@muster/contract/admin-users.ts'
import { sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { fetchList } from '../database/fetch-list.ts'
import { handler } from '../http/handler.ts'
import { presentAdministeredUser, selectAdministeredUsers } from './present-administered-user.ts'

const byName = { expression: sql`lower(users.name)`, type: 'text' } as const
const byCreated = { expression: sql`users.created_at`, type: 'timestamptz' } as const

const orders = {
  '-createdAt': { ...byCreated, descending: true },
  createdAt: { ...byCreated, descending: false },
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
  return fetchList(
    tx,
    {
      table: 'users',
      rows: found,
      all: tx.selectFrom('users'),
      orders,
      searched: true,
      present: (rows) => rows.map((row) => presentAdministeredUser(row, actor)),
    },
    query,
  )
})
