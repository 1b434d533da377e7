import { type StatusType, statusTypeRank } from '@muster/contract/status-types.ts'
import * as contract from '@muster/contract/submissions.ts'
import { t } from '#texts'
import { conflict, notFound } from '../app-error.ts'
import { targetsOfType, throwRefusal } from '../applications/find-targets.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { placeApplications } from '../board/place-applications.ts'
import { lockCandidatesOf } from '../custom-fields/fill-required.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import { notifySubmitted } from '../notifications/notify-submitted.ts'
import { erasedRefused, isErased, selectVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'
import { loadSubmission } from './present-submission.ts'
import { recordSharing, sharedText } from './record-sharing.ts'

/**
 * Locks the application: of two concurrent submissions, the second sees the first.
 * @throws NOT_FOUND, CONFLICT
 */
async function lockSubmittable(tx: Database, actor: Actor, id: string) {
  const { workspaceId } = actor
  const row = await selectVisible(tx, actor)
    .where('applications.id', '=', id)
    .where('applications.deleted_at', 'is', null)
    .select(['applications.status_type', 'applications.closed_at', 'applications.position_id'])
    .select(isErased.as('is_erased'))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound(t`Application`)
  if (row.is_erased) throw erasedRefused()
  if (row.closed_at) throw conflict(t`This application is already closed`)
  const isBefore = statusTypeRank(row.status_type as StatusType) < statusTypeRank('submitted')
  if (!isBefore && row.status_type !== 'submitted')
    throw conflict(t`This application is already past Submitted`)
  const shared = await tx
    .selectFrom('submissions')
    .where('workspace_id', '=', workspaceId)
    .where('application_id', '=', id)
    .where('withdrawn_at', 'is', null)
    .select(['id', 'summary'])
    .executeTakeFirst()
  // A client's question may have begun it.
  if (shared?.summary)
    throw conflict(t`This application is already shared. Withdraw the submission to change it.`)
  const { company_id: companyId } = await tx
    .selectFrom('positions')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', row.position_id)
    .select('company_id')
    .executeTakeFirstOrThrow()
  const withdrawn = await tx
    .selectFrom('submissions')
    .where('workspace_id', '=', workspaceId)
    .where('application_id', '=', id)
    .where('withdrawn_at', 'is not', null)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return { isBefore, isAgain: withdrawn !== undefined, companyId, begunId: shared?.id }
}

export const createSubmission = handler(
  contract.createSubmission,
  async ({ tx, services, actor, params, body, caller }) => {
    const { workspaceId, userId } = actor
    if (body.candidate) await lockCandidatesOf(tx, workspaceId, [params.id])
    const { isBefore, isAgain, companyId, begunId } = await lockSubmittable(tx, actor, params.id)
    if (isBefore) {
      const placements = await targetsOfType(tx, actor, [params.id], 'submitted', throwRefusal)
      await placeApplications(tx, actor, placements, { cause: 'board', batchId: newId(), filling: body })
    }
    const id = begunId ?? newId()
    const values = { summary: body.summary, answers: JSON.stringify(body.answers), submitted_by: userId }
    await tx
      .insertInto('submissions')
      .values({ workspace_id: workspaceId, id, application_id: params.id, company_id: companyId, ...values })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'id']).doUpdateSet(values))
      .execute()
    await recordSharing(tx, actor, {
      kind: 'shared',
      applicationId: params.id,
      companyId,
      body: sharedText(body.summary, body.answers),
    })
    await recordAudit(tx, {
      ...actor,
      action: 'submission.created',
      ip: caller.ip,
      subject: { kind: 'application', id: params.id },
    })
    // Who was moved here without a summary was reported then.
    if (isBefore || isAgain) await notifySubmitted(tx, services, actor, params.id)
    await announce(tx, workspaceId, { kind: 'activity-logged', applicationId: params.id, actorId: userId })
    return loadSubmission(tx, actor, id)
  },
)
