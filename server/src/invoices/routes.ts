import { downloadAnyInvoice } from './download-any-invoice.ts'
import { downloadInvoice } from './download-invoice.ts'
import { listAllInvoices } from './list-all-invoices.ts'
import { listInvoices } from './list-invoices.ts'
import { markInvoicePaid } from './mark-invoice-paid.ts'
import { voidInvoice } from './void-invoice.ts'

export const invoiceRoutes = [
  listInvoices,
  downloadInvoice,
  listAllInvoices,
  downloadAnyInvoice,
  markInvoicePaid,
  voidInvoice,
]
