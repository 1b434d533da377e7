import * as contract from '@muster/contract/invoices.ts'
import { streamHandler } from '../http/handler.ts'
import { sendInvoice } from './download-invoice.ts'

export const downloadAnyInvoice = streamHandler(contract.downloadAnyInvoice, ({ tx, params }, _, reply) =>
  sendInvoice(tx, params.id, null, reply),
)
