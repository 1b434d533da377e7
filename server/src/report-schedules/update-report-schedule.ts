import * as contract from '@muster/contract/report-schedules.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { forbidden, staleVersion } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { loadSavedReport } from '../saved-reports/present-saved-report.ts'
import { loadSchedule } from './load-schedules.ts'
import { nextOccurrence } from './next-occurrence.ts'
import { readAddress } from './read-address.ts'
import { readTiming } from './read-timing.ts'
import { assertRecipients, setRecipients } from './recipients.ts'
import { recordScheduleChange } from './record-schedule-change.ts'

export const updateReportSchedule = handler(contract.updateReportSchedule, async (context) => {
  const { tx, actor, params, body } = context
  const before = await loadSchedule(tx, actor, params.id)
  const { isPaused: _, version: __, ...others } = body
  if (!before.can.edit && Object.values(others).some((value) => value !== undefined))
    throw forbidden(t`Only ${before.owner.name} can change this schedule. You can pause or delete it.`)
  const wanted = {
    frequency: body.frequency ?? before.frequency,
    weekdays: body.weekdays ?? before.weekdays,
    monthDay: body.monthDay === undefined ? before.monthDay : body.monthDay,
  }
  const isPaused = body.isPaused ?? before.isPaused
  const timing = {
    ...readTiming(wanted),
    hour: body.hour ?? before.hour,
    timezone: body.timezone ?? before.timezone,
  }
  if (body.recipientIds) {
    // Those who get it already may stay, whatever became of them: the schedule says so.
    const known = new Set(before.recipients.map(({ user }) => user.id))
    const report = await loadSavedReport(tx, actor, before.report.id)
    const added = body.recipientIds.filter((userId) => !known.has(userId))
    await assertRecipients(tx, actor, readAddress(report.query), added)
  }
  const updated = await tx
    .updateTable('report_schedules')
    .set({
      ...timing,
      with_pdf: body.withPdf ?? before.withPdf,
      with_rows: body.withRows ?? before.withRows,
      is_paused: isPaused,
      next_at: isPaused ? null : await nextOccurrence(tx, timing),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .where('version', '=', body.version ?? before.version)
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) throw staleVersion((await loadSchedule(tx, actor, params.id)).version)
  if (body.recipientIds) await setRecipients(tx, actor.workspaceId, params.id, body.recipientIds)
  const after = await loadSchedule(tx, actor, params.id)
  await recordScheduleChange(tx, context, 'schedule_changed', after)
  return after
})
