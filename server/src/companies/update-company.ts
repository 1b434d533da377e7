import * as contract from '@muster/contract/companies.ts'
import { sql } from 'kysely'
import { staleVersion } from '../app-error.ts'
import { changedColumns } from '../database/changed-columns.ts'
import { handler } from '../http/handler.ts'
import { loadCompany } from './present-company.ts'

const columns = {
  name: 'name',
  website: 'website',
  contactName: 'contact_name',
  contactEmail: 'contact_email',
  contactPhone: 'contact_phone',
  notes: 'notes',
} as const

export const updateCompany = handler(contract.updateCompany, async ({ tx, actor, params, body }) => {
  const before = await loadCompany(tx, actor, params.id)
  const updated = await tx
    .updateTable('companies')
    .set({ ...changedColumns(body, columns), version: sql`version + 1`, updated_at: sql`now()` })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .where('deleted_at', 'is', null)
    .$if(body.version !== undefined, (query) => query.where('version', '=', body.version!))
    .executeTakeFirst()
  const after = await loadCompany(tx, actor, params.id)
  if (updated.numUpdatedRows === 0n) throw staleVersion(Math.max(before.version, after.version))
  return after
})
