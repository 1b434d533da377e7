import { createApiKey } from '@muster/contract/api-keys.ts'
import { createApplication, deleteApplication, getApplication } from '@muster/contract/applications.ts'
import { listAuditLogs } from '@muster/contract/audit-logs.ts'
import * as queues from '@muster/contract/call-queues.ts'
import { logCall, updateCall } from '@muster/contract/calls.ts'
import * as merges from '@muster/contract/candidate-merges.ts'
import {
  createCandidate,
  deleteCandidate,
  getCandidate,
  updateCandidate,
} from '@muster/contract/candidates.ts'
import * as contract from '@muster/contract/consents.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { undoImport } from '@muster/contract/import-undo.ts'
import { eraseCandidate } from '@muster/contract/privacy.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importContent } from '../imports/fixtures/import-kit.ts'
import { runUndo } from '../imports/undo/run-undo.ts'
import { cleanUp } from '../jobs/clean-up.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { hideContacts } from '../testing/hide-contacts.ts'
import { longestHours, phoneWhere } from '../testing/phone-where.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let admin: TestUser
let position: TestPosition

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin', { name: 'Ada Admin' })
  position = await addPosition(server.db, workspaceId)
})

afterAll(() => server?.stop())

type Person = CallOf<typeof createCandidate>['body']
type Entry = CallOf<typeof contract.recordConsent>['body']

async function add(body: Partial<Person> = {}): Promise<string> {
  const answer = await server.call(createCandidate, {
    as: admin,
    body: { name: 'Carla Consent', allowDuplicate: true, ...body },
  })
  expect(answer.status).toBe(201)
  return answer.body.id
}

async function apply(candidateId: string) {
  const { body } = await server.call(createApplication, {
    as: admin,
    body: { positionId: position.id, candidateId },
  })
  return body
}

/** Logs a call about a new application of the person. */
async function logCallOf(candidateId: string, ended: Omit<CallOf<typeof logCall>['body'], 'applicationId'>) {
  const { id: applicationId } = await apply(candidateId)
  const { body } = await server.call(logCall, { as: admin, body: { applicationId, ...ended } })
  return body
}

const get = async (id: string) => (await server.call(getCandidate, { as: admin, params: { id } })).body

function record(id: string, body: Entry, as = admin) {
  return server.call(contract.recordConsent, { as, params: { id }, body })
}

async function list(id: string, query: CallOf<typeof contract.listConsents>['query'] = {}, as = admin) {
  const answer = await server.call(contract.listConsents, { as, params: { id }, query })
  expect(answer.status).toBe(200)
  return answer.body
}

/** Returns the entries of a person, the oldest first, as words. */
async function entries(id: string): Promise<string[]> {
  const { items } = await list(id, { sort: 'recordedAt' })
  return items.map(({ channel, action, source }) => `${channel} ${action} by ${source}`)
}

async function states(id: string) {
  const { channels } = await list(id)
  return Object.fromEntries(channels.map(({ channel, state }) => [channel, state]))
}

async function update(id: string, body: CallOf<typeof updateCandidate>['body']) {
  expect((await server.call(updateCandidate, { as: admin, params: { id }, body })).status).toBe(200)
}

async function merge(survivorId: string, mergedId: string) {
  const [survivor, merged] = [await get(survivorId), await get(mergedId)]
  const { status, body } = await server.call(merges.mergeCandidates, {
    as: admin,
    params: { id: survivorId },
    body: { mergedId, version: survivor.version, mergedVersion: merged.version },
  })
  expect(status).toBe(200)
  return body.merge.id
}

async function unmerge(id: string, mergeId: string) {
  const answer = await server.call(merges.unmergeCandidates, { as: admin, params: { id, mergeId } })
  expect(answer.status).toBe(200)
  return answer.body
}

describe('the fields of a candidate', () => {
  it('add an entry whenever they change, and none when they stay', async () => {
    const id = await add({ consent: 'given' })
    await update(id, { doNotCall: true })
    await update(id, { doNotCall: true, notes: 'No change of consent' })
    await update(id, { consent: 'withdrawn' })
    await update(id, { consent: 'unknown', doNotCall: false })
    expect(await entries(id)).toEqual([
      'any given by user',
      'calls revoked by user',
      'any revoked by user',
      'any cleared by user',
      'calls cleared by user',
    ])
  })

  it('of a new candidate add an entry each', async () => {
    expect(await entries(await add({ consent: 'given', doNotCall: true }))).toEqual([
      'any given by user',
      'calls revoked by user',
    ])
  })

  it('are the newest state of the entries', async () => {
    const id = await add()
    await record(id, { channel: 'any', action: 'given' })
    expect(await get(id)).toMatchObject({ consent: 'given', doNotCall: false })
    await record(id, { channel: 'calls', action: 'revoked' })
    expect(await get(id)).toMatchObject({ consent: 'given', doNotCall: true })
    await record(id, { channel: 'any', action: 'revoked' })
    await record(id, { channel: 'calls', action: 'given' })
    expect(await get(id)).toMatchObject({ consent: 'withdrawn', doNotCall: false })
    await record(id, { channel: 'any', action: 'cleared' })
    expect(await get(id)).toMatchObject({ consent: 'unknown' })
  })

  it('ignore what was agreed to for marketing', async () => {
    const id = await add()
    await record(id, { channel: 'any', purpose: 'marketing', action: 'revoked' })
    expect(await get(id)).toMatchObject({ consent: 'unknown' })
    expect(await states(id)).toMatchObject({ email: 'unknown' })
  })

  it('say of an outcome of a call which call it was', async () => {
    const id = await add({ phone: phoneWhere('day') })
    const call = await logCallOf(id, { endReason: 'human_conversation', outcome: 'do_not_call' })
    expect(await entries(id)).toEqual(['calls revoked by call'])
    expect((await list(id)).items[0]).toMatchObject({ evidence: { callId: call.id } })
    await server.call(updateCall, { as: admin, params: { id: call.id }, body: { outcome: 'not_interested' } })
    expect(await entries(id)).toEqual(['calls revoked by call', 'calls cleared by call'])
  })

  it('keep do-not-call that was recorded again when the call is corrected', async () => {
    const id = await add({ phone: phoneWhere('day') })
    const call = await logCallOf(id, { endReason: 'human_conversation', outcome: 'do_not_call' })
    await record(id, { channel: 'calls', action: 'revoked' })
    await server.call(updateCall, { as: admin, params: { id: call.id }, body: { outcome: 'not_interested' } })
    expect(await get(id)).toMatchObject({ doNotCall: true })
  })
})

describe('recordConsent', () => {
  it('keeps the words, the time and the evidence, and says who recorded it', async () => {
    const id = await add()
    const { status, body } = await record(id, {
      channel: 'voice_agent_call',
      action: 'given',
      wording: 'May our assistant call you?',
      source: 'form',
      at: '2025-03-04T05:06:07.000Z',
      evidenceUrl: 'https://forms.example/17',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      candidateId: id,
      purpose: 'recruiting',
      wording: 'May our assistant call you?',
      source: 'form',
      at: '2025-03-04T05:06:07.000Z',
      recordedBy: { id: admin.id, name: 'Ada Admin' },
      evidence: { url: 'https://forms.example/17', file: null, callId: null },
    })
  })

  it.each(['given', 'cleared'] as const)('lifts no revocation by one %s before it', async (action) => {
    const id = await add()
    await record(id, { channel: 'any', action: 'revoked', at: '2026-02-01T00:00:00Z' })
    await record(id, { channel: 'any', action, at: '2026-01-01T00:00:00Z' })
    expect(await get(id)).toMatchObject({ consent: 'withdrawn' })
    await record(id, { channel: 'any', action: 'given', at: '2026-02-01T00:00:00Z' })
    expect(await get(id)).toMatchObject({ consent: 'given' })
  })

  it('revokes at once, also what was given later than the revocation is dated', async () => {
    const id = await add({ consent: 'given' })
    await record(id, { channel: 'any', action: 'revoked', at: '2020-01-01T00:00:00Z' })
    expect(await get(id)).toMatchObject({ consent: 'withdrawn' })
  })

  it('decides a channel by a revocation of anything that covers it', async () => {
    const id = await add({ consent: 'given' })
    await record(id, { channel: 'voice_agent_call', action: 'revoked' })
    expect(await states(id)).toEqual({
      person_call: 'given',
      voice_agent_call: 'revoked',
      text_message: 'given',
      email: 'given',
    })
    await record(id, { channel: 'calls', action: 'revoked' })
    expect(await states(id)).toMatchObject({ person_call: 'revoked', text_message: 'given', email: 'given' })
    await record(id, { channel: 'any', action: 'revoked' })
    await record(id, { channel: 'email', action: 'given' })
    expect(await states(id)).toMatchObject({ text_message: 'revoked', email: 'revoked' })
  })

  it('refuses a time to come, and a call with somebody else', async () => {
    const [id, other] = [await add(), await add()]
    const call = await logCallOf(other, { endReason: 'no_answer' })
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    const late = await record(id, { channel: 'any', action: 'given', at: tomorrow })
    expect([late.status, (late.body as { details?: unknown }).details]).toMatchObject([
      422,
      { at: expect.anything() },
    ])
    const foreign = await record(id, { channel: 'any', action: 'given', evidenceCallId: call.id })
    expect([foreign.status, (foreign.body as { details?: unknown }).details]).toMatchObject([
      422,
      { evidenceCallId: expect.anything() },
    ])
    expect((await list(id)).items).toEqual([])
    expect((await record(other, { channel: 'any', action: 'given', evidenceCallId: call.id })).status).toBe(
      201,
    )
  })

  it('takes the time of a clock that is minutes ahead for now, and refuses an hour', async () => {
    const id = await add()
    const ahead = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    expect((await record(id, { channel: 'any', action: 'given', at: ahead(60) })).status).toBe(422)
    const { body } = await record(id, { channel: 'any', action: 'given', at: ahead(8) })
    expect(Date.parse(body.at)).toBeLessThanOrEqual(Date.parse(body.recordedAt) + 1_000)
  })

  it('logs the change on open applications and in the audit log', async () => {
    const id = await add()
    const application = await apply(id)
    await record(id, { channel: 'any', action: 'given' })
    const { body } = await server.call(getApplication, { as: admin, params: { id: application.id } })
    expect(body.candidate.consent).toBe('given')
    const logs = await server.call(listAuditLogs, { as: admin, query: { action: ['consent.recorded'] } })
    expect(logs.body.items[0]).toMatchObject({ subject: { id } })
  })

  it('says whether a key or a call was the source, unless another is named', async () => {
    const id = await add()
    const { body: key } = await server.call(createApiKey, {
      as: admin,
      body: { name: 'Forms', permissions: ['candidates:read', 'candidates:write'], expiresAt: null },
    })
    await server.call(contract.recordConsent, {
      headers: { authorization: `Bearer ${key.key}` },
      params: { id },
      body: { channel: 'any', action: 'given' },
    })
    const call = await logCallOf(id, { endReason: 'human_conversation' })
    await record(id, { channel: 'email', action: 'given', evidenceCallId: call.id })
    await record(id, { channel: 'email', action: 'given', evidenceCallId: call.id, source: 'form' })
    expect(await entries(id)).toEqual(['any given by api', 'email given by call', 'email given by form'])
  })

  it('takes no call of a deleted application as evidence', async () => {
    const id = await add()
    const call = await logCallOf(id, { endReason: 'human_conversation' })
    await server.call(deleteApplication, { as: admin, params: { id: call.application!.id } })
    const { status } = await record(id, { channel: 'any', action: 'given', evidenceCallId: call.id })
    expect(status).toBe(422)
  })

  it('makes changes refused that began before it', async () => {
    const id = await add()
    const { version } = await get(id)
    await record(id, { channel: 'any', action: 'revoked' })
    const { status } = await server.call(updateCandidate, {
      as: admin,
      params: { id },
      body: { consent: 'given', version },
    })
    expect(status).toBe(409)
  })

  it('is for those who may edit candidates, of their own workspace, who were not deleted', async () => {
    const id = await add()
    const viewer = await server.addUser(workspaceId, 'viewer')
    const { workspaceId: elsewhere } = await server.addWorkspace()
    const stranger = await server.addUser(elsewhere, 'admin')
    const entry = { channel: 'any', action: 'given' } as const
    expect((await record(id, entry, viewer)).status).toBe(403)
    expect((await record(id, entry, stranger)).status).toBe(404)
    expect(
      (await server.call(contract.listConsents, { as: stranger, params: { id }, query: {} })).status,
    ).toBe(404)
    await server.call(deleteCandidate, { as: admin, params: { id } })
    expect((await record(id, entry)).status).toBe(404)
  })

  it('records all of what several people record at once', async () => {
    const id = await add()
    const actions = ['given', 'revoked', 'cleared', 'given', 'revoked', 'given'] as const
    await Promise.all(actions.map((action) => record(id, { channel: 'any', action })))
    const { items } = await list(id)
    expect(items.length).toBe(6)
    const state = { given: 'given', revoked: 'withdrawn', cleared: 'unknown' } as const
    expect((await get(id)).consent).toBe(state[items[0]!.action])
  })
})

describe('listConsents', () => {
  it('pages through the entries in the order in which they were recorded', async () => {
    const id = await add()
    for (const action of ['given', 'revoked', 'given'] as const)
      await record(id, { channel: 'email', action })
    const first = await list(id, { limit: '2', sort: 'recordedAt' } as never)
    const second = await list(id, { limit: '2', sort: 'recordedAt', cursor: first.nextCursor! } as never)
    expect([...first.items, ...second.items].map(({ action }) => action)).toEqual([
      'given',
      'revoked',
      'given',
    ])
    expect(second.nextCursor).toBeNull()
  })

  it('shows no evidence to those who may not see contact data', async () => {
    const id = await add()
    await record(id, { channel: 'any', action: 'given', evidenceUrl: 'https://forms.example/a@b.example' })
    const hidden = await server.addUser(workspaceId, 'viewer')
    await hideContacts(server, hidden)
    expect((await list(id, {}, hidden)).items[0]!.evidence).toEqual({ url: null, file: null, callId: null })
  })
})

describe('a call queue', () => {
  async function reasons(ids: string[], campaign?: 'anyone' | 'with_consent') {
    const place = await addPosition(server.db, workspaceId)
    for (const candidateId of ids)
      await server.call(createApplication, { as: admin, body: { positionId: place.id, candidateId } })
    const { body: queue } = await server.call(queues.createCallQueue, {
      as: admin,
      body: {
        name: `Queue of ${place.id}`,
        filters: { positionId: place.id },
        ...longestHours,
      },
    })
    const { body } = await server.call(queues.listQueuedPeople, {
      as: admin,
      params: { id: queue.id },
      query: campaign ? { campaign } : {},
    })
    return ids.map((id) => body.items.find((item) => item.candidate.id === id)!.reason)
  }

  it('calls nobody who revoked calls by people, and campaigns nobody who revoked calls by voice agents', async () => {
    const ids = [
      await add({ phone: phoneWhere('day') }),
      await add({ phone: phoneWhere('day') }),
      await add({ phone: phoneWhere('day') }),
    ]
    await record(ids[0]!, { channel: 'person_call', action: 'revoked' })
    await record(ids[1]!, { channel: 'voice_agent_call', action: 'revoked' })
    await record(ids[2]!, { channel: 'text_message', action: 'revoked' })
    expect(await reasons(ids)).toEqual(['consent_withdrawn', 'ready', 'ready'])
    expect(await reasons(ids, 'anyone')).toEqual(['ready', 'consent_withdrawn', 'ready'])
  })

  it('takes consent to calls, or to calls by voice agents, for what a campaign needs', async () => {
    const ids = [
      await add({ phone: phoneWhere('day') }),
      await add({ phone: phoneWhere('day') }),
      await add({ phone: phoneWhere('day') }),
    ]
    await record(ids[0]!, { channel: 'voice_agent_call', action: 'given' })
    await record(ids[1]!, { channel: 'calls', action: 'given' })
    await record(ids[2]!, { channel: 'person_call', action: 'given' })
    expect(await reasons(ids, 'with_consent')).toEqual(['ready', 'ready', 'no_consent'])
  })

  it('logs no call of a person to somebody who revoked them', async () => {
    const id = await add({ phone: phoneWhere('day') })
    const application = await apply(id)
    await record(id, { channel: 'person_call', action: 'revoked' })
    const answer = await server.call(logCall, {
      as: admin,
      body: { applicationId: application.id, endReason: 'no_answer' },
    })
    expect(answer.status).toBe(409)
  })
})

describe('a merge', () => {
  it('keeps what either revoked by channel, and is undone with it', async () => {
    const [survivor, merged] = [await add({ consent: 'given' }), await add()]
    await record(merged, { channel: 'voice_agent_call', action: 'revoked', wording: 'No robots' })
    await record(merged, { channel: 'email', action: 'given' })
    const id = await merge(survivor, merged)
    expect(await states(survivor)).toMatchObject({ voice_agent_call: 'revoked', email: 'given' })
    await unmerge(survivor, id)
    expect(await states(survivor)).toMatchObject({ voice_agent_call: 'given', person_call: 'given' })
    expect(await states(merged)).toMatchObject({ voice_agent_call: 'revoked', email: 'given' })
  })

  it('takes the consent of the other where the survivor’s was cleared, and clears it again when undone', async () => {
    const [survivor, merged] = [await add(), await add()]
    await record(survivor, { channel: 'email', action: 'given' })
    await record(survivor, { channel: 'email', action: 'cleared' })
    await record(merged, { channel: 'email', action: 'given' })
    const id = await merge(survivor, merged)
    expect(await states(survivor)).toMatchObject({ email: 'given' })
    await unmerge(survivor, id)
    expect(await states(survivor)).toMatchObject({ email: 'unknown' })
  })

  it('that is undone returns what the survivor had given before', async () => {
    const [survivor, merged] = [await add(), await add()]
    await record(survivor, { channel: 'email', action: 'given' })
    await record(merged, { channel: 'email', action: 'revoked' })
    const id = await merge(survivor, merged)
    expect(await states(survivor)).toMatchObject({ email: 'revoked' })
    await unmerge(survivor, id)
    expect(await states(survivor)).toMatchObject({ email: 'given' })
  })

  it('takes no consent of the other that the survivor revoked', async () => {
    const [survivor, merged] = [await add(), await add()]
    await record(survivor, { channel: 'email', action: 'revoked' })
    await record(merged, { channel: 'email', action: 'given', at: new Date().toISOString() })
    await merge(survivor, merged)
    expect(await states(survivor)).toMatchObject({ email: 'revoked' })
  })

  it('is listed with the entries of both', async () => {
    const [survivor, merged] = [await add({ consent: 'given' }), await add({ consent: 'withdrawn' })]
    await merge(survivor, merged)
    expect(await entries(survivor)).toEqual([
      'any given by user',
      'any revoked by user',
      'any revoked by merge',
    ])
  })

  it('lifts nothing that was revoked since when it is undone, for neither of the two', async () => {
    const [survivor, merged] = [await add({ consent: 'given' }), await add({ consent: 'withdrawn' })]
    const id = await merge(survivor, merged)
    await record(survivor, { channel: 'any', action: 'revoked' })
    await record(survivor, { channel: 'calls', action: 'revoked' })
    const { candidate, restored, merge: undone } = await unmerge(survivor, id)
    expect(candidate).toMatchObject({ consent: 'withdrawn', doNotCall: true })
    expect(restored).toMatchObject({ consent: 'withdrawn', doNotCall: true })
    expect(undone.kept).toContainEqual(expect.objectContaining({ key: 'consent' }))
  })
})

describe('an import', () => {
  const csv = (row: string) => `Name,Email,Consent,Do not call\n${row}\n`
  async function importRow(email: string, consent: string, doNotCall = '') {
    const { id } = await importContent(server, admin, csv(`Ina Import,${email},${consent},${doNotCall}`), {
      policy: 'overwrite',
      positionId: position.id,
    } as never)
    return id
  }
  async function undo(importId: string) {
    expect((await server.call(undoImport, { as: admin, params: { id: importId } })).status).toBe(202)
    await runUndo(server.services, { workspaceId, importId })
  }

  it('records what it changed, and its undo records that it took it back', async () => {
    const id = await add({ name: 'Ina Import', email: 'ina1@example.com', consent: 'given' })
    const importId = await importRow('ina1@example.com', 'withdrawn', 'yes')
    expect(await entries(id)).toEqual([
      'any given by user',
      'any revoked by import',
      'calls revoked by import',
    ])
    await undo(importId)
    expect(await entries(id)).toEqual([
      'any given by user',
      'any revoked by import',
      'calls revoked by import',
      'any given by import_undo',
      'calls cleared by import_undo',
    ])
    expect(await get(id)).toMatchObject({ consent: 'given', doNotCall: false })
  })

  it('lifts no revocation, whatever its policy', async () => {
    const id = await add({
      name: 'Ina Import',
      email: 'ina2@example.com',
      consent: 'withdrawn',
      doNotCall: true,
    })
    await importRow('ina2@example.com', 'given', 'no')
    expect(await get(id)).toMatchObject({ consent: 'withdrawn', doNotCall: true })
  })

  it('is not undone for somebody who revoked consent since', async () => {
    const id = await add({ name: 'Ina Import', email: 'ina3@example.com', consent: 'given' })
    const importId = await importRow('ina3@example.com', 'withdrawn')
    await record(id, { channel: 'any', action: 'revoked' })
    await undo(importId)
    expect(await get(id)).toMatchObject({ consent: 'withdrawn' })
  })

  it.each(['import', 'import_undo'])('cannot lift a revocation in the database as %s', async (source) => {
    const id = await add({ consent: 'withdrawn', doNotCall: true })
    await server.db.transaction().execute(async (tx) => {
      await sql`select set_config('muster.consent_writer', ${JSON.stringify({ source, causeId: id })}, true)`.execute(
        tx,
      )
      await sql`update candidates set consent = 'given', do_not_call = false where id = ${id}`.execute(tx)
    })
    expect(await get(id)).toMatchObject({ consent: 'withdrawn', doNotCall: true })
  })
})

describe('an entry', () => {
  it('is neither changed nor deleted', async () => {
    const id = await add({ consent: 'given' })
    const refused = /only added/
    await expect(
      sql`update consent_entries set action = 'revoked' where candidate_id = ${id}`.execute(server.db),
    ).rejects.toThrow(refused)
    await expect(
      sql`delete from consent_entries where candidate_id = ${id}`.execute(server.db),
    ).rejects.toThrow(refused)
  })

  it('has the evidence it was recorded with, or none', async () => {
    const id = await add()
    await record(id, { channel: 'any', action: 'given', evidenceUrl: 'https://forms.example/9' })
    const evidence = (url: string | null) =>
      sql`update consent_entries set evidence_url = ${url} where candidate_id = ${id}`.execute(server.db)
    await expect(evidence('https://forms.example/10')).rejects.toThrow(/only added/)
    await evidence(null)
    expect((await list(id)).items[0]!.evidence.url).toBeNull()
  })

  it('of an erased person stays without its evidence for five years', async () => {
    const id = await add()
    await record(id, {
      channel: 'any',
      action: 'given',
      wording: 'May we?',
      evidenceUrl: 'https://forms.example/9',
    })
    await server.call(eraseCandidate, { as: admin, params: { id }, body: { confirmName: 'Carla Consent' } })
    const read = () =>
      server.db.selectFrom('consent_entries').where('candidate_id', '=', id).selectAll().execute()
    await cleanUp(server.db)
    expect(await read()).toMatchObject([{ action: 'given', wording: 'May we?', evidence_url: null }])
    await sql`update candidates set erased_at = now() - interval '6 years' where id = ${id}`.execute(
      server.db,
    )
    await cleanUp(server.db)
    expect((await read()).length).toBe(1)
    await sql`
      insert into consent_entries (workspace_id, candidate_id, channel, action, source, recorded_at)
      values (${workspaceId}, ${id}, 'email', 'given', 'user', now() - interval '6 years')
    `.execute(server.db)
    await cleanUp(server.db)
    expect((await read()).map(({ channel }) => channel)).toEqual(['any'])
  })
})
