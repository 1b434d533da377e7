import * as contract from '@muster/contract/applications.ts'
import type { BodyOf } from '@muster/contract/endpoint.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { type NewActivity, recordActivity } from '../activity-logs/record-activity.ts'
import { notFound, staleVersion } from '../app-error.ts'
import { assertCallbackAllowed } from '../calls/callback-allowed.ts'
import { describeChanges, readValues, type ValueChange } from '../custom-fields/read-values.ts'
import { type StoredValues, valueColumn } from '../custom-fields/stored-values.ts'
import { changedColumns } from '../database/changed-columns.ts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import { notifyAssigned } from '../notifications/notify-assigned.ts'
import { maySetCallback } from '../policies/application-policy.ts'
import { attachFile } from '../policies/file-policy.ts'
import { assertChangeable, erasedRefused, isErased, selectVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'
import { assertPermission } from '../session/assert-permission.ts'
import { assertStaff } from '../users/assert-staff.ts'
import { checkAppliedAt } from './check-applied-at.ts'
import { loadApplicationDetails } from './present-application-details.ts'

const columns = {
  source: 'source',
  ownerId: 'owner_id',
  tags: 'tags',
  appliedAt: 'applied_at',
  callbackAt: 'callback_at',
  externalId: 'external_id',
  resumeFileId: 'resume_file_id',
} as const

type Field = keyof typeof columns

const fields = Object.keys(columns) as Field[]

/** Returns a value as the history stores it: lists as JSON, so that undo can read them. */
export function asLogged(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return Array.isArray(value) ? JSON.stringify(value) : String(value)
}

/** Those who log calls may set callbacks. Every other field takes the permission to edit. */
function assertMayChange(actor: Actor, body: BodyOf<typeof contract.updateApplication>): void {
  const changed = fields.filter((field) => body[field] !== undefined)
  if (
    body.customFields === undefined &&
    changed.length === 1 &&
    changed[0] === 'callbackAt' &&
    maySetCallback(actor)
  )
    return
  assertPermission(actor, 'applications:write')
}

/** Returns the history's entries of changed custom fields. */
async function describeValues(
  tx: Database,
  { workspaceId, userId }: Actor,
  application: { id: string; position_id: string },
  values: readonly ValueChange[],
): Promise<NewActivity[]> {
  const described = await describeChanges(tx, workspaceId, values)
  return described.map(({ field, ...entry }) => ({
    ...entry,
    workspaceId,
    applicationId: application.id,
    positionId: application.position_id,
    kind: 'edited',
    userId,
    field: `customFields.${field.key}`,
  }))
}

export const updateApplication = handler(
  contract.updateApplication,
  async ({ tx, services, actor, params, body }) => {
    assertMayChange(actor, body)
    if (body.callbackAt) {
      const { candidate_id: candidateId } = await assertChangeable(tx, actor, params.id)
      await assertCallbackAllowed(tx, actor.workspaceId, candidateId)
    }
    await assertStaff(tx, actor, body.ownerId, 'ownerId')
    await attachFile(tx, actor, body.resumeFileId)
    const before = await selectVisible(tx, actor)
      .where('applications.id', '=', params.id)
      .where('applications.deleted_at', 'is', null)
      .selectAll('applications')
      .select(isErased.as('is_erased'))
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw notFound(t`Application`)
    if (before.is_erased) throw erasedRefused()
    if (body.version !== undefined && body.version !== before.version) throw staleVersion(before.version)
    const changed = fields.filter(
      (field) => body[field] !== undefined && asLogged(body[field]) !== asLogged(before[columns[field]]),
    )
    const stored = before.custom_fields as StoredValues
    const values = await readValues(tx, actor, 'application', body.customFields, stored)
    if (changed.includes('appliedAt')) await checkAppliedAt(tx, body.appliedAt)
    if (changed.length + values.length === 0) return loadApplicationDetails(tx, actor, params.id)
    await tx
      .updateTable('applications')
      .set({
        ...changedColumns(body, columns),
        ...valueColumn(stored, values),
        version: sql`version + 1`,
        updated_at: sql`now()`,
        last_activity_at: sql`now()`,
      })
      .where('workspace_id', '=', actor.workspaceId)
      .where('id', '=', params.id)
      .execute()
    await recordActivity(
      tx,
      changed.map(
        (field): NewActivity => ({
          workspaceId: actor.workspaceId,
          applicationId: params.id,
          positionId: before.position_id,
          kind: field === 'resumeFileId' ? 'file' : 'edited',
          userId: actor.userId,
          field,
          oldValue: asLogged(before[columns[field]]),
          newValue: asLogged(body[field]),
          fileId: field === 'resumeFileId' ? (body.resumeFileId ?? null) : null,
        }),
      ),
    )
    await recordActivity(tx, await describeValues(tx, actor, before, values))
    await announce(tx, actor.workspaceId, {
      kind: 'applications-changed',
      applicationIds: [params.id],
      positionIds: [before.position_id],
      actorId: actor.userId,
    })
    if (changed.includes('ownerId')) await notifyAssigned(tx, services, actor, body.ownerId, [params.id])
    return loadApplicationDetails(tx, actor, params.id)
  },
)
