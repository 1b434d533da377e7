import * as contract from '@muster/contract/report-schedules.ts'
import { streamHandler } from '../http/handler.ts'
import { loadSavedReport } from '../saved-reports/present-saved-report.ts'
import { readAddress } from './read-address.ts'
import { sendReportPdf } from './send-report-pdf.ts'

export const downloadSavedReport = streamHandler(contract.downloadSavedReport, async (context, _, reply) => {
  const { id, name, query } = await loadSavedReport(context.tx, context.actor, context.params.id)
  return sendReportPdf(context, reply, { name, address: readAddress(query), savedReportId: id })
})
