import { getWorkspaceSubscription } from '@muster/contract/admin-billing.ts'
import { listAllInvoices, listInvoices } from '@muster/contract/invoices.ts'
import { getUsage, listPlans, listPlanTerms, listPlanWorkspaces } from '@muster/contract/plans.ts'
import { getActiveSubscription } from '@muster/contract/subscriptions.ts'
import { invalidate } from '../api/query.ts'

/**
 * Invalidates everything that depends on a workspace's billing: subscriptions follow invoices, and plans
 * count subscribers.
 */
export function billingChanged(): Promise<void> {
  return invalidate(
    getWorkspaceSubscription,
    listAllInvoices,
    listPlans,
    listPlanTerms,
    listPlanWorkspaces,
    // The seller has a workspace too.
    getActiveSubscription,
    listInvoices,
    getUsage,
  )
}
