import * as contract from '@muster/contract/call-queues.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { lockName } from '../database/lock-name.ts'
import { handler } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import type { Actor } from '../session/actor.ts'
import { claimEnd, claimPeople } from './claim-people.ts'
import { groupQueue } from './count-call-queue.ts'
import { loadQueue, type QueueRow } from './load-queue.ts'
import { askQuestions } from './questions.ts'
import { type QueuePeople, queuePeople } from './queue-people.ts'

type Claim = NonNullable<ResponseOf<typeof contract.claimNextCall>['claim']>

/**
 * Ends the claim that the user has, and returns the application. The claims of one user are made one after another.
 */
async function endClaim(tx: Database, actor: Actor, skip: boolean): Promise<string[]> {
  await lockName(tx, `call claims of ${actor.userId}`)
  const ended = skip
    ? await tx
        .updateTable('call_claims')
        .set({
          skipped: true,
          until: sql`now() + make_interval(mins => ${contract.skipMinutes}::integer)`,
        })
        .where('workspace_id', '=', actor.workspaceId)
        .where('user_id', '=', actor.userId)
        .where('skipped', '=', false)
        .returning('application_id')
        .execute()
    : await tx
        .deleteFrom('call_claims')
        .where('workspace_id', '=', actor.workspaceId)
        .where('user_id', '=', actor.userId)
        .where('skipped', '=', false)
        .returning('application_id')
        .execute()
  return ended.map(({ application_id }) => application_id)
}

/** Announces who is called now, or no longer. */
async function announceClaims(tx: Database, actor: Actor, applicationIds: string[]): Promise<void> {
  if (applicationIds.length === 0) return
  const { workspaceId, userId: actorId } = actor
  await announce(tx, workspaceId, { kind: 'claims-changed', applicationIds, actorId })
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
  const questions = await askQuestions(tx, actor, queue.questions, applicationId)
  return { applicationId, candidateId, until, why, callbackAt, tries, questions }
}

export const claimNextCall = handler(contract.claimNextCall, async ({ tx, actor, params, body }) => {
  const queue = await loadQueue(tx, actor, params.id)
  const ended = await endClaim(tx, actor, body.skip)
  const claim = await claimNext(tx, actor, queue, await queuePeople(tx, actor, queue))
  await announceClaims(tx, actor, claim ? [...ended, claim.applicationId] : ended)
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
  await announceClaims(tx, actor, await endClaim(tx, actor, false))
  return undefined
})
