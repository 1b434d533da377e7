import * as contract from '@muster/contract/invoices.ts'
import { streamHandler } from '../http/handler.ts'
import { sendInvoice } from './download-invoice.ts'

export const downloadAnyInvoice = streamHandler(contract.downloadAnyInvoice, (context, _, reply) =>
  sendInvoice(context, context.params.id, null, reply),
)
