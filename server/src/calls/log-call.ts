import * as contract from '@muster/contract/calls.ts'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import { applyChanges, readValues } from '../custom-fields/read-values.ts'
import { recordValues } from '../custom-fields/record-values.ts'
import { handler } from '../http/handler.ts'
import { assertChangeable } from '../policies/visible-applications.ts'
import { applyCallEffects } from './apply-call-effects.ts'
import { callbackRefused } from './callback-allowed.ts'
import { findAgent } from './find-agent.ts'
import { findPlaced, finishPlaced } from './finish-placed.ts'
import { insertCall } from './insert-call.ts'
import { lockCallTargets } from './lock-call-targets.ts'
import { loadCall } from './present-call.ts'
import { assertOutcomeFields } from './required-by-outcome.ts'

export const logCall = handler(contract.logCall, async ({ tx, actor, body, caller }) => {
  const { applicationId, outcome = null } = body
  const { candidate_id: candidateId } = await assertChangeable(tx, actor, applicationId)
  const placed = await findPlaced(tx, actor, body)
  const { doNotCall } = await lockCallTargets(tx, actor.workspaceId, { candidateId, applicationId, outcome })
  if (doNotCall && outcome !== 'do_not_call' && body.direction === 'outbound' && !placed)
    throw conflict(t`This candidate asked not to be called`)
  if (doNotCall && body.callbackAt && outcome !== 'do_not_call') throw callbackRefused()
  const agent = await findAgent(tx, actor, body.agentId)
  const changes = await readValues(tx, actor, 'call', body.customFields, {}, { isNew: true })
  const values = applyChanges({}, changes)
  await assertOutcomeFields(tx, actor, outcome, values)
  const logged = { candidateId, agentId: agent?.id ?? null, values }
  const id = placed
    ? await finishPlaced(tx, actor, placed.id, body, logged)
    : await insertCall(tx, actor, body, logged)
  await recordValues(tx, actor, caller, { kind: 'call', id }, changes)
  const { movedTo } = await applyCallEffects(tx, actor.workspaceId, id, {
    actor,
    agentId: agent?.kind === 'voice' ? agent.id : null,
    showsCallback: true,
  })
  return { ...(await loadCall(tx, actor, id)), movedTo }
})
