import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, list, text, timestamp } from './fields.ts'
import { page, pageQuery } from './paging.ts'
import { currency, maxMinor, minor } from './plans.ts'

/** Open: to be paid. Paid. Void: nothing is owed; its number stays in use. */
export const invoiceStates = ['open', 'paid', 'void'] as const

/** An amount of a line; negative for a credit. */
const signedMinor = z.int().min(-maxMinor).max(maxMinor)

/**
 * A plan for a period, a credit for its unused part (`credit`), or what Stripe adds or subtracts, such as tax or a
 * discount (`other`).
 */
export const invoiceLine = z.object({
  kind: z.enum(['plan', 'credit', 'other']),
  planName: z.string(),
  interval: z.enum(['month', 'year']),
  quantity: z.int().describe('Seats, or 1 where the plan is not sold by the seat'),
  unitMinor: minor.describe('The price of one for a whole interval, in minor units of the currency'),
  amountMinor: signedMinor.describe('What the line comes to, in minor units; negative for a credit'),
  from: timestamp.nullable().describe('Null on a first invoice: the time runs from the day it is paid'),
  to: timestamp.nullable(),
})

/** The recipient or the issuer of an invoice. */
export const party = z.object({
  name: z.string(),
  address: z.string().nullable().describe('Lines of an address'),
  taxId: z.string().nullable().describe('Such as a VAT number'),
  email: z.string().nullable(),
})

export const invoice = z.object({
  id,
  number: z
    .string()
    .describe('Without gaps over the installation where made by hand, else as Stripe numbers it'),
  state: z.enum(invoiceStates),
  provider: z.enum(['manual', 'stripe']),
  lines: z.array(invoiceLine),
  totalMinor: signedMinor.describe('The sum of its lines, in minor units of the currency'),
  currency,
  billTo: party,
  issuedAt: timestamp,
  updatedAt: timestamp,
  dueAt: timestamp,
  paidAt: timestamp.nullable(),
  voidedAt: timestamp.nullable(),
  isOverdue: z.boolean().describe('Open, and due before now'),
  hostedUrl: z
    .string()
    .nullable()
    .describe(
      'Where Stripe shows the invoice and takes the payment; null where made by hand, then there is a PDF',
    ),
})

export const listInvoices = endpoint({
  name: 'listInvoices',
  tag: 'Billing',
  summary: 'List invoices',
  description: "Returns the workspace's invoices, newest first.",
  method: 'GET',
  path: '/invoices/',
  permission: 'billing:manage',
  query: pageQuery(['-issuedAt']).extend({ state: list(z.enum(invoiceStates)) }),
  response: page(invoice),
})

export const downloadInvoice = endpoint({
  name: 'downloadInvoice',
  tag: 'Billing',
  summary: 'Download an invoice',
  description:
    "Returns an invoice as a PDF, in the caller's language. CONFLICT for one of Stripe's, which is at its " +
    '`hostedUrl`.',
  method: 'GET',
  path: '/invoices/{id}/pdf/',
  permission: 'billing:manage',
  params: idParams,
  streams: 'application/pdf',
  errors: ['CONFLICT'],
})

export const administeredInvoice = invoice.extend({
  workspace: z.object({ id, name: z.string() }),
  note: z.string().nullable().describe('What was noted when it was marked as paid or void'),
  can: z.object({ markPaid: z.boolean(), void: z.boolean() }),
})

export const listAllInvoices = endpoint({
  name: 'listAllInvoices',
  tag: 'Admin',
  summary: 'List the invoices of all workspaces',
  description:
    "Returns the invoices of all workspaces, newest first. `q` searches their numbers and the workspaces' " +
    'names.',
  method: 'GET',
  path: '/admin/invoices/',
  permission: 'platform:manage',
  query: pageQuery(['-issuedAt']).extend({ state: list(z.enum(invoiceStates)), workspaceId: id.optional() }),
  response: page(administeredInvoice),
})

export const downloadAnyInvoice = endpoint({
  name: 'downloadAnyInvoice',
  tag: 'Admin',
  summary: 'Download an invoice of any workspace',
  description: "Returns an invoice of any workspace as a PDF. CONFLICT for one of Stripe's.",
  method: 'GET',
  path: '/admin/invoices/{id}/pdf/',
  permission: 'platform:manage',
  params: idParams,
  streams: 'application/pdf',
  errors: ['CONFLICT'],
})

export const markInvoicePaid = endpoint({
  name: 'markInvoicePaid',
  tag: 'Admin',
  summary: 'Mark an invoice as paid',
  description:
    'Marks an invoice as paid by hand; its subscription begins or continues. CONFLICT for one that is not ' +
    "open, or is Stripe's.",
  method: 'POST',
  path: '/admin/invoices/{id}/pay/',
  permission: 'platform:manage',
  params: idParams,
  body: z.object({ note: text(300).optional() }),
  response: administeredInvoice,
  errors: ['CONFLICT'],
})

export const voidInvoice = endpoint({
  name: 'voidInvoice',
  tag: 'Admin',
  summary: 'Void an invoice',
  description:
    'Voids an invoice: nothing is owed, and its number stays in use. Its checkout, if any, is withdrawn. A ' +
    'subscription that is past due only because of it becomes active again. CONFLICT for one that is not ' +
    "open, or is Stripe's.",
  method: 'POST',
  path: '/admin/invoices/{id}/void/',
  permission: 'platform:manage',
  params: idParams,
  body: z.object({ reason: text(300, 1) }),
  response: administeredInvoice,
  errors: ['CONFLICT'],
})
