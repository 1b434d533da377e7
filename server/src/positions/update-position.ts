import * as contract from '@muster/contract/positions.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { invalid, staleVersion } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { checkCompany } from '../companies/check-company.ts'
import { readValues } from '../custom-fields/read-values.ts'
import { recordValues } from '../custom-fields/record-values.ts'
import { type StoredValues, valueColumn } from '../custom-fields/stored-values.ts'
import { changedColumns } from '../database/changed-columns.ts'
import { handler } from '../http/handler.ts'
import { assertPlanRoom } from '../plans/plan-room.ts'
import { assertPermission } from '../session/assert-permission.ts'
import { assertStaff } from '../users/assert-staff.ts'
import { announcePosition } from './announce-positions.ts'
import { checkOpenedAt } from './check-opened-at.ts'
import { closeOpenApplications } from './close-open-applications.ts'
import { lockPosition } from './lock-position.ts'
import { loadPosition } from './present-position.ts'

const columns = {
  name: 'name',
  companyId: 'company_id',
  openings: 'openings',
  state: 'state',
  location: 'location',
  description: 'description',
  ownerId: 'owner_id',
  hiringManagerId: 'hiring_manager_id',
  openedAt: 'opened_at',
} as const

/** Checks references only if they change: a form may send back a user who has left since. */
export const updatePosition = handler(
  contract.updatePosition,
  async ({ tx, actor, params, body, caller }) => {
    const { workspaceId } = actor
    const before = await lockPosition(tx, actor, params.id)
    if (body.version !== undefined && body.version !== before.version) throw staleVersion(before.version)
    if (body.companyId && body.companyId !== before.company_id)
      await checkCompany(tx, workspaceId, body.companyId)
    if (body.ownerId !== before.owner_id) await assertStaff(tx, actor, body.ownerId, 'ownerId')
    if (body.hiringManagerId !== before.hiring_manager_id)
      await assertStaff(tx, actor, body.hiringManagerId, 'hiringManagerId')
    const newOpening =
      body.openedAt !== undefined && Date.parse(body.openedAt) !== Date.parse(before.opened_at)
        ? new Date(body.openedAt).toISOString()
        : null
    if (newOpening) await checkOpenedAt(tx, before, newOpening)
    const { openApplications } = body
    if (openApplications && (body.state ?? before.state) !== 'closed')
      throw invalid('openApplications', t`Only for closed positions`)
    if (openApplications?.action === 'close') assertPermission(actor, 'applications:close')
    const newState = body.state !== undefined && body.state !== before.state ? body.state : null
    if (newState === 'open') await assertPlanRoom(tx, actor, 'openPositions')
    const stored = before.custom_fields as StoredValues
    const changes = await readValues(tx, actor, 'position', body.customFields, stored)
    await tx
      .updateTable('positions')
      .set({
        ...changedColumns(body, columns),
        ...valueColumn(stored, changes),
        ...(newState ? { closed_at: newState === 'closed' ? sql<string>`now()` : null } : {}),
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', params.id)
      .execute()
    await recordValues(tx, actor, caller, { kind: 'position', id: params.id }, changes)
    if (newState)
      await recordAudit(tx, {
        ...actor,
        action: 'position.state_changed',
        ip: caller.ip,
        subject: { kind: 'position', id: params.id },
        details: { from: before.state, to: newState },
      })
    if (newOpening)
      await recordAudit(tx, {
        ...actor,
        action: 'position.opened_at_changed',
        ip: caller.ip,
        subject: { kind: 'position', id: params.id },
        details: { from: before.opened_at, to: newOpening },
      })
    const ending = openApplications?.action === 'close' ? openApplications : null
    const closedApplications =
      ending && (await closeOpenApplications(tx, actor, params.id, ending, caller.ip))
    await announcePosition(tx, actor, params.id)
    return { ...(await loadPosition(tx, actor, params.id)), closedApplications }
  },
)
