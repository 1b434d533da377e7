import * as contract from '@muster/contract/agents.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { agentColumns, announceAgent, setPositions } from './agent-input.ts'
import { loadAgent } from './present-agent.ts'

export const createAgent = handler(contract.createAgent, async ({ tx, actor, body }) => {
  const { kind, ...input } = body
  const { workspaceId } = actor
  const id = newId()
  await tx
    .insertInto('agents')
    .values({
      ...(await agentColumns(tx, actor, kind, input)),
      workspace_id: workspaceId,
      id,
      kind,
      name: input.name,
    })
    .execute()
  await setPositions(tx, actor, id, input.positionIds)
  await announceAgent(tx, actor, id)
  return loadAgent(tx, actor, id)
})
