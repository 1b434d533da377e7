import { planLimitKeys } from '@muster/contract/plan-limits.ts'
import { newId } from '../../database/new-id.ts'
import { signedEvent } from '../stripe-peer.ts'
import { nothing, type ValidCalls } from './valid-call.ts'

const terms = () => ({
  priceMonthlyMinor: 4900,
  priceYearlyMinor: 49000,
  currency: 'EUR',
  perSeat: false,
  trialDays: 0,
  limits: Object.fromEntries(planLimitKeys.map((key) => [key, 'unlimited'])),
  features: ['Everything'],
})

/** Plans and usage. Plans are shared: their ids belong to no workspace. */
export const planCalls: ValidCalls = {
  listPlans: () => ({ query: { state: 'public' } }),
  getPlan: ({ plans }) => ({ params: { id: plans.sold } }),
  createPlan: () => ({ body: { name: `Plan ${newId().slice(-12)}`, ...terms() } }),
  updatePlan: ({ plans }) => ({ params: { id: plans.spare }, body: { priceMonthlyMinor: 5900 } }),
  archivePlan: ({ plans }) => ({ params: { id: plans.spare } }),
  orderPlans: ({ plans }) => ({ body: { planIds: plans.all } }),
  listPlanTerms: ({ plans }) => ({ params: { id: plans.sold } }),
  listPlanWorkspaces: ({ plans }) => ({ params: { id: plans.sold }, query: { q: 'a' } }),
  getUsage: nothing,

  getActiveSubscription: nothing,
  previewChange: ({ plans }) => ({ query: { planId: plans.dearer, interval: 'month' } }),
  checkout: ({ plans }) => ({ body: { planId: plans.dearer, interval: 'year' } }),
  withdrawCheckout: nothing,
  cancelSubscription: () => ({ body: { reason: 'Too little to do' } }),
  resumeSubscription: nothing,
  openPortal: nothing,
  getBillingDetails: nothing,
  updateBillingDetails: () => ({
    body: { name: 'Acme', address: '1 Street', taxId: '', email: 'bills@example.com' },
  }),
  listInvoices: () => ({ query: { state: 'paid', q: 'INV' } }),
  downloadInvoice: ({ ids }) => ({ params: { id: ids.invoice! } }),

  listAllInvoices: ({ workspaceId }) => ({ query: { workspaceId, q: 'INV' } }),
  downloadAnyInvoice: ({ ids }) => ({ params: { id: ids.openInvoice! } }),
  markInvoicePaid: ({ ids }) => ({ params: { id: ids.openInvoice! }, body: { note: 'By bank' } }),
  voidInvoice: ({ ids }) => ({ params: { id: ids.openInvoice! }, body: { reason: 'A mistake' } }),
  getWorkspaceSubscription: ({ workspaceId }) => ({ params: { id: workspaceId } }),
  previewWorkspaceChange: ({ ids, plans }) => ({
    params: { id: ids.otherWorkspace! },
    query: { planId: plans.spare, interval: 'month' },
  }),
  setWorkspaceSubscription: ({ ids, plans }) => ({
    params: { id: ids.otherWorkspace! },
    body: { planId: plans.dearer, interval: 'month' },
  }),
  grantPlan: ({ ids, plans }) => ({ params: { id: ids.otherWorkspace! }, body: { planId: plans.spare } }),
  cancelWorkspaceSubscription: ({ workspaceId }) => ({
    params: { id: workspaceId },
    body: { when: 'now', reason: 'They left' },
  }),
  receiveStripeEvent: () => signedEvent({ object: 'customer', id: `cus_${newId()}` }),
  getBillingSettings: nothing,
  updateBillingSettings: () => ({
    body: {
      sellerName: 'Muster Ltd',
      sellerAddress: '2 Street',
      sellerTaxId: 'GB1',
      sellerEmail: 'bills@example.org',
      paymentInstructions: 'To the bank',
      daysUntilDue: 14,
      graceDays: 14,
    },
  }),
}
