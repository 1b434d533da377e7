import * as contract from '@muster/contract/applications.ts'
import { t } from '#texts'
import { placeApplications } from '../board/place-applications.ts'
import { newId } from '../database/new-id.ts'
import { conflict, staleVersion } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import { notifyDecided } from '../notifications/notify-decided.ts'
import { targetsOfType, throwRefusal } from './find-targets.ts'
import { selectVisible } from './present-application.ts'
import { type ApplicationDetails, loadApplicationDetails } from './present-application-details.ts'

/** The first status of the position that comes after `submitted` and is not an end. */
function nextStatus({ statuses }: ApplicationDetails): string {
  const beyond = statuses.find(({ type }) => type === 'interview' || type === 'offer')
  if (!beyond) throw conflict(t`Its position has no status after the submission`)
  return beyond.id
}

export const decideSubmission = handler(
  contract.decideSubmission,
  async ({ tx, services, actor, params, body }) => {
    // Of two who decide at once the second is told of the first.
    await selectVisible(tx, actor)
      .where('applications.id', '=', params.id)
      .select('applications.id')
      .forUpdate()
      .execute()
    const before = await loadApplicationDetails(tx, actor, params.id)
    if (body.version !== undefined && body.version !== before.version) throw staleVersion(before.version)
    if (!before.can.decide) throw conflict(before.whyNot.decide ?? t`It does not wait for the company's word`)
    const approved = body.decision === 'approve'
    const placements = approved
      ? [{ statusId: nextStatus(before), applicationIds: [params.id] }]
      : await targetsOfType(tx, actor, [params.id], 'closed', throwRefusal)
    const { reasonId, note } = body
    await placeApplications(tx, actor, placements, {
      cause: 'review',
      batchId: newId(),
      ...(approved
        ? { reason: note }
        : { close: { disposition: 'declined_by_company' as const, reasonId, note } }),
    })
    await notifyDecided(tx, services, actor, params.id, body.decision)
    return loadApplicationDetails(tx, actor, params.id)
  },
)
