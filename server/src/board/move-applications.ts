import * as contract from '@muster/contract/board.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { forbidden } from '../app-error.ts'
import { editApplications } from '../applications/edit-applications.ts'
import { throwRefusal } from '../applications/find-targets.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { notifyMovedToSubmitted } from '../notifications/notify-submitted.ts'
import type { Actor } from '../session/actor.ts'
import { assertStaff } from '../users/assert-staff.ts'
import { loadBoardSubject, targetsOnBoard } from './board-subject.ts'
import { type PlacedApplication, placeApplications } from './place-applications.ts'

/** @throws VALIDATION or FORBIDDEN, before anything is moved */
async function checkAssigning(tx: Database, actor: Actor, ownerId: string | null): Promise<void> {
  if (!actor.permissions.has('applications:write'))
    throw forbidden(t`You do not have permission to assign applications`)
  await assertStaff(tx, actor, ownerId, 'ownerId')
}

async function withVersions(
  tx: Database,
  actor: Actor,
  places: readonly PlacedApplication[],
): Promise<PlacedApplication[]> {
  const rows = await tx
    .selectFrom('applications')
    .where('workspace_id', '=', actor.workspaceId)
    .where(sql<boolean>`id = any(${places.map((place) => place.applicationId)}::uuid[])`)
    .select(['id', 'version'])
    .execute()
  const versions = new Map(rows.map((row) => [row.id, row.version]))
  return places.map((place) => ({ ...place, version: versions.get(place.applicationId) ?? place.version }))
}

export const moveApplications = handler(
  contract.moveApplications,
  async ({ tx, services, actor, params, body }) => {
    const { applicationIds, toStatusId, ownerId } = body
    const subject = await loadBoardSubject(tx, actor, params.id)
    if (ownerId !== undefined) await checkAssigning(tx, actor, ownerId)
    const placements = await targetsOnBoard(tx, actor, subject, applicationIds, toStatusId)
    const batchId = newId()
    const placed = await placeApplications(tx, actor, placements, {
      ...body,
      filling: body,
      seen: new Map(body.seen?.map((each) => [each.applicationId, each.statusId])),
      cause: 'board',
      batchId,
    })
    const { changed, overtaken } = placed
    if (changed > 0) await notifyMovedToSubmitted(tx, services, actor, { batchId, applicationIds })
    // Assign after the move, which locks statuses before applications, as everyone does.
    const assigned =
      ownerId === undefined
        ? 0
        : await editApplications(
            tx,
            services,
            actor,
            applicationIds,
            { kind: 'assign', ownerId },
            batchId,
            throwRefusal,
          )
    const places = assigned > 0 ? await withVersions(tx, actor, placed.places) : placed.places
    return { places, batchId: changed + assigned > 0 ? batchId : null, overtaken }
  },
)
