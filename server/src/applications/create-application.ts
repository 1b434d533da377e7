import * as contract from '@muster/contract/applications.ts'
import { t } from '#texts'
import { recordActivity } from '../activity-logs/record-activity.ts'
import { conflict, invalid, notFound } from '../app-error.ts'
import { lockStatus } from '../board/lock-status.ts'
import { findMatch } from '../candidates/find-match.ts'
import { type CandidateInput, insertCandidate } from '../candidates/insert-candidate.ts'
import { lockCandidate } from '../candidates/lock-candidate.ts'
import { applyChanges, readValues } from '../custom-fields/read-values.ts'
import { checkNewApplication } from '../custom-fields/required-to-move.ts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import { notifyAssigned } from '../notifications/notify-assigned.ts'
import { assertPlanRoom } from '../plans/plan-room.ts'
import { attachFile } from '../policies/file-policy.ts'
import type { Actor } from '../session/actor.ts'
import { assertStaff } from '../users/assert-staff.ts'
import { checkAppliedAt } from './check-applied-at.ts'
import { insertApplication } from './insert-application.ts'
import { loadApplicationDetails } from './present-application-details.ts'

/** Returns the status a new application starts in: the requested one, else the position's first. */
async function startingStatus(tx: Database, actor: Actor, positionId: string, statusId: string | undefined) {
  const position = await tx
    .selectFrom('positions')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', positionId)
    .where('deleted_at', 'is', null)
    .select('state')
    // Serializes with a concurrent deletion of the position.
    .forShare()
    .executeTakeFirst()
  if (!position) throw notFound(t`Position`)
  if (position.state === 'closed') throw invalid('positionId', t`This position is closed. Reopen it first.`)
  const first = await tx
    .selectFrom('statuses')
    .where('workspace_id', '=', actor.workspaceId)
    .where('position_id', '=', positionId)
    .where('deleted_at', 'is', null)
    .$if(statusId !== undefined, (query) => query.where('id', '=', statusId!))
    .orderBy('ordinal')
    .select(['id', 'type'])
    .executeTakeFirst()
  if (!first) throw invalid('statusId', t`This status belongs to another position`)
  if (first.type === 'hired' || first.type === 'closed')
    throw invalid('statusId', t`New applications must start in an open status`)
  return lockStatus(tx, actor.workspaceId, first.id)
}

async function addCandidate(
  tx: Database,
  actor: Actor,
  candidate: CandidateInput,
  allowDuplicate: boolean | undefined,
): Promise<string> {
  await attachFile(tx, actor, candidate.resumeFileId, 'candidate.resumeFileId')
  const match = await findMatch(tx, actor, candidate)
  if (match && !allowDuplicate)
    throw conflict(
      t`A candidate with the same contact details already exists. Choose that candidate or add a separate one.`,
      {
        ...match,
      },
    )
  return insertCandidate(tx, actor, candidate, 'candidate.customFields')
}

export const createApplication = handler(
  contract.createApplication,
  async ({ tx, services, actor, body }) => {
    await assertPlanRoom(tx, actor, 'applicationsAMonth')
    await assertStaff(tx, actor, body.ownerId, 'ownerId')
    await checkAppliedAt(tx, body.appliedAt)
    await attachFile(tx, actor, body.resumeFileId)
    const candidateId =
      body.candidateId ?? (await addCandidate(tx, actor, body.candidate!, body.allowDuplicate))
    const candidate = await lockCandidate(tx, actor, candidateId)
    const status = await startingStatus(tx, actor, body.positionId, body.statusId)
    const values = await readValues(tx, actor, 'application', body.customFields, {}, { isNew: true })
    const customFields = applyChanges({}, values)
    const isNew = body.candidateId === undefined
    await checkNewApplication(tx, actor, status.type, { customFields, candidate: { id: candidateId, isNew } })
    const id = await insertApplication(tx, actor, candidate, status, {
      ...body,
      customFields,
    })
    if (body.comment)
      await recordActivity(tx, [
        {
          workspaceId: actor.workspaceId,
          applicationId: id,
          positionId: status.positionId,
          kind: 'comment',
          userId: actor.userId,
          body: body.comment,
        },
      ])
    await announce(tx, actor.workspaceId, {
      kind: 'applications-changed',
      applicationIds: [id],
      positionIds: [status.positionId],
      actorId: actor.userId,
    })
    await notifyAssigned(tx, services, actor, body.ownerId, [id])
    return loadApplicationDetails(tx, actor, id)
  },
)
