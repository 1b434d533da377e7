import { closeApplication, createApplication } from '@muster/contract/applications.ts'
import { createCallQueue } from '@muster/contract/call-queues.ts'
import { mergeCandidates } from '@muster/contract/candidate-merges.ts'
import { countPredialAnswers, listPredialAnswers } from '@muster/contract/predial-answers.ts'
import { downloadEverything, eraseCandidate } from '@muster/contract/privacy.ts'
import { setVoiceSecret } from '@muster/contract/voice-webhooks.ts'
import JSZip from 'jszip'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { evictSessions } from '../session/authenticate.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { longestHours, phoneWhere } from '../testing/phone-where.ts'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { installationSecrets } from './testing/send-report.ts'

let server: TestServer
let owner: TestUser
let stranger: TestUser
let position: TestPosition
let queueId: string

beforeAll(async () => {
  server = await startTestServer({ config: { voiceSecrets: installationSecrets } })
})

afterAll(() => server?.stop())

beforeEach(async () => {
  owner = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
  stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
  position = await addPosition(server.db, owner.workspaceId)
  queueId = await addQueue()
})

async function addQueue(more: object = {}) {
  const body = { name: `Queue ${newId()}`, filters: { positionId: position.id }, ...longestHours, ...more }
  return (await server.call(createCallQueue, { as: owner, body })).body.id
}

async function addPerson(phone = phoneWhere('day'), more: object = {}, on = position) {
  const body = {
    positionId: on.id,
    candidate: { name: 'Petra Person', phone, consent: 'given' as const, ...more },
    allowDuplicate: true,
  }
  const { body: application, status } = await server.call(createApplication, { as: owner, body })
  expect(status).toBe(201)
  return { phone, applicationId: application.id, candidateId: application.candidate.id }
}

interface Sent {
  contactId?: string
  query?: Record<string, string>
  secret?: string
  message?: object
}

/** Asks as Vapi does before it dials. */
async function ask(
  phone: unknown,
  { contactId = newId(), query, secret = 'vapi-secret', message }: Sent = {},
) {
  const search = new URLSearchParams(query ?? { workspace: owner.workspaceId, queue: queueId })
  const contact = { id: contactId, campaignId: 'theirs', orgId: 'org', number: phone, name: 'Ada' }
  const body = {
    message: message ?? { type: 'campaign.predial', timestamp: 1, campaignId: 'theirs', contact },
  }
  const response = await fetch(`${server.url}/api/v1/webhooks/voice/vapi?${search}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-vapi-secret': secret },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const answerTo = async (...asked: Parameters<typeof ask>) => {
  const { status, body } = await ask(...asked)
  expect([status, body.result, body.callId]).toEqual([200, 'answered', null])
  return [body.eligible, body.reason]
}

const listed = async (as: TestUser = owner, query: object = {}) =>
  (await server.call(listPredialAnswers, { as, query: query as never })).body

it('answers yes for somebody who is ready in the queue, and nobody else may call them then', async () => {
  const { phone, applicationId } = await addPerson()
  const contactId = newId()
  expect(await answerTo(phone, { contactId })).toEqual([true, 'ready'])
  // The provider may repeat its question.
  expect(await answerTo(phone, { contactId })).toEqual([true, 'ready'])
  expect(await answerTo(phone)).toEqual([false, 'being_called'])
  const { items, total } = await listed()
  expect(total.value).toBe(2)
  expect(items.find((each) => each.eligible)).toMatchObject({
    contactId,
    campaignId: 'theirs',
    queue: { id: queueId },
    application: { id: applicationId, candidateName: 'Petra Person' },
    reason: 'ready',
  })
  expect((await listed(owner, { eligible: 'false' })).items.map(({ reason }) => reason)).toEqual([
    'being_called',
  ])
})

it('answers no with the first rule of voice campaigns that holds', async () => {
  const { phone: unasked } = await addPerson(phoneWhere('day'), { consent: 'unknown' })
  expect(await answerTo(unasked)).toEqual([false, 'no_consent'])
  const { phone: withdrawn } = await addPerson(phoneWhere('day'), { consent: 'withdrawn' })
  expect(await answerTo(withdrawn)).toEqual([false, 'consent_withdrawn'])
  const { phone: asleep } = await addPerson(phoneWhere('night'))
  expect((await answerTo(asleep))[0]).toBe(false)
  const { phone: refuses, candidateId } = await addPerson()
  await server.db.updateTable('candidates').set({ do_not_call: true }).where('id', '=', candidateId).execute()
  expect(await answerTo(refuses)).toEqual([false, 'do_not_call'])
  const { phone: late, applicationId } = await addPerson()
  const callbackAt = new Date(Date.now() + 86_400_000).toISOString()
  await server.db
    .updateTable('applications')
    .set({ callback_at: callbackAt })
    .where('id', '=', applicationId)
    .execute()
  expect(await answerTo(late)).toEqual([false, 'callback_later'])
  expect(new Set((await listed()).items.map(({ eligible }) => eligible))).toEqual(new Set([false]))
})

it('answers no outside the hours of the place, and when all tries are used', async () => {
  const { phone } = await addPerson(phoneWhere('night'))
  expect(await answerTo(phone)).toEqual([false, 'outside_hours'])
  const tried = await addPerson()
  const query = { workspace: owner.workspaceId, queue: await addQueue({ maxTries: 1, triesPerDay: 1 }) }
  await server.db
    .insertInto('calls')
    .values({
      ...{ workspace_id: owner.workspaceId, id: newId(), application_id: tried.applicationId },
      ...{ candidate_id: tried.candidateId, direction: 'outbound', lifecycle: 'no_answer' },
      ...{ end_reason: 'no_answer', started_at: new Date(Date.now() - 3 * 86_400_000).toISOString() },
    })
    .execute()
  expect(await answerTo(tried.phone, { query })).toEqual([false, 'tries_used'])
})

it('answers no if somebody else at the number refused calls', async () => {
  const { phone } = await addPerson()
  const { candidateId } = await addPerson(phone)
  await server.db.updateTable('candidates').set({ do_not_call: true }).where('id', '=', candidateId).execute()
  expect(await answerTo(phone)).toEqual([false, 'do_not_call'])
})

it('answers no for people who are unknown, or not in the queue', async () => {
  expect(await answerTo(phoneWhere('day'))).toEqual([false, 'unknown_person'])
  const other = await addPerson(phoneWhere('day'), {}, await addPosition(server.db, owner.workspaceId))
  expect(await answerTo(other.phone)).toEqual([false, 'not_in_queue'])
  expect(await answerTo(undefined)).toEqual([false, 'no_phone'])
})

it('answers no without a call queue of the workspace', async () => {
  const { phone } = await addPerson()
  const { workspaceId: workspace } = owner
  expect(await answerTo(phone, { query: { workspace } })).toEqual([false, 'unknown_queue'])
  for (const queue of [newId(), 'nonsense', ''])
    expect(await answerTo(phone, { query: { workspace, queue } })).toEqual([false, 'unknown_queue'])
  expect((await listed()).items.map(({ queue }) => queue)).toEqual([null, null, null, null])
  const query = { workspace: stranger.workspaceId, queue: queueId }
  expect(await answerTo(phone, { query })).toEqual([false, 'unknown_queue'])
})

it('answers no for an unknown workspace, one with a secret of its own, and a suspended one', async () => {
  const { phone } = await addPerson()
  const query = { workspace: owner.workspaceId, queue: queueId }
  for (const workspace of [newId(), 'nonsense'])
    expect(await answerTo(phone, { query: { ...query, workspace } })).toEqual([false, 'unknown_workspace'])
  await server.call(setVoiceSecret, { as: owner, params: { provider: 'vapi' }, body: { secret: 'our own' } })
  expect((await ask(phone, { query })).status).toBe(401)
  const metadata = { workspaceId: owner.workspaceId }
  const contact = { id: newId(), number: phone, assistantOverrides: { metadata } }
  const message = { type: 'campaign.predial', contact }
  expect(await answerTo(phone, { query: { queue: queueId }, message })).toEqual([false, 'unknown_workspace'])
  expect(await answerTo(phone, { secret: 'our own' })).toEqual([true, 'ready'])
  await server.db
    .updateTable('workspaces')
    .set({ suspended_at: new Date().toISOString() })
    .where('id', '=', owner.workspaceId)
    .execute()
  expect(await answerTo(phone, { secret: 'our own' })).toEqual([false, 'unknown_workspace'])
})

it('answers no to a repeated question until the person may be called', async () => {
  const contactId = newId()
  const { phone, candidateId } = await addPerson(phoneWhere('day'), { consent: 'unknown' })
  for (const _ of ['asked', 'repeated'])
    expect(await answerTo(phone, { contactId })).toEqual([false, 'no_consent'])
  await server.db.updateTable('candidates').set({ consent: 'given' }).where('id', '=', candidateId).execute()
  expect(await answerTo(phone, { contactId })).toEqual([true, 'ready'])
  // Of one contact, the list has the last answer alone.
  expect((await listed()).items.map(({ reason }) => reason)).toEqual(['ready'])
})

it('decides anew once its answer is as old as a claim', async () => {
  const contactId = newId()
  const { phone, candidateId } = await addPerson()
  expect(await answerTo(phone, { contactId })).toEqual([true, 'ready'])
  await server.db.updateTable('candidates').set({ do_not_call: true }).where('id', '=', candidateId).execute()
  await sql`
    update predial_answers set answered_at = now() - interval '1 day' where contact_id = ${contactId}
  `.execute(server.db)
  expect(await answerTo(phone, { contactId })).toEqual([false, 'do_not_call'])
})

it('is not swayed by a deleted candidate with the number', async () => {
  const gone = await addPerson()
  const deletedAt = new Date().toISOString()
  await server.db
    .updateTable('candidates')
    .set({ deleted_at: deletedAt })
    .where('id', '=', gone.candidateId)
    .execute()
  expect(await answerTo(gone.phone)).toEqual([false, 'unknown_person'])
})

it('answers no if somebody to whom the number belonged before a merge withdrew consent', async () => {
  const [survivor, former] = [await addPerson(), await addPerson()]
  const { phone } = former
  const { status } = await server.call(mergeCandidates, {
    as: owner,
    params: { id: survivor.candidateId },
    body: { mergedId: former.candidateId, version: 1, mergedVersion: 1, choices: {} },
  })
  expect(status).toBe(200)
  await server.db
    .updateTable('candidates')
    .set({ consent: 'withdrawn' })
    .where('id', '=', survivor.candidateId)
    .execute()
  await addPerson(phone)
  expect(await answerTo(phone)).toEqual([false, 'consent_withdrawn'])
})

it('reads a national number as one of the country of the workspace', async () => {
  const { phone } = await addPerson('+442079460123')
  await server.db
    .updateTable('workspaces')
    .set({ default_country: 'GB' })
    .where('id', '=', owner.workspaceId)
    .execute()
  evictSessions(server.db)
  expect(phone).toBe('+442079460123')
  expect((await answerTo('020 7946 0123'))[1]).not.toBe('unknown_person')
})

it('looks for no other workspace than the one that the URL names', async () => {
  const { phone } = await addPerson()
  const metadata = { workspaceId: owner.workspaceId }
  const contact = { id: newId(), number: phone, assistantOverrides: { metadata } }
  const message = { type: 'campaign.predial', contact }
  for (const workspace of ['nonsense', newId()])
    expect(await answerTo(phone, { query: { workspace, queue: queueId }, message })).toEqual([
      false,
      'unknown_workspace',
    ])
})

it('gives two workspaces with the same contact each its own answer', async () => {
  const contactId = newId()
  const { phone } = await addPerson()
  expect(await answerTo(phone, { contactId })).toEqual([true, 'ready'])
  const query = { workspace: stranger.workspaceId, queue: queueId }
  expect(await answerTo(phone, { contactId, query })).toEqual([false, 'unknown_queue'])
})

it('names no candidate whose application was deleted since', async () => {
  const { phone, applicationId } = await addPerson()
  await ask(phone)
  const deletedAt = new Date().toISOString()
  await server.db
    .updateTable('applications')
    .set({ deleted_at: deletedAt })
    .where('id', '=', applicationId)
    .execute()
  expect((await listed()).items.map(({ application }) => application)).toEqual([null])
})

it('finds the workspace that the contact names', async () => {
  const { phone } = await addPerson()
  const contact = {
    id: newId(),
    number: phone,
    assistantOverrides: { variableValues: { workspace_id: owner.workspaceId } },
  }
  const message = { type: 'campaign.predial', contact }
  expect(await answerTo(phone, { query: { queue: queueId }, message })).toEqual([true, 'ready'])
})

it('refuses a wrong secret, and answers no to nonsense', async () => {
  const { phone } = await addPerson()
  expect((await ask(phone, { secret: 'wrong' })).status).toBe(401)
  const shapes: object[] = [
    { type: 'campaign.predial' },
    { type: 'campaign.predial', contact: null },
    { type: 'campaign.predial', contact: 'Ada' },
    { type: 'campaign.predial', contact: { id: {}, number: phone } },
    { type: 'campaign.predial', contact: { id: 'x'.repeat(5000), number: ['1'] } },
    { type: 'campaign.predial', campaignId: 7, contact: { id: '\u0000\ud800', number: '☎'.repeat(900) } },
  ]
  for (const message of shapes) expect((await answerTo(phone, { message }))[0]).toBe(false)
  const event = { type: 'campaign.event', campaignId: 'theirs', eventType: 'contact.completed', data: {} }
  expect((await ask(phone, { message: event })).body).toMatchObject({ result: 'ignored' })
})

it('counts the answers by reason, and lists those behind each count', async () => {
  const { phone } = await addPerson()
  const { phone: unasked } = await addPerson(phoneWhere('day'), { consent: 'unknown' })
  const contactId = newId()
  await ask(unasked, { contactId })
  // A contact that is asked about again counts once, with its last answer.
  expect(await answerTo(phone, { contactId })).toEqual([true, 'ready'])
  for (const _ of ['first', 'second']) expect(await answerTo(unasked)).toEqual([false, 'no_consent'])
  await ask(phone, { query: { workspace: stranger.workspaceId, queue: queueId } })
  const { body } = await server.call(countPredialAnswers, { as: owner })
  expect(body).toMatchObject({
    total: 3,
    eligible: 1,
    groups: [
      { reason: 'no_consent', eligible: false, count: 2 },
      { reason: 'ready', eligible: true, count: 1 },
    ],
  })
  for (const { reason, eligible, count, lastAnsweredAt } of body.groups) {
    const { items, total } = await listed(owner, { reason })
    expect(total.value).toBe(count)
    expect(items.map((each) => [each.reason, each.eligible])).toEqual(Array(count).fill([reason, eligible]))
    expect(items[0]!.answeredAt).toBe(lastAnsweredAt)
  }
  expect((await listed(owner, { reason: 'unknown_person' })).items).toEqual([])
})

it('counts nothing where nobody asked, and for nobody who may not run campaigns', async () => {
  const { body } = await server.call(countPredialAnswers, { as: owner })
  expect(body).toEqual({ total: 0, eligible: 0, groups: [] })
  const recruiter = await server.addUser(owner.workspaceId, 'recruiter')
  expect((await server.call(countPredialAnswers, { as: recruiter })).status).toBe(403)
})

it('lists answers to those who run voice campaigns, of their workspace alone', async () => {
  const { phone } = await addPerson()
  await ask(phone)
  expect((await listed()).total.value).toBe(1)
  expect((await listed(stranger)).items).toEqual([])
  const recruiter = await server.addUser(owner.workspaceId, 'recruiter')
  expect((await server.call(listPredialAnswers, { as: recruiter, query: {} as never })).status).toBe(403)
})

it('are part of what is stored about a person, and are erased with them', async () => {
  const { phone, applicationId, candidateId } = await addPerson()
  const other = await addPerson()
  const contactId = newId()
  await ask(phone, { contactId })
  await ask(other.phone)
  const params = { id: candidateId }
  const download = await fetch(server.url + addressOf(downloadEverything, params), {
    headers: { authorization: `Bearer ${owner.accessToken}` },
  })
  const zip = await JSZip.loadAsync(await download.arrayBuffer())
  const everything = JSON.parse(await zip.file('everything.json')!.async('string'))
  expect(everything.predial_answers).toMatchObject([{ contact_id: contactId, reason: 'ready' }])
  const body = { disposition: 'unreachable' as const }
  await server.call(closeApplication, { as: owner, params: { id: applicationId }, body })
  const confirmed = { confirmName: 'Petra Person' }
  const erased = await server.call(eraseCandidate, { as: owner, params, body: confirmed })
  expect(erased.status).toBe(200)
  expect((await listed()).items.map(({ application }) => application?.id)).toEqual([other.applicationId])
})
