import * as contract from '@muster/contract/applications.ts'
import { t } from '#texts'
import { conflict, staleVersion } from '../app-error.ts'
import { placeApplications } from '../board/place-applications.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { targetsOfType, throwRefusal } from './find-targets.ts'
import { loadApplicationDetails } from './present-application-details.ts'

export const closeApplication = handler(contract.closeApplication, async ({ tx, actor, params, body }) => {
  const before = await loadApplicationDetails(tx, actor, params.id)
  if (body.version !== undefined && body.version !== before.version) throw staleVersion(before.version)
  if (before.closedAt) throw conflict(before.whyNot.close ?? t`This application is already closed`)
  const type = body.disposition === 'hired' ? 'hired' : 'closed'
  const placements = await targetsOfType(tx, actor, [params.id], type, throwRefusal)
  await placeApplications(tx, actor, placements, {
    cause: 'close',
    batchId: newId(),
    close: body,
    filling: body,
  })
  return loadApplicationDetails(tx, actor, params.id)
})
