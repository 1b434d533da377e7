import * as contract from '@muster/contract/report-schedules.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'
import { loadSchedule } from './load-schedules.ts'

type Outcome = (typeof contract.deliveryOutcomes)[number]

const listed = 20

/** The state of an email; one that is not stored any more was sent. */
const mailState = sql<'waiting' | 'sent' | 'retrying' | 'canceled' | null>`case
  when d.mail_id is null then null
  when m.canceled_at is not null then 'canceled'
  when m.id is null or m.sent_at is not null then 'sent'
  when m.error is not null then 'retrying'
  else 'waiting'
end`

export const listReportSendings = handler(contract.listReportSendings, async ({ tx, actor, params }) => {
  const { id } = await loadSchedule(tx, actor, params.id)
  const sendings = await tx
    .selectFrom('report_sendings')
    .where('workspace_id', '=', actor.workspaceId)
    .where('schedule_id', '=', id)
    .select(['id', 'due_at'])
    .orderBy('due_at', 'desc')
    .limit(listed)
    .execute()
  const deliveries = await tx
    .selectFrom('report_deliveries as d')
    .innerJoin('users as u', (join) =>
      join.onRef('u.workspace_id', '=', 'd.workspace_id').onRef('u.id', '=', 'd.user_id'),
    )
    .leftJoin('mails as m', (join) =>
      join.onRef('m.workspace_id', '=', 'd.workspace_id').onRef('m.id', '=', 'd.mail_id'),
    )
    .where('d.workspace_id', '=', actor.workspaceId)
    .where(sql<boolean>`d.sending_id = any(${sendings.map((sending) => sending.id)}::uuid[])`)
    .select(['d.sending_id', 'd.user_id', 'd.outcome', 'd.ended_at', 'u.name'])
    .select(mailState.as('mail'))
    .orderBy(sql`lower(u.name)`)
    .orderBy('u.id')
    .execute()
  const bySending = Map.groupBy(deliveries, (delivery) => delivery.sending_id)
  return {
    items: sendings.map((sending) => ({
      id: sending.id,
      dueAt: sending.due_at,
      deliveries: (bySending.get(sending.id) ?? []).map((delivery) => ({
        user: { id: delivery.user_id, name: delivery.name },
        outcome: delivery.outcome as Outcome,
        mail: delivery.mail,
        endedAt: delivery.ended_at,
      })),
    })),
  }
})
