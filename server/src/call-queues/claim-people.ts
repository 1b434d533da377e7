import { claimSeconds, type QueueReason } from '@muster/contract/call-queues.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { inOrder } from '../database/keyset.ts'
import { lockName } from '../database/lock-name.ts'
import type { QueueRow } from './load-queue.ts'
import { isDue, orderOf, type QueuePeople } from './queue-people.ts'

export const claimEnd = sql<string>`now() + make_interval(secs => ${claimSeconds}::integer)`

interface ReadyPerson {
  id: string
  candidate_id: string
  phone: string
  callback_at: string | null
  tries: number
}

/** Returns the first ready people and locks them. Those whom others are choosing at this moment are passed over. */
function findReady(people: QueuePeople, queue: QueueRow, reason: QueueReason, limit: number) {
  const ready = people.select
    .where(people.isReady)
    .where(reason === 'callback_due' ? isDue : sql<boolean>`not ${isDue}`)
    .select(['applications.id', 'applications.candidate_id', 'applications.callback_at', 'candidates.phone'])
    .select(sql<number>`history.tries`.as('tries'))
  return inOrder(ready, 'applications.id', orderOf(queue, reason))
    .limit(limit)
    .modifyEnd(sql`for no key update of candidates skip locked`)
    .execute() as Promise<unknown> as Promise<ReadyPerson[]>
}

interface Claimer {
  workspaceId: string
  /** Null for a voice campaign. */
  userId: string | null
  /** How many people to claim at most. */
  limit: number
}

/**
 * Stores the claim and returns its end; null if somebody claimed the person in the meantime. An upsert would lock the
 * claim of the other caller until this transaction ends, so an expired claim is taken over first.
 */
async function storeClaim(
  tx: Database,
  queue: QueueRow,
  { workspaceId, userId }: Claimer,
  person: ReadyPerson,
): Promise<string | null> {
  const values = {
    application_id: person.id,
    queue_id: queue.id,
    user_id: userId,
    skipped: false,
    claimed_at: sql<string>`now()`,
    until: claimEnd,
  }
  const takenOver = await tx
    .updateTable('call_claims')
    .set(values)
    .where('workspace_id', '=', workspaceId)
    .where('candidate_id', '=', person.candidate_id)
    .where('until', '<=', sql<string>`now()`)
    .returning('until')
    .executeTakeFirst()
  if (takenOver) return takenOver.until
  const stored = await tx
    .insertInto('call_claims')
    .values({ workspace_id: workspaceId, candidate_id: person.candidate_id, ...values })
    .onConflict((claim) => claim.columns(['workspace_id', 'candidate_id']).doNothing())
    .returning('until')
    .executeTakeFirst()
  return stored?.until ?? null
}

/** A person with two applications in a queue is found twice, and claimed once. */
const maxAttempts = 20

/**
 * Makes the claims of a workspace one after another, until the transaction ends. Those who chose the same person at once
 * would have to walk the queue again, which costs more than to wait.
 */
async function takeTurn(tx: Database, workspaceId: string): Promise<void> {
  await lockName(tx, `call claims in ${workspaceId}`)
}

interface ClaimedPerson {
  applicationId: string
  candidateId: string
  phone: string
  /** When the claim ends. */
  until: string
  /** Whether they are called because of a due callback. */
  isDue: boolean
  callbackAt: string | null
  /** Calls in vain since the last conversation. */
  tries: number
}

/** Claims the next ready people of a queue, due callbacks first. Returns fewer than the limit if no more are ready. */
export async function claimPeople(
  tx: Database,
  queue: QueueRow,
  people: QueuePeople,
  claimer: Claimer,
): Promise<ClaimedPerson[]> {
  await takeTurn(tx, claimer.workspaceId)
  const claimed = new Map<string, ClaimedPerson>()
  for (const reason of ['callback_due', 'ready'] as const)
    for (let attempt = 0; attempt < maxAttempts && claimed.size < claimer.limit; attempt += 1) {
      const ready = await findReady(people, queue, reason, claimer.limit - claimed.size)
      if (ready.length === 0) break
      for (const person of ready) {
        const until = await storeClaim(tx, queue, claimer, person)
        if (until === null) continue
        claimed.set(person.candidate_id, {
          applicationId: person.id,
          candidateId: person.candidate_id,
          phone: person.phone,
          until,
          isDue: reason === 'callback_due',
          callbackAt: person.callback_at,
          tries: person.tries,
        })
      }
    }
  return [...claimed.values()]
}
