import * as contract from '@muster/contract/admin-billing.ts'
import { handler } from '../http/handler.ts'
import { loadWorkspaceStanding } from './workspace-standing.ts'

export const getWorkspaceSubscription = handler(
  contract.getWorkspaceSubscription,
  ({ tx, params, services }) => loadWorkspaceStanding(tx, services, params.id),
)
