import * as contract from '@muster/contract/companies.ts'
import { applyChanges, readValues } from '../custom-fields/read-values.ts'
import { recordValues } from '../custom-fields/record-values.ts'
import { changedColumns } from '../database/changed-columns.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { companyColumns } from './company-columns.ts'
import { loadCompany } from './present-company.ts'

export const createCompany = handler(contract.createCompany, async ({ tx, actor, body, caller }) => {
  const id = newId()
  const changes = await readValues(tx, actor, 'company', body.customFields, {}, { isNew: true })
  await tx
    .insertInto('companies')
    .values({
      workspace_id: actor.workspaceId,
      id,
      name: body.name,
      ...changedColumns(body, companyColumns),
      custom_fields: JSON.stringify(applyChanges({}, changes)),
    })
    .execute()
  await recordValues(tx, actor, caller, { kind: 'company', id }, changes)
  return loadCompany(tx, actor, id)
})
