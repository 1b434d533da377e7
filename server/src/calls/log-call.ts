import * as contract from '@muster/contract/calls.ts'
import { recordActivity } from '../activity-logs/record-activity.ts'
import { handler } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import { countTries } from './count-calls.ts'
import { describeContact } from './describe-contact.ts'
import { findAgent } from './find-agent.ts'
import { insertCall } from './insert-call.ts'
import { lockCalled } from './lock-called.ts'
import { markDoNotCall } from './mark-do-not-call.ts'
import { loadCall } from './present-call.ts'
import { showContact } from './show-contact.ts'

export const logCall = handler(contract.logCall, async ({ tx, actor, body }) => {
  const { workspaceId, userId } = actor
  const { applicationId, endReason, outcome = null } = body
  const isDoNotCall = outcome === 'do_not_call'
  const { candidateId, application, others } = await lockCalled(tx, actor, applicationId, isDoNotCall)
  const agent = await findAgent(tx, actor, body.agentId)
  const call = await insertCall(tx, actor, body, { candidateId, agentId: agent?.id ?? null })
  const tries = await countTries(tx, workspaceId, applicationId)
  const result = describeContact({ endReason, outcome, tries })
  await showContact(tx, workspaceId, application, {
    at: call.startedAt,
    result,
    callbackAt: body.callbackAt ?? null,
  })
  if (isDoNotCall) await markDoNotCall(tx, workspaceId, candidateId)
  await recordActivity(tx, [
    {
      workspaceId,
      applicationId,
      positionId: application.position_id,
      kind: 'call',
      userId,
      agentId: agent?.kind === 'voice' ? agent.id : null,
      newValue: result,
      body: body.summary ?? null,
      callId: call.id,
    },
  ])
  const changed = [application, ...others]
  await announce(tx, workspaceId, {
    kind: 'applications-changed',
    applicationIds: changed.map(({ id }) => id),
    positionIds: [...new Set(changed.map((one) => one.position_id))],
    actorId: userId,
  })
  await announce(tx, workspaceId, { kind: 'activity-logged', applicationId, actorId: userId })
  return loadCall(tx, actor, call.id)
})
