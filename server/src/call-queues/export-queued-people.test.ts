import { createApplication } from '@muster/contract/applications.ts'
import * as contract from '@muster/contract/call-queues.ts'
import { logCall } from '@muster/contract/calls.ts'
import { updateCandidate } from '@muster/contract/candidates.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import type { Permission } from '@muster/contract/permissions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { evictSessions } from '../session/authenticate.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { longestHours, phoneWhere } from '../testing/phone-where.ts'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let recruiter: TestUser
let position: TestPosition
let queueId: string

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  recruiter = await server.addUser(workspaceId, 'recruiter')
})

beforeEach(async () => {
  position = await addPosition(server.db, workspaceId)
  const { status, body } = await server.call(contract.createCallQueue, {
    as: recruiter,
    body: { name: position.id.slice(0, 30), filters: { positionId: position.id }, ...longestHours },
  })
  expect(status).toBe(201)
  queueId = body.id
})

afterAll(() => server?.stop())

type Query = CallOf<typeof contract.exportQueuedPeople>['query']

async function fetchExport(query: Query = {}, as = recruiter, language = 'en'): Promise<Response> {
  return fetch(server.url + addressOf(contract.exportQueuedPeople, { id: queueId }, query), {
    headers: { authorization: `Bearer ${as.accessToken}`, 'accept-language': language },
  })
}

async function exported(query: Query = {}, as = recruiter): Promise<Record<string, string>[]> {
  const answer = await fetchExport(query, as)
  expect(answer.status).toBe(200)
  const [headers, ...rows] = (await answer.text())
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  return rows.map((cells) => Object.fromEntries(headers!.map((header, index) => [header, cells[index]!])))
}

async function addPerson(name: string, phone: string | null, ownerId: string | null = null) {
  const { status, body } = await server.call(createApplication, {
    as: recruiter,
    body: { positionId: position.id, candidate: { name, phone }, ownerId },
  })
  expect(status).toBe(201)
  return body
}

async function addUserWith(granted: Permission[], revoked: Permission[] = [], role = 'recruiter' as const) {
  const user = await server.addUser(workspaceId, role)
  await server.db
    .updateTable('users')
    .set({ granted_permissions: granted, revoked_permissions: revoked })
    .where('id', '=', user.id)
    .execute()
  evictSessions(server.db)
  return user
}

describe('exportQueuedPeople', () => {
  it('has each person once, with the reason that the list names', async () => {
    await addPerson('Rosa Ready', phoneWhere('day'))
    await addPerson('Nina Night', phoneWhere('night'))
    await addPerson('Nora Nophone', null)
    const stopped = await addPerson('Stella Stop', phoneWhere('day'))
    await server.call(updateCandidate, {
      as: recruiter,
      params: { id: stopped.candidate.id },
      body: { doNotCall: true },
    })
    const tried = await addPerson('Tara Tried', phoneWhere('day'))
    await server.call(logCall, { as: recruiter, body: { applicationId: tried.id, endReason: 'no_answer' } })
    const rows = await exported()
    const { body: listed } = await server.call(contract.listQueuedPeople, {
      as: recruiter,
      params: { id: queueId },
    })
    expect(rows.map((row) => row['Application ID'])).toEqual(listed.items.map(({ id }) => id))
    const facts = rows.map((row) => [row.Candidate, row.State, row.Reason, row.Tries])
    expect(facts.toSorted()).toEqual([
      ['Nina Night', 'Waiting', 'Outside calling hours', '0'],
      ['Nora Nophone', 'Blocked', 'No phone number', '0'],
      ['Rosa Ready', 'Ready', 'Ready', '0'],
      ['Stella Stop', 'Blocked', 'Asked not to be called', '0'],
      ['Tara Tried', 'Waiting', 'Called recently', '1'],
    ])
    const minuteOf = (at: string | null) => at?.slice(0, 16).replace('T', ' ') ?? ''
    const { timezone } = { timezone: 'UTC' as const }
    const inUtc = await exported({ timezone })
    expect(inUtc.map((row) => row['Ready from'])).toEqual(
      listed.items.map(({ readyAt }) => minuteOf(readyAt)),
    )
    expect(inUtc.find(({ Candidate }) => Candidate === 'Nina Night')!['Ready from']).not.toBe('')
  })

  it('takes one reason, and the reasons of a voice campaign', async () => {
    await addPerson('Rosa Ready', phoneWhere('day'))
    await addPerson('Nora Nophone', null)
    const candidates = async (query: Query) => (await exported(query)).map(({ Candidate }) => Candidate)
    expect(await candidates({ reason: 'no_phone' })).toEqual(['Nora Nophone'])
    expect(await candidates({ reason: 'ready' })).toEqual(['Rosa Ready'])
    expect(await candidates({ reason: 'no_consent', campaign: 'with_consent' })).toEqual(['Rosa Ready'])
  })

  it('has due callbacks by their time, whatever the order of the queue', async () => {
    const late = await addPerson('Lara Late', phoneWhere('day'))
    const early = await addPerson('Emil Early', phoneWhere('day'))
    const newest = await addPerson('Nils Newest', phoneWhere('day'))
    const at = { [late.id]: 1, [early.id]: 3, [newest.id]: 2 }
    for (const [id, hours] of Object.entries(at))
      await server.db
        .updateTable('applications')
        .set({ callback_at: new Date(Date.now() - hours * 3_600_000).toISOString() })
        .where('id', '=', id)
        .execute()
    const rows = await exported({ reason: 'callback_due' })
    expect(rows.map(({ Candidate }) => Candidate)).toEqual(['Emil Early', 'Nils Newest', 'Lara Late'])
  })

  it('is in the language of the reader, also as a workbook', async () => {
    await addPerson('Nora Nophone', null)
    const german = await (await fetchExport({ columns: 'candidate,reason' }, recruiter, 'de')).text()
    expect(german).toBe('Kandidat,Grund\r\nNora Nophone,Keine Telefonnummer\r\n')
    const workbook = await fetchExport({ format: 'xlsx' })
    expect(workbook.headers.get('content-type')).toContain('spreadsheetml')
    expect(
      Buffer.from(await workbook.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')
  })

  it('leaves out contact data for those who may not export them', async () => {
    await addPerson('Rosa Ready', phoneWhere('day'))
    expect(Object.keys((await exported())[0]!)).toEqual(expect.arrayContaining(['Phone', 'Email']))
    for (const hidden of ['contacts:export', 'contacts:read'] as const) {
      const headers = Object.keys((await exported({}, await addUserWith([], [hidden])))[0]!)
      expect(headers).toContain('Candidate')
      expect(headers).not.toContain('Phone')
      expect(headers).not.toContain('Email')
    }
  })

  it('has only people whom the reader may see', async () => {
    const coordinator = await addUserWith(['applications:export'], [], 'coordinator' as 'recruiter')
    await addPerson('Rosa Ready', phoneWhere('day'))
    await addPerson('Olaf Own', phoneWhere('day'), coordinator.id)
    expect((await exported({}, coordinator)).map(({ Candidate }) => Candidate)).toEqual(['Olaf Own'])
  })

  it('is refused without the right to export or to call, and does not exist elsewhere', async () => {
    expect((await fetchExport({}, await server.addUser(workspaceId, 'coordinator'))).status).toBe(403)
    expect((await fetchExport({}, await server.addUser(workspaceId, 'viewer'))).status).toBe(403)
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
    expect((await fetchExport({}, stranger)).status).toBe(404)
  })

  it('is in the audit log with the queue and the number of people', async () => {
    await addPerson('Rosa Ready', phoneWhere('day'))
    const reader = await addUserWith([])
    await exported({ reason: 'ready' }, reader)
    const entries = async () =>
      (
        await server.db
          .selectFrom('audit_logs')
          .where('user_id', '=', reader.id)
          .where('action', 'like', 'queued_people.%')
          .select(['action', 'details'])
          .orderBy('id')
          .execute()
      ).map(({ action, details }) => [action, details])
    await expect.poll(entries).toMatchObject([
      ['queued_people.exported', { queueId, filters: { reason: 'ready' } }],
      ['queued_people.export_ended', { rows: 1, complete: true }],
    ])
  })
})
