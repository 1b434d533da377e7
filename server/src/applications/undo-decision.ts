import * as contract from '@muster/contract/applications.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict, notFound } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import { selectVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'
import { loadApplicationDetails } from './present-application-details.ts'
import { undoChanges } from './undo-changes.ts'

/** Longer than screens offer it: requests may be slow. */
const undoMinutes = 10

/**
 * Returns the entries of the actor's own last decision.
 * @throws NOT_FOUND, CONFLICT if there is none or it is too old
 */
async function loadDecision(tx: Database, { workspaceId, userId }: Actor, applicationId: string) {
  const decision = await tx
    .selectFrom('activity_logs')
    .where('workspace_id', '=', workspaceId)
    .where('application_id', '=', applicationId)
    .where('cause', '=', 'review')
    .where('user_id', '=', userId)
    .where('reverted_at', 'is', null)
    .orderBy('at', 'desc')
    .limit(1)
    .select(['batch_id', 'position_id', 'at'])
    .select(sql<boolean>`at < now() - make_interval(mins => ${undoMinutes})`.as('is_old'))
    .executeTakeFirst()
  if (!decision?.batch_id || decision.is_old) throw conflict(t`This decision can no longer be undone`)
  const logs = await tx
    .selectFrom('activity_logs')
    .where('workspace_id', '=', workspaceId)
    .where('batch_id', '=', decision.batch_id)
    .where('application_id', '=', applicationId)
    .where('reverted_at', 'is', null)
    .orderBy('at')
    .orderBy('id')
    .selectAll()
    .execute()
  return { ...decision, batchId: decision.batch_id, logs }
}

/** Removes the owner's notification of a decision that was undone, unless they have read it. */
async function removeNotification(tx: Database, workspaceId: string, applicationId: string, since: string) {
  const removed = await tx
    .deleteFrom('notifications')
    .where('workspace_id', '=', workspaceId)
    .where('application_id', '=', applicationId)
    .where('kind', '=', 'decided')
    .where('read_at', 'is', null)
    .where('at', '>=', since)
    .returning('user_id')
    .execute()
  for (const { user_id: userId } of removed)
    await announce(tx, workspaceId, { kind: 'notified', userId, actorId: null })
}

export const undoDecision = handler(contract.undoDecision, async ({ tx, actor, params: { id }, caller }) => {
  const { workspaceId, userId } = actor
  const visible = await selectVisible(tx, actor)
    .where('applications.id', '=', id)
    .where('applications.deleted_at', 'is', null)
    .select('applications.id')
    .forUpdate()
    .executeTakeFirst()
  if (!visible) throw notFound(t`Application`)
  const { batchId, logs, at, position_id: positionId } = await loadDecision(tx, actor, id)
  const refuse = (_: string, error: Error) => {
    throw error
  }
  await undoChanges(tx, actor, batchId, logs, refuse, { isDecision: true })
  await recordAudit(tx, {
    ...actor,
    action: 'submission.decision_undone',
    ip: caller.ip,
    subject: { kind: 'application', id },
  })
  await removeNotification(tx, workspaceId, id, at)
  await announce(tx, workspaceId, {
    kind: 'applications-changed',
    applicationIds: [id],
    positionIds: [positionId],
    actorId: userId,
  })
  return loadApplicationDetails(tx, actor, id)
})
