import * as contract from '@muster/contract/applications.ts'
import { t } from '#texts'
import { conflict, invalid } from '../app-error.ts'
import { placeApplications } from '../board/place-applications.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { targetsBeforeClosing, throwRefusal } from './find-targets.ts'
import { loadApplicationDetails } from './present-application-details.ts'

export const reopenApplication = handler(contract.reopenApplication, async ({ tx, actor, params, body }) => {
  const before = await loadApplicationDetails(tx, actor, params.id)
  if (!before.closedAt) throw conflict(t`This application is open`)
  const to = before.statuses.find((status) => status.id === body?.toStatusId)
  if (body?.toStatusId && (!to || to.type === 'closed' || to.type === 'hired'))
    throw invalid('toStatusId', t`Choose an open status of the position`)
  const placements = to
    ? [{ statusId: to.id, applicationIds: [params.id] }]
    : await targetsBeforeClosing(tx, actor, [params.id], throwRefusal)
  await placeApplications(tx, actor, placements, { cause: 'reopen', batchId: newId(), filling: body })
  return loadApplicationDetails(tx, actor, params.id)
})
