import * as contract from '@muster/contract/call-queues.ts'
import { type DayPart, type QueueReason, queueReasons } from '@muster/contract/call-queues.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { sql } from 'kysely'
import type { CallingCalendar } from '../calling-hours/calling-calendar.ts'
import { presentClosure } from '../calling-hours/present-closure.ts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { loadQueue, type QueueRow } from './load-queue.ts'
import { callerOf, isOfCalendar, type QueueCaller, queuePeople } from './queue-people.ts'

interface Counted {
  reason: QueueReason
  state: (typeof queueReasons)[QueueReason]
  /** The dialing code of their phone numbers. */
  code: string
  /** The part of the day of their last call in vain, if the next one is in another part. */
  triedIn: DayPart | null
  count: number
  readyAt: string | null
}

export interface CountedQueue {
  counted: Counted[]
  calendar: CallingCalendar
  at: Date
}

/** Counts the people of a queue by reason, dialing code and part of the day. */
export async function countByReason(
  db: Database,
  actor: Actor,
  queue: QueueRow,
  caller: QueueCaller = { userId: actor.userId },
): Promise<CountedQueue> {
  const at = caller.at ?? new Date()
  const people = await queuePeople(db, actor, queue, { ...caller, at })
  const each = people.select
    .select(people.reason.as('reason'))
    .select(people.readyAt.as('ready_at'))
    .select(sql<string>`coalesce(dialing_code(candidates.phone), '')`.as('code'))
    .select(people.triedIn.as('triedIn'))
  const counted = await db
    .selectFrom(each.as('people'))
    .select(['reason', 'code', 'triedIn'])
    .select(sql<number>`count(*)::int`.as('count'))
    .select(sql<string | null>`min(ready_at)::timestamptz(3)`.as('readyAt'))
    .groupBy(['reason', 'code', 'triedIn'])
    .execute()
  return {
    counted: counted.map((row) => ({ ...row, state: queueReasons[row.reason] })),
    calendar: people.calendar,
    at,
  }
}

type Group = ResponseOf<typeof contract.countCallQueue>['groups'][number]

const earlier = (a: string | null, b: string | null) => (a === null || (b !== null && b < a) ? b : a)

/** Adds counts up by reason, in the order of the reasons; people whom the calendar keeps waiting by why and when they are called next. */
export function groupCounted({ counted, calendar, at }: CountedQueue): Group[] {
  const groups = new Map<string, Group>()
  for (const { reason, state, code, triedIn, count, readyAt } of counted) {
    const opening = isOfCalendar(reason) ? calendar.openingOf(code, at, triedIn) : null
    const closed = opening && presentClosure(opening.closure)
    const tried = reason === 'tried_this_time_of_day' ? triedIn : null
    const key = opening ? JSON.stringify([reason, opening.at, closed, tried]) : reason
    const group = groups.get(key) ?? {
      reason,
      state,
      count: 0,
      readyAt: opening ? opening.at : null,
      timezone: opening?.timezone ?? null,
      triedIn: tried,
      closed,
    }
    group.count += count
    if (!opening) group.readyAt = earlier(group.readyAt, readyAt)
    groups.set(key, group)
  }
  const order = Object.keys(queueReasons)
  return [...groups.values()].sort(
    (a, b) =>
      order.indexOf(a.reason) - order.indexOf(b.reason) || (a.readyAt ?? '').localeCompare(b.readyAt ?? ''),
  )
}

/** Counts the people of a queue by reason. */
export async function groupQueue(
  db: Database,
  actor: Actor,
  queue: QueueRow,
  caller?: QueueCaller,
): Promise<Group[]> {
  return groupCounted(await countByReason(db, actor, queue, caller))
}

export const countCallQueue = handler(contract.countCallQueue, async ({ tx, actor, params, query }) => {
  const queue = await loadQueue(tx, actor, params.id)
  const groups = await groupQueue(tx, actor, queue, callerOf(actor, query.campaign))
  const sum = (counted: Group[]) => counted.reduce((total, { count }) => total + count, 0)
  return { total: sum(groups), ready: sum(groups.filter(({ state }) => state === 'ready')), groups }
})
