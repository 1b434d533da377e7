import type { QueueReason } from '@muster/contract/call-queues.ts'
import * as contract from '@muster/contract/call-queues.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { inOrder } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { groupQueue } from './count-call-queue.ts'
import { loadQueue, type QueueRow } from './load-queue.ts'
import { isDue, orderOf, type QueuePeople, queuePeople } from './queue-people.ts'

type Claim = NonNullable<ResponseOf<typeof contract.claimNextCall>['claim']>

const claimEnd = sql<string>`now() + make_interval(secs => ${contract.claimSeconds}::integer)`

/** Ends the claim that the user has. The claims of one user are made one after another. */
async function endClaim(tx: Database, actor: Actor, skip: boolean): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`call claims of ${actor.userId}`}, 0))`.execute(
    tx,
  )
  if (skip)
    await tx
      .updateTable('call_claims')
      .set({
        skipped: true,
        until: sql`now() + make_interval(mins => ${contract.skipMinutes}::integer)`,
      })
      .where('workspace_id', '=', actor.workspaceId)
      .where('user_id', '=', actor.userId)
      .where('skipped', '=', false)
      .execute()
  else
    await tx
      .deleteFrom('call_claims')
      .where('workspace_id', '=', actor.workspaceId)
      .where('user_id', '=', actor.userId)
      .where('skipped', '=', false)
      .execute()
}

/** Returns the first ready person and locks them. People whom others are choosing at this moment are passed over. */
function findNext(people: QueuePeople, queue: QueueRow, reason: QueueReason) {
  const ready = people.select
    .where(people.isReady)
    .where(reason === 'callback_due' ? isDue : sql<boolean>`not ${isDue}`)
    .select(['applications.id', 'applications.candidate_id', 'applications.callback_at'])
    .select(sql<number>`history.tries`.as('tries'))
  return inOrder(ready, 'applications.id', orderOf(queue, reason))
    .limit(1)
    .modifyEnd(sql`for no key update of candidates skip locked`)
    .executeTakeFirst() as Promise<
    { id: string; candidate_id: string; callback_at: string | null; tries: number } | undefined
  >
}

/** Stores the claim and returns its end; null if somebody claimed the person in the meantime. */
async function storeClaim(
  tx: Database,
  actor: Actor,
  queue: QueueRow,
  person: { id: string; candidate_id: string },
): Promise<string | null> {
  const values = {
    application_id: person.id,
    queue_id: queue.id,
    user_id: actor.userId,
    skipped: false,
    until: claimEnd,
  }
  const stored = await tx
    .insertInto('call_claims')
    .values({ workspace_id: actor.workspaceId, candidate_id: person.candidate_id, ...values })
    .onConflict((claim) =>
      claim
        .columns(['workspace_id', 'candidate_id'])
        .doUpdateSet(values)
        .where('call_claims.until', '<=', sql<string>`now()`),
    )
    .returning('until')
    .executeTakeFirst()
  return stored?.until ?? null
}

/** As often as somebody else claims the person first. */
const maxAttempts = 20

async function claimNext(
  tx: Database,
  actor: Actor,
  queue: QueueRow,
  people: QueuePeople,
): Promise<Claim | null> {
  for (const reason of ['callback_due', 'ready'] as const)
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const next = await findNext(people, queue, reason)
      if (!next) break
      const until = await storeClaim(tx, actor, queue, next)
      if (until === null) continue
      return {
        applicationId: next.id,
        candidateId: next.candidate_id,
        until,
        why: reason === 'callback_due' ? 'callback' : next.tries === 0 ? 'first_call' : 'next_try',
        callbackAt: next.callback_at,
        tries: next.tries,
      }
    }
  return null
}

export const claimNextCall = handler(contract.claimNextCall, async ({ tx, actor, params, body }) => {
  const queue = await loadQueue(tx, actor, params.id)
  await endClaim(tx, actor, body.skip)
  const claim = await claimNext(tx, actor, queue, await queuePeople(tx, actor, queue))
  if (claim) return { claim, nextAt: null }
  const times = (await groupQueue(tx, actor, queue)).flatMap(({ state, readyAt }) =>
    state === 'waiting' && readyAt ? [readyAt] : [],
  )
  return { claim: null, nextAt: times.sort()[0] ?? null }
})

export const renewClaim = handler(contract.renewClaim, async ({ tx, actor, params, body }) => {
  await loadQueue(tx, actor, params.id)
  const renewed = await tx
    .updateTable('call_claims')
    .set({ until: claimEnd })
    .where('workspace_id', '=', actor.workspaceId)
    .where('queue_id', '=', params.id)
    .where('application_id', '=', body.applicationId)
    .where('user_id', '=', actor.userId)
    .where('skipped', '=', false)
    .returning('until')
    .executeTakeFirst()
  if (!renewed) throw conflict(t`Somebody else may be calling this person now. Take the next one.`)
  return renewed
})

export const releaseClaim = handler(contract.releaseClaim, async ({ tx, actor, params }) => {
  await loadQueue(tx, actor, params.id)
  await endClaim(tx, actor, false)
  return undefined
})
