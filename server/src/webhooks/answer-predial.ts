import { claimSeconds, type QueueReason, queueReasons } from '@muster/contract/call-queues.ts'
import type { PredialReason } from '@muster/contract/predial-answers.ts'
import { sql } from 'kysely'
import type { CountryCode } from 'libphonenumber-js'
import { claimPeople } from '../call-queues/claim-people.ts'
import { findQueues } from '../call-queues/load-queue.ts'
import { queuePeople } from '../call-queues/queue-people.ts'
import { agentActor } from '../calls/agent-actor.ts'
import { isRevokedFor } from '../consents/contact-rules.ts'
import { readPhone } from '../contact-formats/read-phone.ts'
import type { Database } from '../database/connect.ts'
import { lockName } from '../database/lock-name.ts'
import { newId } from '../database/new-id.ts'
import { announce } from '../live/announce.ts'
import type { Actor } from '../session/actor.ts'
import { findByMetadata, findExisting, findOnlyWorkspace } from './find-workspace.ts'
import { type PredialContact, readPredial } from './providers/read-predial.ts'
import { isIdInUrl, type StoredEvent, workspaceInUrl } from './read-event.ts'
import { hasOwnSecret } from './voice-secret.ts'

interface Answer {
  eligible: boolean
  reason: PredialReason
  applicationId: string | null
}

const no = (reason: PredialReason, applicationId: string | null = null): Answer => ({
  eligible: false,
  reason,
  applicationId,
})

async function isSuspended(tx: Database, id: string): Promise<boolean> {
  const row = await tx.selectFrom('workspaces').where('id', '=', id).select('suspended_at').executeTakeFirst()
  return row?.suspended_at !== null
}

/**
 * Returns the workspace of a message, or null. One with its own secret answers only what that secret signed: the answer says
 * whether somebody is known there.
 */
async function workspaceOf(
  tx: Database,
  { query }: StoredEvent,
  contact: PredialContact,
  signedBy: string | null,
): Promise<string | null> {
  if (signedBy) return (await isSuspended(tx, signedBy)) ? null : signedBy
  const { names, workspaceId } = workspaceInUrl(query)
  const found = names
    ? workspaceId && (await findExisting(tx, workspaceId))
    : ((await findByMetadata(tx, contact)) ?? (await findOnlyWorkspace(tx)))
  if (!found || (await hasOwnSecret(tx, found, 'vapi'))) return null
  return (await isSuspended(tx, found)) ? null : found
}

interface Person {
  id: string
  /** Whether the number is the one that queues call. */
  is_called: boolean
  do_not_call: boolean
  revoked: boolean
}

/** Returns everybody with the number, merged contact data included. */
async function findPeople(
  tx: Database,
  { workspaceId, workspace }: Actor,
  number: string,
): Promise<Person[]> {
  const phone = readPhone(number, workspace.defaultCountry as CountryCode).value?.e164 ?? number
  const { rows } = await sql<Person>`
    select candidates.id, (candidates.phone = ${phone}) is true as is_called, candidates.do_not_call,
      ${isRevokedFor('voice_agent_call')} as revoked
    from candidates
    where candidates.workspace_id = ${workspaceId} and candidates.deleted_at is null and (
      candidates.phone = ${phone} or candidates.id in (
        select m.candidate_id from merged_contacts m
        where m.workspace_id = ${workspaceId} and m.kind = 'phone' and m.value = ${phone}
      )
    )
  `.execute(tx)
  return rows
}

/**
 * Decides by the rules of a queue, as voice campaigns do, with consent required. Whoever may be called is claimed, so that
 * nobody else calls them until the provider has reported its call.
 */
async function decide(
  tx: Database,
  actor: Actor,
  queueId: string | null,
  number: string | null,
): Promise<Answer> {
  const { workspaceId } = actor
  const [queue] = queueId ? await findQueues(tx, workspaceId, queueId) : []
  if (!queue) return no('unknown_queue')
  if (!number) return no('no_phone')
  const people = await findPeople(tx, actor, number)
  // Somebody else at the number may have refused calls to it.
  if (people.some((person) => person.do_not_call)) return no('do_not_call')
  if (people.some((person) => person.revoked)) return no('consent_withdrawn')
  const called = people.filter((person) => person.is_called).map(({ id }) => id)
  if (called.length === 0) return no('unknown_person')
  const queued = await queuePeople(tx, actor, queue, { userId: null, onlyWithConsent: true })
  const select = queued.select.where(sql<boolean>`candidates.id = any(${called}::uuid[])`)
  const [claimed] = await claimPeople(
    tx,
    queue,
    { ...queued, select },
    { workspaceId, userId: null, limit: 1 },
  )
  if (claimed) {
    const { applicationId } = claimed
    await announce(tx, workspaceId, {
      kind: 'claims-changed',
      applicationIds: [applicationId],
      actorId: null,
    })
    return { eligible: true, reason: claimed.isDue ? 'callback_due' : 'ready', applicationId }
  }
  const rows = (await select
    .select(['applications.id', queued.reason.as('reason')])
    .orderBy('applications.last_activity_at', 'desc')
    .orderBy('applications.id')
    .limit(1)
    .execute()) as { id: string; reason: QueueReason }[]
  const [first] = rows
  if (!first) return no('not_in_queue')
  // Somebody who is ready after all is being claimed by another caller at this moment.
  return no(queueReasons[first.reason] === 'ready' ? 'being_called' : first.reason, first.id)
}

/** Returns the answer that was just given to the same message, which the provider may repeat. */
async function findRecent(tx: Database, workspaceId: string, contactId: string): Promise<Answer | undefined> {
  const row = await tx
    .selectFrom('predial_answers')
    .where('workspace_id', '=', workspaceId)
    .where('contact_id', '=', contactId)
    .where('eligible', '=', true)
    .where('answered_at', '>', sql<string>`now() - make_interval(secs => ${claimSeconds}::integer)`)
    .select(['reason', 'application_id'])
    .executeTakeFirst()
  return row && { eligible: true, reason: row.reason as PredialReason, applicationId: row.application_id }
}

/** Answers whether a provider may call a contact of a campaign of its own, and stores the answer with its reason. */
export async function answerPredial(
  tx: Database,
  event: StoredEvent,
  signedBy: string | null,
): Promise<Pick<Answer, 'eligible' | 'reason'>> {
  const contact = readPredial(event.body)
  const { contactId, campaignId, phone } = contact
  const workspaceId = await workspaceOf(tx, event, contact, signedBy)
  if (!workspaceId) return { eligible: false, reason: 'unknown_workspace' }
  if (!contactId) return { eligible: false, reason: 'unknown_person' }
  await lockName(tx, `predial:${workspaceId}:${contactId}`)
  const recent = await findRecent(tx, workspaceId, contactId)
  if (recent) return { eligible: true, reason: recent.reason }
  const { queue } = event.query
  const named = isIdInUrl(queue) ? queue : null
  const answer = await decide(tx, await agentActor(tx, workspaceId), named, phone)
  const values = {
    provider_campaign_id: campaignId,
    queue_id: answer.reason === 'unknown_queue' ? null : named,
    application_id: answer.applicationId,
    eligible: answer.eligible,
    reason: answer.reason,
    answered_at: sql<string>`now()`,
  }
  await tx
    .insertInto('predial_answers')
    .values({ workspace_id: workspaceId, id: newId(), contact_id: contactId, ...values })
    .onConflict((answered) => answered.columns(['workspace_id', 'contact_id']).doUpdateSet(values))
    .execute()
  return { eligible: answer.eligible, reason: answer.reason }
}
