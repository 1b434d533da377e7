import * as contract from '@muster/contract/saved-reports.ts'
import { handler } from '../http/handler.ts'
import { createSavedReport } from './create-saved-report.ts'
import { deleteSavedReport } from './delete-saved-report.ts'
import { findSavedReports, loadSavedReport } from './present-saved-report.ts'
import { restoreSavedReport } from './restore-saved-report.ts'
import { updateSavedReport } from './update-saved-report.ts'

const listSavedReports = handler(contract.listSavedReports, async ({ tx, actor }) => ({
  items: await findSavedReports(tx, actor),
}))

const getSavedReport = handler(contract.getSavedReport, ({ tx, actor, params }) =>
  loadSavedReport(tx, actor, params.id),
)

export const savedReportRoutes = [
  listSavedReports,
  createSavedReport,
  getSavedReport,
  updateSavedReport,
  deleteSavedReport,
  restoreSavedReport,
]
