import * as contract from '@muster/contract/calls.ts'
import { t } from '#texts'
import { assertVisible } from '../applications/assert-visible.ts'
import { conflict } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import { assertCallbackAllowed } from './callback-allowed.ts'
import { findAgent } from './find-agent.ts'
import { insertCall } from './insert-call.ts'
import { lockCalled } from './lock-called.ts'
import { loadCall } from './present-call.ts'
import { settleCall } from './settle-call.ts'

export const logCall = handler(contract.logCall, async ({ tx, actor, body }) => {
  const { applicationId, outcome = null } = body
  const { candidate_id: candidateId } = await assertVisible(tx, actor, applicationId)
  const { doNotCall } = await lockCalled(tx, actor.workspaceId, { candidateId, applicationId, outcome })
  if (doNotCall && outcome !== 'do_not_call' && body.direction === 'outbound')
    throw conflict(t`This person asked not to be called`)
  if (body.callbackAt && outcome !== 'do_not_call')
    await assertCallbackAllowed(tx, actor.workspaceId, candidateId)
  const agent = await findAgent(tx, actor, body.agentId)
  const id = await insertCall(tx, actor, body, { candidateId, agentId: agent?.id ?? null })
  const { movedTo } = await settleCall(tx, actor.workspaceId, id, {
    actor,
    agentId: agent?.kind === 'voice' ? agent.id : null,
    showsCallback: true,
  })
  return { ...(await loadCall(tx, actor, id)), movedTo }
})
