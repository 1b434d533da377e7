import type { Role } from '@muster/contract/permissions.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { hashPassword } from '../session/password.ts'
import { memorablePassword } from './memorable-password.ts'

export interface SampleUser {
  role: Role
  email: string
  password: string
}

/** Sets a password for each user of a workspace who has none. Returns these users for the operator, by role. */
export async function setSamplePasswords(tx: Database, workspaceId: string): Promise<SampleUser[]> {
  const users = await tx
    .selectFrom('logins')
    .innerJoin('users', (join) =>
      join.onRef('users.workspace_id', '=', 'logins.workspace_id').onRef('users.id', '=', 'logins.user_id'),
    )
    .where('logins.workspace_id', '=', workspaceId)
    .where('logins.password_hash', 'is', null)
    .orderBy('users.role')
    .orderBy('logins.email')
    .select(['logins.email', 'users.role'])
    .execute()
  const given: SampleUser[] = []
  for (const { email, role } of users) {
    const password = memorablePassword()
    const password_hash = await hashPassword(password)
    const values = { password_hash, given_at: sql<string>`now()` }
    await tx.updateTable('logins').set(values).where('email', '=', email).execute()
    given.push({ role: role as Role, email, password })
  }
  return given
}
