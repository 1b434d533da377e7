import * as contract from '@muster/contract/call-queues.ts'
import { type QueueReason, queueReasons } from '@muster/contract/call-queues.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { openingsAt } from './calling-window.ts'
import { loadQueue, type QueueRow } from './load-queue.ts'
import { queuePeople } from './queue-people.ts'

interface Counted {
  reason: QueueReason
  /** With `outside_hours` only. */
  code: string | null
  count: number
  readyAt: string | null
}

async function countByReason(db: Database, actor: Actor, queue: QueueRow): Promise<Counted[]> {
  const people = await queuePeople(db, actor, queue)
  const each = people.select
    .select(people.reason.as('reason'))
    .select(people.readyAt.as('ready_at'))
    .select(sql<string>`dialing_code(candidates.phone)`.as('code'))
  return db
    .selectFrom(each.as('people'))
    .select('reason')
    .select(sql<string | null>`case when reason = 'outside_hours' then code end`.as('code'))
    .select(sql<number>`count(*)::int`.as('count'))
    .select(sql<string | null>`min(ready_at)::timestamptz(3)`.as('readyAt'))
    .groupBy([sql`1`, sql`2`])
    .execute()
}

type Group = ResponseOf<typeof contract.countCallQueue>['groups'][number]

/** Counts the people of a queue by reason, in the order of the reasons; those outside the hours by when their zones open. */
export async function groupQueue(db: Database, actor: Actor, queue: QueueRow): Promise<Group[]> {
  const groups = new Map<string, Group>()
  const openingOf = openingsAt(queue, actor.workspace.timezone, new Date())
  for (const { reason, code, count, readyAt } of await countByReason(db, actor, queue)) {
    const opening = code === null ? null : openingOf(code)
    const at = opening ? opening.at : readyAt
    const key = opening ? `${reason} ${at}` : reason
    const group = groups.get(key)
    if (group) group.count += count
    else
      groups.set(key, {
        reason,
        state: queueReasons[reason],
        count,
        readyAt: at,
        timezone: opening?.timezone ?? null,
      })
  }
  const order = Object.keys(queueReasons)
  return [...groups.values()].sort(
    (a, b) =>
      order.indexOf(a.reason) - order.indexOf(b.reason) || (a.readyAt ?? '').localeCompare(b.readyAt ?? ''),
  )
}

export const countCallQueue = handler(contract.countCallQueue, async ({ tx, actor, params }) => {
  const groups = await groupQueue(tx, actor, await loadQueue(tx, actor, params.id))
  const sum = (counted: Group[]) => counted.reduce((total, { count }) => total + count, 0)
  return { total: sum(groups), ready: sum(groups.filter(({ state }) => state === 'ready')), groups }
})
