import * as contract from '@muster/contract/report-schedules.ts'
import { readsFacts } from '../facts/reads-facts.ts'
import { asReport, handler } from '../http/handler.ts'
import { createReportSchedule } from './create-report-schedule.ts'
import { deleteReportSchedule } from './delete-report-schedule.ts'
import { downloadReport } from './download-report.ts'
import { downloadSavedReport } from './download-saved-report.ts'
import { listReportSendings } from './list-report-sendings.ts'
import { findSchedules, loadSchedule } from './load-schedules.ts'
import { sendSavedReport } from './send-saved-report.ts'
import { setReportSubscription, unsubscribeWithOneClick } from './set-report-subscription.ts'
import { updateReportSchedule } from './update-report-schedule.ts'

const listReportSchedules = handler(contract.listReportSchedules, async ({ tx, actor, query }) => ({
  items: await findSchedules(tx, actor, query),
}))

const getReportSchedule = handler(contract.getReportSchedule, ({ tx, actor, params }) =>
  loadSchedule(tx, actor, params.id),
)

export const reportScheduleRoutes = [
  listReportSchedules,
  createReportSchedule,
  getReportSchedule,
  updateReportSchedule,
  deleteReportSchedule,
  listReportSendings,
  sendSavedReport,
  asReport(readsFacts(downloadSavedReport)),
  asReport(readsFacts(downloadReport)),
  setReportSubscription,
  unsubscribeWithOneClick,
]
