import * as contract from '@muster/contract/applications.ts'
import { t } from '#texts'
import { conflict, staleVersion } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { placeApplications } from '../board/place-applications.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { notifyDecided } from '../notifications/notify-decided.ts'
import { selectVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'
import { targetsOfType, throwRefusal } from './find-targets.ts'
import { type ApplicationDetails, loadApplicationDetails } from './present-application-details.ts'

/** Returns the first status after `submitted` that is not hired or closed. */
function nextStatus({ statuses }: ApplicationDetails): string {
  const beyond = statuses.find(({ type }) => type === 'interview' || type === 'offer')
  if (!beyond) throw conflict(t`The position has no status after Submitted`)
  return beyond.id
}

/** @throws CONFLICT when the agency has withdrawn what it submitted */
async function assertSubmitted(tx: Database, { workspaceId }: Actor, applicationId: string): Promise<void> {
  const last = await tx
    .selectFrom('submissions')
    .where('workspace_id', '=', workspaceId)
    .where('application_id', '=', applicationId)
    .orderBy('submitted_at', 'desc')
    .limit(1)
    .select('withdrawn_at')
    .executeTakeFirst()
  if (last?.withdrawn_at) throw conflict(t`The agency no longer submits this candidate`)
}

export const decideSubmission = handler(
  contract.decideSubmission,
  async ({ tx, services, actor, params, body, caller }) => {
    // Locks the application: of two concurrent decisions, the second sees the first.
    await selectVisible(tx, actor)
      .where('applications.id', '=', params.id)
      .select('applications.id')
      .forUpdate()
      .execute()
    const before = await loadApplicationDetails(tx, actor, params.id)
    if (body.version !== undefined && body.version !== before.version) throw staleVersion(before.version)
    if (!before.can.decide)
      throw conflict(before.whyNot.decide ?? t`This application is not awaiting a company decision`)
    await assertSubmitted(tx, actor, params.id)
    const approved = body.decision === 'approve'
    const placements = approved
      ? [{ statusId: nextStatus(before), applicationIds: [params.id] }]
      : await targetsOfType(tx, actor, [params.id], 'closed', throwRefusal)
    const { reasonId, note } = body
    await placeApplications(tx, actor, placements, {
      cause: 'review',
      isDecision: true,
      batchId: newId(),
      ...(approved
        ? { reason: note }
        : { close: { disposition: 'declined_by_company' as const, reasonId, note } }),
    })
    await recordAudit(tx, {
      ...actor,
      action: approved ? 'submission.approved' : 'submission.declined',
      ip: caller.ip,
      subject: { kind: 'application', id: params.id },
    })
    await notifyDecided(tx, services, actor, params.id, body.decision)
    return loadApplicationDetails(tx, actor, params.id)
  },
)
