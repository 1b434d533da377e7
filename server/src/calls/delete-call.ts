import * as contract from '@muster/contract/calls.ts'
import { t } from '#texts'
import { forbidden } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import { mayTakeBack } from './call-policy.ts'
import { forgetCall } from './forget-call.ts'
import { loadCall } from './present-call.ts'

export const deleteCall = handler(contract.deleteCall, async ({ tx, actor, params }) => {
  const { application } = await loadCall(tx, actor, params.id)
  const call = await tx
    .selectFrom('calls')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .select(['id', 'logged_by'])
    .forUpdate()
    .executeTakeFirst()
  if (!application || !call || !mayTakeBack(actor, call))
    throw forbidden(t`Only calls that you logged can be taken back`)
  await forgetCall(tx, actor, { id: call.id, applicationId: application.id })
  return undefined
})
