import { t } from '#texts'
import { invalid } from '../app-error.ts'
import type { Database } from '../database/connect.ts'

/** @throws VALIDATION when the owner is not an active colleague of this workspace */
export async function checkOwner(
  tx: Database,
  workspaceId: string,
  ownerId: string | null | undefined,
): Promise<void> {
  if (!ownerId) return
  const user = await tx
    .selectFrom('users')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', ownerId)
    .where('status', '=', 'active')
    .select('id')
    .executeTakeFirst()
  if (!user) throw invalid('ownerId', t`No active user with this ID`)
}
