import type { callQueue, callQueueOrders, delayReasons } from '@muster/contract/call-queues.ts'
import type { Span } from '@muster/contract/calling-breaks.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { loadAllFields } from '../custom-fields/load-fields.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { presentQuestions, type StoredQuestion } from './questions.ts'

export interface QueueRow {
  id: string
  name: string
  filters: Record<string, string | string[]>
  order: (typeof callQueueOrders)[number]
  /** Minutes of the day. */
  from: number
  to: number
  breaks: Span[]
  weekdays: number[]
  skipHolidays: boolean
  maxTries: number
  triesPerDay: number
  hoursBetween: number
  laterHours: number[]
  minutesAfter: Partial<Record<(typeof delayReasons)[number], number>>
  otherTimeOfDay: boolean
  script: string | null
  questions: StoredQuestion[]
  creatorId: string
  creatorName: string
  version: number
  createdAt: string
  updatedAt: string
}

/** Returns the workspace's queues by name, or the one with the ID. */
export function findQueues(db: Database, workspaceId: string, id?: string): Promise<QueueRow[]> {
  return db
    .selectFrom('call_queues')
    .innerJoin('users', (join) =>
      join
        .onRef('users.workspace_id', '=', 'call_queues.workspace_id')
        .onRef('users.id', '=', 'call_queues.created_by'),
    )
    .where('call_queues.workspace_id', '=', workspaceId)
    .where('call_queues.deleted_at', 'is', null)
    .$if(id !== undefined, (queues) => queues.where('call_queues.id', '=', id!))
    .select(['call_queues.id', 'call_queues.name', 'call_queues.filters', 'call_queues.order'])
    .select([
      'call_from as from',
      'call_to as to',
      'weekdays',
      'breaks',
      'script',
      'questions',
      'skip_holidays as skipHolidays',
    ])
    .select(['max_tries as maxTries', 'tries_per_day as triesPerDay', 'hours_between as hoursBetween'])
    .select([
      'later_hours as laterHours',
      'minutes_after as minutesAfter',
      'other_time_of_day as otherTimeOfDay',
    ])
    .select(['call_queues.created_by as creatorId', 'users.name as creatorName', 'call_queues.version'])
    .select(['call_queues.created_at as createdAt', 'call_queues.updated_at as updatedAt'])
    .orderBy(sql`lower(call_queues.name)`)
    .orderBy('call_queues.id')
    .$castTo<QueueRow>()
    .execute()
}

/** @throws NOT_FOUND also for a queue of another workspace */
export async function loadQueue(db: Database, actor: Actor, id: string): Promise<QueueRow> {
  const [queue] = await findQueues(db, actor.workspaceId, id)
  if (!queue) throw notFound(t`Call queue`)
  return queue
}

/**
 * Returns queues as the actor sees them. The filters may name what somebody with a narrower scope does not know, so only those
 * who manage queues see them.
 */
export async function presentQueues(
  db: Database,
  actor: Actor,
  queues: readonly QueueRow[],
): Promise<z.input<typeof callQueue>[]> {
  const edit = actor.permissions.has('call-queues:manage')
  const fields = queues.some(({ questions }) => questions.length > 0)
    ? await loadAllFields(db, actor.workspaceId)
    : []
  return queues.map(({ from, to, creatorId, creatorName, filters, questions, ...rules }) => ({
    ...rules,
    questions: presentQuestions(actor, questions, fields),
    filters: edit ? filters : null,
    callFrom: from,
    callTo: to,
    createdBy: { id: creatorId, name: creatorName },
    can: { edit },
  }))
}

/** Returns a queue as the actor sees it. */
export async function presentQueue(
  db: Database,
  actor: Actor,
  queue: QueueRow,
): Promise<z.input<typeof callQueue>> {
  const [presented] = await presentQueues(db, actor, [queue])
  return presented!
}
