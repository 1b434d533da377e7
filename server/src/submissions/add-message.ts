import { isStaff } from '@muster/contract/client-access.ts'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { announce } from '../live/announce.ts'
import { assertChangeable } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'
import { findSubmission, type SubmissionRow } from './present-submission.ts'
import { recordSharing } from './record-sharing.ts'

/** Adds a question or a reply to the thread. Returns the submission it is about. */
export async function addMessage(
  tx: Database,
  actor: Actor,
  submissionId: string,
  body: string,
): Promise<SubmissionRow> {
  const { workspaceId, userId } = actor
  const row = await findSubmission(tx, actor, submissionId)
  await assertChangeable(tx, actor, row.application_id)
  if (row.state === 'withdrawn') throw conflict(t`This submission is already withdrawn`)
  await tx
    .insertInto('submission_messages')
    .values({ workspace_id: workspaceId, id: newId(), submission_id: submissionId, user_id: userId, body })
    .execute()
  await recordSharing(tx, actor, {
    kind: isStaff(actor.role) ? 'replied' : 'asked',
    applicationId: row.application_id,
    companyId: row.company_id,
    body,
  })
  await announce(tx, workspaceId, {
    kind: 'activity-logged',
    applicationId: row.application_id,
    actorId: userId,
  })
  return row
}
