import type { DayPart, QueueReason } from '@muster/contract/call-queues.ts'
import * as contract from '@muster/contract/call-queues.ts'
import { sql } from 'kysely'
import { formatContact } from '../calls/format-contact.ts'
import { localTimeOf } from '../calls/local-time.ts'
import type { Database } from '../database/connect.ts'
import { fetchCountedPage, type Rows } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { loadQueue, type QueueRow } from './load-queue.ts'
import {
  callerOf,
  isOfCalendar,
  orderOf,
  type QueueCaller,
  type QueuePeople,
  queuePeople,
} from './queue-people.ts'

interface Queued {
  id: string
  candidate_id: string
  candidate_name: string
  position_id: string
  position_name: string
  company_name: string
  phone: string | null
  code: string | null
  tried_in: DayPart | null
  reason: QueueReason
  ready_at: string | null
  callback_at: string | null
  tries: number
  last_contact_at: string | null
  last_contact_result: string | null
}

interface Listed {
  people: QueuePeople
  rows: Rows<Queued>
}

/** Returns the people of a queue, or those with one reason. */
export async function findQueuedPeople(
  tx: Database,
  actor: Actor,
  queue: QueueRow,
  { reason, ...caller }: QueueCaller & { reason: QueueReason | undefined },
): Promise<Listed> {
  const people = await queuePeople(tx, actor, queue, caller)
  const found = people.select.$if(reason !== undefined, (each) =>
    each.where(sql<boolean>`${people.reason} = ${reason}`),
  )
  // Left joins, which a count leaves out: every application has a position, and every position a company.
  const rows = found
    .leftJoin('positions', (join) =>
      join
        .onRef('positions.workspace_id', '=', 'applications.workspace_id')
        .onRef('positions.id', '=', 'applications.position_id'),
    )
    .leftJoin('companies', (join) =>
      join
        .onRef('companies.workspace_id', '=', 'positions.workspace_id')
        .onRef('companies.id', '=', 'positions.company_id'),
    )
    .select(['applications.id', 'applications.candidate_id', 'applications.candidate_name'])
    .select(['positions.id as position_id', 'positions.name as position_name'])
    .select(['companies.name as company_name', 'candidates.phone'])
    .select(['applications.callback_at', 'applications.last_contact_at', 'applications.last_contact_result'])
    .select(sql<string | null>`dialing_code(candidates.phone)`.as('code'))
    .select(people.reason.as('reason'))
    .select(people.triedIn.as('tried_in'))
    .select(sql<string | null>`${people.readyAt}::timestamptz(3)`.as('ready_at'))
    .select(sql<number>`history.tries`.as('tries')) as unknown as Rows<Queued>
  return { people, rows }
}

export const listQueuedPeople = handler(contract.listQueuedPeople, async ({ tx, actor, params, query }) => {
  const queue = await loadQueue(tx, actor, params.id)
  const now = new Date()
  const caller = { ...callerOf(actor, query.campaign), at: now }
  const { people, rows } = await findQueuedPeople(tx, actor, queue, { ...caller, reason: query.reason })
  const page = await fetchCountedPage(tx, rows, 'applications.id', orderOf(queue, query.reason), {
    ...query,
    sort: `${queue.id} ${queue.version} ${query.reason ?? ''} ${query.campaign ?? ''}`,
  })
  return {
    items: page.rows.map((row) => ({
      id: row.id,
      candidate: { id: row.candidate_id, name: row.candidate_name },
      position: { id: row.position_id, name: row.position_name, companyName: row.company_name },
      reason: row.reason,
      readyAt: isOfCalendar(row.reason)
        ? (people.calendar.openingOf(row.code ?? '', now, row.tried_in)?.at ?? null)
        : row.ready_at,
      callbackAt: row.callback_at,
      tries: row.tries,
      lastContactAt: row.last_contact_at,
      lastContactResult: row.last_contact_result === null ? null : formatContact(row.last_contact_result),
      localTime: row.phone === null ? null : (localTimeOf(row.phone, now)?.text ?? null),
    })),
    nextCursor: page.nextCursor,
    total: page.total,
  }
})
