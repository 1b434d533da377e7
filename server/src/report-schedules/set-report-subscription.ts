import * as contract from '@muster/contract/report-schedules.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { writeTransaction } from '../database/transaction.ts'
import { publicHandler, webhookHandler } from '../http/handler.ts'
import { readSubscriptionToken } from './subscription-token.ts'

interface Found {
  report: string
  workspace: string
  report_id: string
  was_subscribed: boolean
}

/**
 * Subscribes the recipient of a link or unsubscribes them. Repeating it changes nothing.
 * @throws VALIDATION on `token` for a link that is not signed by this installation, or of a deleted schedule
 */
async function setSubscription(tx: Database, token: string, isSubscribed: boolean, ip: string) {
  const subscription = await readSubscriptionToken(tx, token)
  const broken = () =>
    invalid('token', t`This link does not work any more. The report may have been deleted.`)
  if (!subscription) throw broken()
  const { workspaceId, scheduleId, userId } = subscription
  const { rows } = await sql<Found>`
    select r.name as report, r.id as report_id, w.name as workspace, p.unsubscribed_at is null as was_subscribed
    from report_recipients p
    join report_schedules s on s.workspace_id = p.workspace_id and s.id = p.schedule_id
    join saved_reports r on r.workspace_id = s.workspace_id and r.id = s.report_id
    join workspaces w on w.id = p.workspace_id
    where p.workspace_id = ${workspaceId} and p.schedule_id = ${scheduleId} and p.user_id = ${userId}
    for update of p
  `.execute(tx)
  const [found] = rows
  if (!found) throw broken()
  if (found.was_subscribed !== isSubscribed) {
    await tx
      .updateTable('report_recipients')
      .set({ unsubscribed_at: isSubscribed ? null : sql<string>`now()` })
      .where('workspace_id', '=', workspaceId)
      .where('schedule_id', '=', scheduleId)
      .where('user_id', '=', userId)
      .execute()
    await recordAudit(tx, {
      workspaceId,
      userId,
      action: isSubscribed ? 'report.subscribed' : 'report.unsubscribed',
      ip,
      subject: { kind: 'report', id: found.report_id },
      details: { name: found.report },
    })
  }
  return { report: found.report, workspace: found.workspace, isSubscribed }
}

export const setReportSubscription = publicHandler(
  contract.setReportSubscription,
  ({ tx, body: { token, isSubscribed }, caller }) => setSubscription(tx, token, isSubscribed, caller.ip),
)

/** Mail programs send a form with it. */
export const unsubscribeWithOneClick = webhookHandler(
  contract.unsubscribeWithOneClick,
  ({ services, params, caller }) =>
    writeTransaction(services.db, (tx) => setSubscription(tx, params.token, false, caller.ip)),
)
