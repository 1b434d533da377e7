import * as contract from '@muster/contract/report-schedules.ts'
import { streamHandler } from '../http/handler.ts'
import { readAddress, readSearch } from './read-address.ts'
import { sendReportPdf } from './send-report-pdf.ts'

export const downloadReport = streamHandler(contract.downloadReport, async (context, _, reply) => {
  const { name, search } = context.query
  return sendReportPdf(context, reply, { name, address: readAddress(readSearch(search)) })
})
