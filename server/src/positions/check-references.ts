import { t } from '#texts'
import { invalid } from '../app-error.ts'
import type { Database } from '../database/connect.ts'

/**
 * Locks the company so that it cannot be deleted meanwhile.
 * @throws VALIDATION on `companyId` when the workspace has no such company
 */
export async function checkCompany(tx: Database, workspaceId: string, companyId: string): Promise<void> {
  const company = await tx
    .selectFrom('companies')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', companyId)
    .where('deleted_at', 'is', null)
    .select('id')
    .forShare()
    .executeTakeFirst()
  if (!company) throw invalid('companyId', t`Company not found`)
}

/** @throws VALIDATION on `field` when the user is not an active colleague */
export async function checkUser(
  tx: Database,
  workspaceId: string,
  userId: string | null | undefined,
  field: 'ownerId' | 'hiringManagerId' | 'userId',
): Promise<void> {
  if (!userId) return
  const user = await tx
    .selectFrom('users')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .select('id')
    .executeTakeFirst()
  if (!user) throw invalid(field, t`No active user found`)
}
