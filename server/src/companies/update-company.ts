import * as contract from '@muster/contract/companies.ts'
import { sql } from 'kysely'
import { staleVersion } from '../app-error.ts'
import { readValues } from '../custom-fields/read-values.ts'
import { recordValues } from '../custom-fields/record-values.ts'
import { lockValues, valueColumn } from '../custom-fields/stored-values.ts'
import { changedColumns } from '../database/changed-columns.ts'
import { handler } from '../http/handler.ts'
import { companyColumns } from './company-columns.ts'
import { loadCompany } from './present-company.ts'

export const updateCompany = handler(contract.updateCompany, async ({ tx, actor, params, body, caller }) => {
  const before = await loadCompany(tx, actor, params.id)
  const stored = body.customFields && (await lockValues(tx, actor.workspaceId, 'company', params.id))
  const changes = await readValues(tx, actor, 'company', body.customFields, stored)
  const updated = await tx
    .updateTable('companies')
    .set({ ...changedColumns(body, companyColumns), ...valueColumn(stored, changes) })
    .set({ version: sql`version + 1`, updated_at: sql`now()` })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .where('deleted_at', 'is', null)
    .$if(body.version !== undefined, (query) => query.where('version', '=', body.version!))
    .executeTakeFirst()
  const after = await loadCompany(tx, actor, params.id)
  if (updated.numUpdatedRows === 0n) throw staleVersion(Math.max(before.version, after.version))
  await recordValues(tx, actor, caller, { kind: 'company', id: params.id }, changes)
  return after
})
