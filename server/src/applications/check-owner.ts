import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { invalid } from '../http/app-error.ts'

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
  if (!user) throw invalid('ownerId', t`No active colleague with this id`)
}
