import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, text } from './fields.ts'
import { intervals } from './plans.ts'
import { getActiveSubscription, previewChange } from './subscriptions.ts'

const standing = getActiveSubscription.response!

export const getWorkspaceSubscription = endpoint({
  name: 'getWorkspaceSubscription',
  tag: 'Admin',
  summary: 'Get the plan and subscription of a workspace',
  description: 'Returns the plan, subscription and unpaid checkout of a workspace.',
  method: 'GET',
  path: '/admin/workspaces/{id}/subscription/',
  permission: 'platform:manage',
  params: idParams,
  response: standing,
})

export const previewWorkspaceChange = endpoint({
  name: 'previewWorkspaceChange',
  tag: 'Admin',
  summary: 'Preview a plan change of a workspace',
  description: 'Like `previewChange`, for any workspace. Hidden plans are allowed.',
  method: 'GET',
  path: '/admin/workspaces/{id}/subscription/preview/',
  permission: 'platform:manage',
  params: idParams,
  query: previewChange.query!,
  response: previewChange.response!,
  errors: ['CONFLICT'],
})

export const setWorkspaceSubscription = endpoint({
  name: 'setWorkspaceSubscription',
  tag: 'Admin',
  summary: 'Put a workspace on a paid plan',
  description:
    'Puts a workspace on a plan, which may be hidden, as if its owner had chosen it: with an invoice to pay ' +
    "by hand, which goes to the owners. CONFLICT as for `checkout`, and if Stripe has the workspace's " +
    'subscription, which only the owner can change.',
  method: 'PUT',
  path: '/admin/workspaces/{id}/subscription/',
  permission: 'platform:manage',
  params: idParams,
  body: z.object({
    planId: id,
    interval: z.enum(intervals),
    seats: z.int().min(1).max(100_000).optional(),
  }),
  response: standing,
  errors: ['CONFLICT'],
})

export const grantPlan = endpoint({
  name: 'grantPlan',
  tag: 'Admin',
  summary: 'Grant a plan to a workspace',
  description:
    'Gives a workspace a plan without payment. It applies whenever the workspace has no live subscription; a ' +
    'live one continues and takes precedence until it ends.',
  method: 'PUT',
  path: '/admin/workspaces/{id}/plan/',
  permission: 'platform:manage',
  params: idParams,
  body: z.object({ planId: id }),
  response: standing,
})

export const cancelWorkspaceSubscription = endpoint({
  name: 'cancelWorkspaceSubscription',
  tag: 'Admin',
  summary: "Cancel a workspace's subscription",
  description:
    'Ends the subscription of a workspace, now or at the end of its period. CONFLICT if there is none.',
  method: 'POST',
  path: '/admin/workspaces/{id}/subscription/cancel/',
  permission: 'platform:manage',
  params: idParams,
  body: z.object({ when: z.enum(['now', 'period_end']), reason: text(500, 1) }),
  response: standing,
  errors: ['CONFLICT', 'UNAVAILABLE'],
})

export const billingSettings = z.object({
  sellerName: text(200).describe('Who sells, as invoices name them'),
  sellerAddress: text(500).describe('Lines of an address'),
  sellerTaxId: text(60).describe('Such as a VAT number'),
  sellerEmail: text(254),
  paymentInstructions: text(1000).describe('How to pay an invoice made by hand, such as a bank account'),
  daysUntilDue: z.int().min(0).max(120).describe('Days from an invoice made by hand to when it is due'),
  graceDays: z.int().min(0).max(120).describe('Days that everything still works after an invoice is overdue'),
})

export const getBillingSettings = endpoint({
  name: 'getBillingSettings',
  tag: 'Admin',
  summary: 'Get billing settings',
  description: "Returns the seller's details on invoices paid by hand, and the days until payment is due.",
  method: 'GET',
  path: '/admin/billing/',
  permission: 'platform:manage',
  response: billingSettings,
})

export const updateBillingSettings = endpoint({
  name: 'updateBillingSettings',
  tag: 'Admin',
  summary: 'Change billing settings',
  description: 'Changes these details for future invoices. Existing invoices do not change.',
  method: 'PUT',
  path: '/admin/billing/',
  permission: 'platform:manage',
  body: billingSettings,
  response: billingSettings,
})
