import * as contract from '@muster/contract/agents.ts'
import { handler } from '../http/handler.ts'
import { loadAgent } from './present-agent.ts'

export const getAgent = handler(contract.getAgent, ({ tx, actor, params }) => loadAgent(tx, actor, params.id))
