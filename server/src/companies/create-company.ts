import * as contract from '@muster/contract/companies.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { loadCompany } from './present-company.ts'

export const createCompany = handler(contract.createCompany, async ({ tx, actor, body }) => {
  const id = newId()
  await tx
    .insertInto('companies')
    .values({
      workspace_id: actor.workspaceId,
      id,
      name: body.name,
      website: body.website ?? null,
      contact_name: body.contactName ?? null,
      contact_email: body.contactEmail ?? null,
      contact_phone: body.contactPhone ?? null,
      notes: body.notes ?? null,
    })
    .execute()
  return loadCompany(tx, actor, id)
})
