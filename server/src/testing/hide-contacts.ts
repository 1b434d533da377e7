import { evictSessions } from '../session/authenticate.ts'
import type { TestServer, TestUser } from './test-server.ts'

/** Takes the right to see phone numbers and email addresses from a user. */
export async function hideContacts({ db }: TestServer, { id }: Pick<TestUser, 'id'>): Promise<void> {
  await db
    .updateTable('users')
    .set({ revoked_permissions: ['contacts:read'] })
    .where('id', '=', id)
    .execute()
  evictSessions(db)
}
