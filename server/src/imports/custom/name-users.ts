import type { Database } from '../../database/connect.ts'
import type { CustomCells } from './read-custom-cells.ts'

interface User {
  id: string
  name: string
  email: string
  isActive: boolean
}

/** Returns all users of a workspace, former ones too: they may be values already. */
export async function loadUsers(db: Database, workspaceId: string): Promise<User[]> {
  const rows = await db
    .selectFrom('users')
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .select(['id', 'name', 'email', 'status', 'deleted_at'])
    .execute()
  return rows.map(({ id, name, email, status, deleted_at }) => ({
    id,
    name,
    email,
    isActive: status === 'active' && deleted_at === null,
  }))
}

/** Returns users by what a file may call them. */
export function nameUsers(users: readonly User[]): CustomCells['users'] {
  const named = new Map<string, { id: string; isActive: boolean }[]>()
  for (const { id, name, email, isActive } of users)
    for (const text of new Set([name.toLowerCase(), email.toLowerCase()]))
      named.set(text, [...(named.get(text) ?? []), { id, isActive }])
  return named
}
