import * as contract from '@muster/contract/positions.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import { checkCompany } from '../companies/check-company.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { assertPlanRoom } from '../plans/plan-room.ts'
import { findStaff } from '../users/assert-staff.ts'
import { announcePosition } from './announce-positions.ts'
import { insertStatuses } from './insert-statuses.ts'
import { lockPosition } from './lock-position.ts'
import { loadPosition, statusesOf } from './present-position.ts'

const maxNameLength = 200
const suffix = ' (copy)'

export const copyPosition = handler(contract.copyPosition, async ({ tx, actor, params, body }) => {
  const { workspaceId } = actor
  await assertPlanRoom(tx, actor, 'openPositions')
  const original = await lockPosition(tx, actor, params.id)
  const companyId = body?.companyId ?? original.company_id
  await checkCompany(tx, workspaceId, companyId)
  // Users who have left are not copied.
  const active = await findStaff(tx, workspaceId, [original.owner_id, original.hiring_manager_id])
  const id = newId()
  await tx
    .insertInto('positions')
    .values({
      workspace_id: workspaceId,
      id,
      name: body?.name ?? original.name.slice(0, maxNameLength - suffix.length) + suffix,
      company_id: companyId,
      pipeline_id: original.pipeline_id,
      openings: original.openings,
      location: original.location,
      description: original.description,
      custom_fields: JSON.stringify(original.custom_fields),
      owner_id: active.has(original.owner_id) ? original.owner_id : null,
      hiring_manager_id: active.has(original.hiring_manager_id) ? original.hiring_manager_id : null,
    })
    .execute()
  const statuses = await statusesOf(tx, workspaceId, original.id)
  await insertStatuses(
    tx,
    workspaceId,
    id,
    statuses.map((status) => ({
      name: status.name,
      type: status.type as StatusType,
      color: status.color,
      slaDays: status.sla_days,
      stageId: status.stage_id,
    })),
  )
  await announcePosition(tx, actor, id)
  return loadPosition(tx, actor, id)
})
