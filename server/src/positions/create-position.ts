import * as contract from '@muster/contract/positions.ts'
import { sql } from 'kysely'
import { checkCompany } from '../companies/check-company.ts'
import { applyChanges, readValues } from '../custom-fields/read-values.ts'
import { recordValues } from '../custom-fields/record-values.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { assertPlanRoom } from '../plans/plan-room.ts'
import { assertStaff } from '../users/assert-staff.ts'
import { announcePosition } from './announce-positions.ts'
import { chooseStatuses, insertStatuses } from './insert-statuses.ts'
import { loadPosition } from './present-position.ts'

export const createPosition = handler(contract.createPosition, async ({ tx, actor, body, caller }) => {
  const { workspaceId } = actor
  const state = body.state ?? 'open'
  if (state === 'open') await assertPlanRoom(tx, actor, 'openPositions')
  await checkCompany(tx, workspaceId, body.companyId)
  await assertStaff(tx, actor, body.ownerId, 'ownerId')
  await assertStaff(tx, actor, body.hiringManagerId, 'hiringManagerId')
  const { pipelineId, statuses } = await chooseStatuses(tx, workspaceId, body)
  const changes = await readValues(tx, actor, 'position', body.customFields, {}, { isNew: true })
  const id = newId()
  await tx
    .insertInto('positions')
    .values({
      workspace_id: workspaceId,
      id,
      name: body.name,
      company_id: body.companyId,
      pipeline_id: pipelineId,
      state,
      openings: body.openings ?? 1,
      location: body.location ?? null,
      description: body.description ?? null,
      owner_id: body.ownerId ?? null,
      hiring_manager_id: body.hiringManagerId ?? null,
      custom_fields: JSON.stringify(applyChanges({}, changes)),
      closed_at: state === 'closed' ? sql<string>`now()` : null,
    })
    .execute()
  await recordValues(tx, actor, caller, { kind: 'position', id }, changes)
  await insertStatuses(tx, workspaceId, id, statuses)
  await announcePosition(tx, actor, id)
  return loadPosition(tx, actor, id)
})
