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
