import * as contract from '@muster/contract/report-schedules.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { loadSavedReport } from '../saved-reports/present-saved-report.ts'
import { loadSchedule } from './load-schedules.ts'
import { nextOccurrence } from './next-occurrence.ts'
import { readAddress } from './read-address.ts'
import { readTiming } from './read-timing.ts'
import { assertRecipients, setRecipients } from './recipients.ts'
import { recordScheduleChange } from './record-schedule-change.ts'

export const createReportSchedule = handler(contract.createReportSchedule, async (context) => {
  const { tx, actor, body } = context
  const { hour, timezone, isPaused } = body
  const report = await loadSavedReport(tx, actor, body.reportId)
  const timing = { ...readTiming(body), hour, timezone }
  await assertRecipients(tx, actor, readAddress(report.query), body.recipientIds)
  const id = newId()
  await tx
    .insertInto('report_schedules')
    .values({
      workspace_id: actor.workspaceId,
      id,
      report_id: report.id,
      user_id: actor.userId,
      ...timing,
      with_pdf: body.withPdf,
      with_rows: body.withRows,
      is_paused: isPaused,
      next_at: isPaused ? null : await nextOccurrence(tx, timing),
    })
    .execute()
  await setRecipients(tx, actor.workspaceId, id, body.recipientIds)
  const schedule = await loadSchedule(tx, actor, id)
  await recordScheduleChange(tx, context, 'scheduled', schedule)
  return schedule
})
