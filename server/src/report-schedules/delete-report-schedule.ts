import * as contract from '@muster/contract/report-schedules.ts'
import { handler } from '../http/handler.ts'
import { loadSchedule } from './load-schedules.ts'
import { recordScheduleChange } from './record-schedule-change.ts'

export const deleteReportSchedule = handler(contract.deleteReportSchedule, async (context) => {
  const { tx, actor, params } = context
  const schedule = await loadSchedule(tx, actor, params.id)
  await tx
    .deleteFrom('report_schedules')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .execute()
  await recordScheduleChange(tx, context, 'schedule_deleted', schedule)
  return undefined
})
