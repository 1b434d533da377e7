import * as contract from '@muster/contract/companies.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { loadCompany } from './present-company.ts'

export const restoreCompany = handler(contract.restoreCompany, async ({ tx, actor, params }) => {
  const restored = await tx
    .updateTable('companies')
    .set({ deleted_at: null, version: sql`version + 1` })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .where('deleted_at', '>', sql<string>`now() - interval '30 days'`)
    .executeTakeFirst()
  if (restored.numUpdatedRows === 0n) throw notFound(t`Deleted company`)
  return loadCompany(tx, actor, params.id)
})
