import * as contract from '@muster/contract/call-queues.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { claimEnd, claimPeople } from './claim-people.ts'
import { groupQueue } from './count-call-queue.ts'
import { loadQueue, type QueueRow } from './load-queue.ts'
import { type QueuePeople, queuePeople } from './queue-people.ts'

type Claim = NonNullable<ResponseOf<typeof contract.claimNextCall>['claim']>

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

async function claimNext(
  tx: Database,
  actor: Actor,
  queue: QueueRow,
  people: QueuePeople,
): Promise<Claim | null> {
  const [claimed] = await claimPeople(tx, queue, people, { ...actor, limit: 1 })
  if (!claimed) return null
  const { applicationId, candidateId, until, isDue, callbackAt, tries } = claimed
  const why = isDue ? 'callback' : tries === 0 ? 'first_call' : 'next_try'
  return { applicationId, candidateId, until, why, callbackAt, tries }
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
