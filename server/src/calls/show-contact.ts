import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { CalledApplication } from './lock-called.ts'

/** Shows the call on its application, unless one made after it is shown already. */
export async function showContact(
  tx: Database,
  workspaceId: string,
  application: CalledApplication,
  contact: { at: string; result: string; callbackAt: string | null },
): Promise<void> {
  const isLast = !application.last_contact_at || application.last_contact_at <= contact.at
  await tx
    .updateTable('applications')
    .set({ call_attempts: sql`call_attempts + 1`, last_activity_at: sql`now()` })
    .$if(isLast, (query) =>
      query.set({
        last_contact_at: contact.at,
        last_contact_result: contact.result,
        callback_at: contact.callbackAt,
      }),
    )
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', application.id)
    .execute()
}
