import * as contract from '@muster/contract/companies.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { loadCompany } from './present-company.ts'

export const deleteCompany = handler(contract.deleteCompany, async ({ tx, actor, params }) => {
  await loadCompany(tx, actor, params.id)
  // Blocks positions from being created for it concurrently.
  await tx
    .updateTable('companies')
    .set({ deleted_at: sql`now()`, version: sql`version + 1` })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .execute()
  const position = await tx
    .selectFrom('positions')
    .where('workspace_id', '=', actor.workspaceId)
    .where('company_id', '=', params.id)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (position) throw conflict(t`This company has positions. Delete or move them first.`)
  return undefined
})
