import { getWorkspaceSubscription } from '@muster/contract/admin-billing.ts'
import { listAllInvoices, listInvoices } from '@muster/contract/invoices.ts'
import { getUsage, listPlans, listPlanTerms, listPlanWorkspaces } from '@muster/contract/plans.ts'
import { getActiveSubscription } from '@muster/contract/subscriptions.ts'
import { invalidate } from '../api/query.ts'

/** What a workspace has or owes is another: its subscription follows its invoices, and plans count who is on them. */
export function billingChanged(): Promise<void> {
  return invalidate(
    getWorkspaceSubscription,
    listAllInvoices,
    listPlans,
    listPlanTerms,
    listPlanWorkspaces,
    // Whoever sells has a workspace too.
    getActiveSubscription,
    listInvoices,
    getUsage,
  )
}
