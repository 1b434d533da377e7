import * as contract from '@muster/contract/call-queues.ts'
import { type DayPart, type QueueReason, queueReasons } from '@muster/contract/call-queues.ts'
import { type RawBuilder, sql } from 'kysely'
import { inCurrentLanguage, t, translate } from '#texts'
import { formatContact } from '../calls/format-contact.ts'
import type { Database } from '../database/connect.ts'
import { type ExportColumn, number, text, time } from '../exports/export-column.ts'
import { exportList } from '../exports/export-list.ts'
import type { Actor } from '../session/actor.ts'
import { countByReason } from './count-call-queue.ts'
import { findQueuedPeople } from './list-queued-people.ts'
import { loadQueue, type QueueRow } from './load-queue.ts'
import { reasonLabels, stateLabels } from './queue-labels.ts'
import { callerOf, isOfCalendar, orderOf, type QueueCaller } from './queue-people.ts'

const the = (column: string) => sql.ref(`list.${column}`)

const groupKey = (code: string, triedIn: DayPart | null) => `${code} ${triedIn ?? ''}`

/** Returns when people become ready whom the calendar keeps waiting, by dialing code and part of the day. */
async function loadOpenings(
  db: Database,
  actor: Actor,
  queue: QueueRow,
  caller: QueueCaller,
): Promise<RawBuilder<unknown>> {
  const { counted, calendar, at } = await countByReason(db, actor, queue, caller)
  const openings = counted
    .filter(({ reason }) => isOfCalendar(reason))
    .map(({ code, triedIn }) => [groupKey(code, triedIn), calendar.openingOf(code, at, triedIn)?.at ?? null])
  return sql`${JSON.stringify(Object.fromEntries(openings))}::jsonb`
}

/** The columns of the state and the reason of a person; the reason is null for people whom the queue does not have. */
export function reasonColumns(reason: RawBuilder<unknown>): Record<'state' | 'reason', ExportColumn> {
  const stateOf = (stored: string) => (stored === 'left' ? stored : queueReasons[stored as QueueReason])
  const formatState = inCurrentLanguage((stored: string) => translate(stateLabels[stateOf(stored)]))
  const formatReason = inCurrentLanguage((stored: string) => translate(reasonLabels[stored as QueueReason]))
  return {
    state: text(t`State`, sql`coalesce(${reason}, 'left')`, {
      format: formatState,
      repeats: true,
      width: 12,
    }),
    reason: text(t`Reason`, reason, { format: formatReason, repeats: true, width: 30 }),
  }
}

/** The columns of who a person is, and of how to reach them, for rows with these names. */
export function personColumns(): Record<'candidate' | 'position' | 'company' | 'status', ExportColumn> &
  Record<'phone' | 'email' | 'candidateId' | 'applicationId', ExportColumn> {
  return {
    candidate: text(t`Candidate`, the('candidate_name'), { width: 24 }),
    position: text(t`Position`, the('position_name'), { width: 28, repeats: true }),
    company: text(t`Company`, the('company_name'), { width: 24, repeats: true }),
    status: text(t`Status`, the('status_name'), { width: 20, repeats: true }),
    phone: text(t`Phone`, the('phone'), { contact: true, width: 18 }),
    email: text(t`Email`, the('email'), { contact: true, width: 28 }),
    candidateId: text(t`Candidate ID`, the('candidate_id'), { width: 38 }),
    applicationId: text(t`Application ID`, the('id'), { width: 38 }),
  }
}

export const exportQueuedPeople = exportList(
  contract.exportQueuedPeople,
  { sees: 'calls:write', what: 'queued_people' },
  async ({ tx, actor, params, query }) => {
    const queue = await loadQueue(tx, actor, params.id)
    const caller = { ...callerOf(actor, query.campaign), at: new Date() }
    const { rows } = await findQueuedPeople(tx, actor, queue, { ...caller, reason: query.reason })
    const openings = await loadOpenings(tx, actor, queue, caller)
    const ofCalendar = Object.keys(queueReasons).filter((reason) => isOfCalendar(reason as QueueReason))
    const opens = sql`(${openings} ->> concat(${the('code')}, ' ', ${the('tried_in')}))::timestamptz`
    const { phone, email, candidateId, applicationId, ...who } = personColumns()
    return {
      name: t`Call queue ${queue.name}`,
      columns: {
        ...who,
        ...reasonColumns(the('reason')),
        ready: time(
          t`Ready from`,
          sql`case when ${the('reason')} = any(${ofCalendar}::text[]) then ${opens} else ${the('ready_at')} end`,
        ),
        callback: time(t`Callback`, the('callback_at')),
        tries: number(t`Tries`, the('tries')),
        lastCall: time(t`Last call`, the('last_contact_at')),
        lastCallResult: text(t`Last call result`, the('last_contact_result'), {
          format: inCurrentLanguage(formatContact),
          repeats: true,
          width: 24,
        }),
        phone,
        email,
        candidateId,
        applicationId,
      },
      rows: rows
        .innerJoin('statuses', (join) =>
          join
            .onRef('statuses.workspace_id', '=', 'applications.workspace_id')
            .onRef('statuses.id', '=', 'applications.status_id'),
        )
        .select(['statuses.name as status_name', 'candidates.email']),
      idColumn: 'applications.id',
      order: orderOf(queue, query.reason),
      details: { queueId: queue.id, queue: queue.name },
    }
  },
)
