import * as contract from '@muster/contract/report-schedules.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { reserveMail } from '../mail/mail-limits.ts'
import { loadSavedReport } from '../saved-reports/present-saved-report.ts'

export const sendSavedReport = handler(
  contract.sendSavedReport,
  async ({ tx, actor, params, body, services }) => {
    const { workspaceId, userId } = actor
    const report = await loadSavedReport(tx, actor, params.id)
    await reserveMail(tx, services.config, { workspaceId, userId, recipient: actor.email })
    const id = newId()
    await tx
      .insertInto('report_sendings')
      .values({
        workspace_id: workspaceId,
        id,
        report_id: report.id,
        user_id: userId,
        with_pdf: body.withPdf,
        with_rows: body.withRows,
      })
      .execute()
    await tx
      .insertInto('report_deliveries')
      .values({ workspace_id: workspaceId, sending_id: id, user_id: userId })
      .execute()
    await services.jobs.send(tx, 'send-report', { workspaceId, sendingId: id })
    return { id }
  },
)
