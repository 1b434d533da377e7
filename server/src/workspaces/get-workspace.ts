import * as contract from '@muster/contract/workspace.ts'
import { handler } from '../http/handler.ts'
import { loadWorkspace } from './present-workspace.ts'

export const getWorkspace = handler(contract.getWorkspace, ({ tx, actor, services }) =>
  loadWorkspace(tx, services.config, actor.workspaceId),
)
