import * as contract from '@muster/contract/admin-billing.ts'
import { handler } from '../http/handler.ts'
import { loadWorkspaceBillingStatus } from './workspace-billing-status.ts'

export const getWorkspaceSubscription = handler(
  contract.getWorkspaceSubscription,
  ({ tx, params, services }) => loadWorkspaceBillingStatus(tx, services, params.id),
)
