import { closeApplication, createApplication, deleteApplication } from '@muster/contract/applications.ts'
import { moveApplications } from '@muster/contract/board.ts'
import * as contract from '@muster/contract/call-queues.ts'
import { callingHours } from '@muster/contract/calling-breaks.ts'
import { logCall } from '@muster/contract/calls.ts'
import { recordConsent } from '@muster/contract/consents.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { timeZonesOfPhone } from '../calls/local-time.ts'
import { newId } from '../database/new-id.ts'
import { cleanUp } from '../jobs/clean-up.ts'
import { loadUserActors } from '../session/load-user-actors.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { longestHours, phoneWhere } from '../testing/phone-where.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { claimPeople } from './claim-people.ts'
import { loadQueue } from './load-queue.ts'
import { queuePeople } from './queue-people.ts'

let server: TestServer
let workspaceId: string
let recruiter: TestUser
let caller: TestUser
let coordinator: TestUser
let stranger: TestUser
let position: TestPosition

const day = callingHours

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  recruiter = await server.addUser(workspaceId, 'recruiter', { name: 'Rita Recruiter' })
  caller = await server.addUser(workspaceId, 'recruiter', { name: 'Carl Caller' })
  coordinator = await server.addUser(workspaceId, 'coordinator')
  stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
})

beforeEach(async () => {
  position = await addPosition(server.db, workspaceId)
  await server.db.deleteFrom('call_claims').execute()
})

afterAll(() => server?.stop())

type Queue = CallOf<typeof contract.createCallQueue>['body']

let names = 0
async function addQueue(more: Partial<Queue> = {}) {
  names += 1
  const { status, body } = await server.call(contract.createCallQueue, {
    as: recruiter,
    body: {
      name: `Queue ${names}`,
      filters: { positionId: position.id },
      ...longestHours,
      ...more,
    },
  })
  expect(status).toBe(201)
  return body
}

interface Person {
  name?: string
  phone?: string | null
  ownerId?: string
  candidateId?: string
  on?: TestPosition
}

async function addPerson({
  name = 'Petra Person',
  on = position,
  ownerId,
  candidateId,
  ...more
}: Person = {}) {
  const number = 'phone' in more ? more.phone : phoneWhere('day')
  const { status, body } = await server.call(createApplication, {
    as: recruiter,
    body: {
      positionId: on.id,
      ...(candidateId ? { candidateId } : { candidate: { name, phone: number } }),
      ownerId: ownerId ?? null,
    },
  })
  expect(status).toBe(201)
  return body
}

async function log(
  applicationId: string,
  more: Partial<CallOf<typeof logCall>['body']> = {},
  as: TestUser = recruiter,
) {
  const { status, body } = await server.call(logCall, { as, body: { applicationId, ...more } })
  expect(status).toBe(201)
  return body
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

async function setCallback(id: string, at: string) {
  await server.db.updateTable('applications').set({ callback_at: at }).where('id', '=', id).execute()
}

async function reasonsOf(queueId: string, as: TestUser = recruiter) {
  const { status, body } = await server.call(contract.listQueuedPeople, { as, params: { id: queueId } })
  expect(status).toBe(200)
  return Object.fromEntries(body.items.map((item) => [item.id, item]))
}

async function claim(queueId: string, as: TestUser = caller, body: { skip?: boolean } = {}) {
  const answer = await server.call(contract.claimNextCall, { as, params: { id: queueId }, body })
  expect(answer.status).toBe(200)
  return answer.body
}

describe('createCallQueue', () => {
  it('has careful rules by default', async () => {
    const { body } = await server.call(contract.createCallQueue, {
      as: recruiter,
      body: { name: 'Defaults' },
    })
    expect(body).toMatchObject({
      filters: {},
      order: 'newest',
      callFrom: 540,
      callTo: 1140,
      breaks: [],
      weekdays: [1, 2, 3, 4, 5],
      maxTries: 5,
      triesPerDay: 2,
      hoursBetween: 3,
      minutesAfter: {},
      otherTimeOfDay: false,
      script: null,
      createdBy: { name: 'Rita Recruiter' },
      version: 1,
      can: { edit: true },
    })
  })

  it.each([
    [{ filters: { nonsense: 'x' } }, 'filters.nonsense'],
    [{ filters: { positionId: 'not an ID' } }, 'filters.positionId.0'],
    [{ filters: { open: 'false' } }, 'filters'],
    [{ callFrom: 479 }, 'callFrom'],
    [{ callTo: 1261 }, 'callTo'],
    [{ callFrom: 600, callTo: 600 }, 'callTo'],
    [{ breaks: [{ from: 780, to: 720 }] }, 'breaks.0'],
    [{ breaks: [{ from: 720, to: 720 }] }, 'breaks.0'],
    [{ breaks: [{ from: 540, to: 600 }] }, 'breaks.0'],
    [{ breaks: [{ from: 1080, to: 1140 }] }, 'breaks.0'],
    [
      {
        breaks: [
          { from: 720, to: 780 },
          { from: 660, to: 730 },
        ],
      },
      'breaks.1',
    ],
    [
      {
        breaks: [
          { from: 720, to: 780 },
          { from: 780, to: 800 },
        ],
      },
      'breaks.1',
    ],
    [{ breaks: [600, 660, 720, 780].map((from) => ({ from, to: from + 30 })) }, 'breaks'],
    [{ breaks: [{ from: 600.5, to: 700 }] }, 'breaks.0.from'],
    [{ weekdays: [] }, 'weekdays'],
    [{ weekdays: [8] }, 'weekdays.0'],
    [{ maxTries: 0 }, 'maxTries'],
    [{ otherTimeOfDay: 'yes' }, 'otherTimeOfDay'],
    [{ minutesAfter: { busy: -1 } }, 'minutesAfter.busy'],
    [{ minutesAfter: { voicemail: 240 * 60 + 1 } }, 'minutesAfter.voicemail'],
    [{ minutesAfter: { busy: null } }, 'minutesAfter.busy'],
    [{ laterHours: [24, 241] }, 'laterHours.1'],
    [{ laterHours: Array(19).fill(24) }, 'laterHours'],
    [{ minutesAfter: { human_conversation: 5 } }, 'minutesAfter.human_conversation'],
    [{ minutesAfter: 30 }, 'minutesAfter'],
  ])('refuses %j and names the field', async (more, field) => {
    const { status, body } = await server.call(contract.createCallQueue, {
      as: recruiter,
      body: { name: 'Refused', ...more } as Queue,
    })
    expect([status, Object.keys((body as { details?: object }).details ?? {})]).toEqual([422, [field]])
  })

  it('refuses rows that do not exist, or are those of another workspace', async () => {
    const foreign = await addPosition(server.db, stranger.workspaceId)
    for (const filters of [
      { positionId: foreign.id },
      { ownerId: `me,none,${stranger.id}` },
      { companyId: newId() },
      { importId: newId() },
    ] as Record<string, string>[]) {
      const { status, body } = await server.call(contract.createCallQueue, {
        as: recruiter,
        body: { name: 'Refused', filters },
      })
      const [name] = Object.keys(filters)
      expect([status, Object.keys((body as { details?: object }).details ?? {})]).toEqual([
        422,
        [`filters.${name}`],
      ])
    }
  })

  it('refuses a second queue with the name', async () => {
    await addQueue({ name: 'Drivers' })
    const again = { as: recruiter, body: { name: 'DRIVERS' } }
    expect((await server.call(contract.createCallQueue, again)).status).toBe(409)
  })

  it('is for those who manage queues, and calling is for all callers', async () => {
    const mine = { as: coordinator, body: { name: 'Mine' } }
    expect((await server.call(contract.createCallQueue, mine)).status).toBe(403)
    const { id } = await addQueue()
    const seen = await server.call(contract.getCallQueue, { as: coordinator, params: { id } })
    expect([seen.status, seen.body.filters, seen.body.can]).toEqual([200, null, { edit: false }])
  })

  it('is in the audit log, as are changes and deletions', async () => {
    const { id } = await addQueue()
    const params = { id }
    await server.call(contract.updateCallQueue, { as: recruiter, params, body: { maxTries: 3 } })
    await server.call(contract.deleteCallQueue, { as: recruiter, params })
    await server.call(contract.restoreCallQueue, { as: recruiter, params })
    const entries = await server.db
      .selectFrom('audit_logs')
      .where('subject_id', '=', id)
      .select('action')
      .orderBy('id')
      .execute()
    expect(entries.map(({ action }) => action)).toEqual([
      'call_queue.created',
      'call_queue.changed',
      'call_queue.deleted',
      'call_queue.restored',
    ])
  })
})

describe('updateCallQueue', () => {
  it('changes what is sent, and refuses a stale version', async () => {
    const { id } = await addQueue({ script: 'Hello' })
    const change = (body: object) =>
      server.call(contract.updateCallQueue, { as: recruiter, params: { id }, body })
    const { body } = await change({ order: 'oldest', script: '', version: 1 })
    expect(body).toMatchObject({ order: 'oldest', script: null, callFrom: day.from, version: 2 })
    expect((await change({ maxTries: 2, version: 1 })).status).toBe(409)
  })

  it('changes every rule of whom to call next', async () => {
    const { id } = await addQueue()
    const rules = {
      ...{ callFrom: 9 * 60, callTo: 18 * 60, skipHolidays: true, maxTries: 4, triesPerDay: 1 },
      ...{ hoursBetween: 5, laterHours: [24, 48], minutesAfter: { busy: 30 }, otherTimeOfDay: true },
    }
    const body = { ...rules, name: `Changed ${id}`, script: 'Hello again', weekdays: [5, 1, 5] }
    await server.call(contract.updateCallQueue, { as: recruiter, params: { id }, body })
    const { body: stored } = await server.call(contract.getCallQueue, { as: recruiter, params: { id } })
    expect(stored).toMatchObject({ ...body, weekdays: [1, 5] })
  })

  it('refuses filters by rows that do not exist, and keeps those before', async () => {
    const { id, filters } = await addQueue()
    const change = { as: recruiter, params: { id }, body: { filters: { companyId: newId() } } }
    const { status, body } = await server.call(contract.updateCallQueue, change)
    expect([status, Object.keys((body as { details?: object }).details ?? {})]).toEqual([
      422,
      ['filters.companyId'],
    ])
    const { body: stored } = await server.call(contract.getCallQueue, { as: recruiter, params: { id } })
    expect(stored.filters).toEqual(filters)
  })

  it('stores breaks from the earliest, and says what is wrong with one', async () => {
    const [lunch, tea] = [
      { from: 720, to: 780 },
      { from: 900, to: 915 },
    ]
    const queue = await addQueue({ callFrom: 540, callTo: 1020, breaks: [tea, lunch] })
    expect(queue.breaks).toEqual([lunch, tea])
    const change = (body: object) =>
      server.call(contract.updateCallQueue, { as: recruiter, params: { id: queue.id }, body })
    const refused = await change({ breaks: [{ from: 500, to: 560 }] })
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { details: { 'breaks.0': ['Choose a break that begins and ends within the calling hours'] } },
    ])
    expect((await change({ script: 'Hello' })).body.breaks).toEqual([lunch, tea])
    expect((await change({ breaks: [lunch] })).body.breaks).toEqual([lunch])
    expect((await change({ breaks: [] })).body.breaks).toEqual([])
  })

  it('removes the breaks that are not within hours which are sent alone', async () => {
    const [early, lunch] = [
      { from: 600, to: 610 },
      { from: 720, to: 780 },
    ]
    const { id } = await addQueue({ callFrom: 540, callTo: 1020, breaks: [early, lunch] })
    const { status, body } = await server.call(contract.updateCallQueue, {
      as: recruiter,
      params: { id },
      body: { callFrom: 610 },
    })
    expect([status, body.callFrom, body.breaks]).toEqual([200, 610, [lunch]])
  })

  it('refuses an end before the stored start', async () => {
    const { id } = await addQueue({ callFrom: 600, callTo: 1200 })
    const { status } = await server.call(contract.updateCallQueue, {
      as: recruiter,
      params: { id },
      body: { callTo: 540 },
    })
    expect(status).toBe(422)
  })
})

describe('a deleted queue', () => {
  it('can be restored for 30 days, unless its name is in use', async () => {
    const { id, name } = await addQueue()
    const params = { id }
    const restore = () => server.call(contract.restoreCallQueue, { as: recruiter, params })
    expect((await restore()).status).toBe(404)
    await server.call(contract.deleteCallQueue, { as: recruiter, params })
    expect((await server.call(contract.getCallQueue, { as: recruiter, params })).status).toBe(404)
    const other = await addQueue({ name })
    expect((await restore()).status).toBe(409)
    await server.call(contract.deleteCallQueue, { as: recruiter, params: { id: other.id } })
    expect((await restore()).status).toBe(200)
    await server.call(contract.deleteCallQueue, { as: recruiter, params })
    await sql`update call_queues set deleted_at = now() - interval '31 days' where id = ${id}`.execute(
      server.db,
    )
    expect((await restore()).status).toBe(404)
    await cleanUp(server.db)
    const left = await server.db.selectFrom('call_queues').where('id', '=', id).select('id').execute()
    expect(left).toEqual([])
  })

  it('gives back the people who were being called', async () => {
    const [first, second] = [await addQueue(), await addQueue()]
    const { id } = await addPerson()
    expect((await claim(first.id)).claim?.applicationId).toBe(id)
    await server.call(contract.deleteCallQueue, { as: recruiter, params: { id: first.id } })
    expect((await claim(second.id, recruiter)).claim?.applicationId).toBe(id)
  })
})

describe('the people of a queue', () => {
  it('each have one reason', async () => {
    const queue = await addQueue({ maxTries: 3, triesPerDay: 2, hoursBetween: 3 })
    const expected: Record<string, string> = {}
    const expectReason = (reason: string, { id }: { id: string }) => {
      expected[id] = reason
    }
    const update = (id: string, values: object) =>
      server.db.updateTable('candidates').set(values).where('id', '=', id).execute()

    expectReason('ready', await addPerson())
    expectReason('no_phone', await addPerson({ phone: null }))
    const dnc = await addPerson()
    await update(dnc.candidate.id, { do_not_call: true })
    expectReason('do_not_call', dnc)
    const withdrawn = await addPerson()
    await update(withdrawn.candidate.id, { consent: 'withdrawn' })
    expectReason('consent_withdrawn', withdrawn)
    const invalid = await addPerson()
    await log(invalid.id, { endReason: 'invalid_number', startedAt: hoursAgo(100) })
    expectReason('invalid_number', invalid)
    const spoken = await addPerson()
    await log(spoken.id, { outcome: 'interested', startedAt: hoursAgo(100) })
    expectReason('spoken_with', spoken)
    const used = await addPerson()
    for (const hours of [100, 60, 30]) await log(used.id, { endReason: 'busy', startedAt: hoursAgo(hours) })
    expectReason('tries_used', used)
    const today = await addPerson()
    for (const hours of [20, 10]) await log(today.id, { endReason: 'no_answer', startedAt: hoursAgo(hours) })
    expectReason('tried_today', today)
    const recently = await addPerson()
    await log(recently.id, { endReason: 'voicemail', startedAt: hoursAgo(1) })
    expectReason('tried_recently', recently)
    const again = await addPerson()
    await log(again.id, { endReason: 'no_answer', startedAt: hoursAgo(30) })
    expectReason('ready', again)
    const later = await addPerson()
    await setCallback(later.id, hoursAgo(-2))
    expectReason('callback_later', later)
    const due = await addPerson()
    await setCallback(due.id, hoursAgo(1))
    expectReason('callback_due', due)
    expectReason('outside_hours', await addPerson({ phone: phoneWhere('night') }))
    const live = await addPerson()
    await server.db
      .insertInto('calls')
      .values({
        workspace_id: workspaceId,
        id: newId(),
        application_id: live.id,
        candidate_id: live.candidate.id,
        lifecycle: 'in_progress',
        started_at: sql`now() - interval '2 minutes'`,
      })
      .execute()
    expectReason('being_called', live)

    const people = await reasonsOf(queue.id)
    expect(Object.fromEntries(Object.entries(people).map(([id, { reason }]) => [id, reason]))).toEqual(
      expected,
    )

    const { body } = await server.call(contract.countCallQueue, { as: recruiter, params: { id: queue.id } })
    const counts: Record<string, number> = {}
    for (const { reason, count } of body.groups) counts[reason] = (counts[reason] ?? 0) + count
    expect(counts).toEqual({
      ...Object.fromEntries(Object.values(expected).map((each) => [each, 1])),
      ready: 2,
    })
    expect([body.total, body.ready]).toEqual([14, 3])
    for (const [reason, count] of Object.entries(counts)) {
      const rows = await server.call(contract.listQueuedPeople, {
        as: recruiter,
        params: { id: queue.id },
        query: { reason: reason as contract.QueueReason },
      })
      expect([reason, rows.body.items.length, rows.body.total.value]).toEqual([reason, count, count])
    }
  })

  it('may be called again an hour after a call whose end was never reported', async () => {
    const queue = await addQueue()
    const { id, candidate } = await addPerson()
    const values = { workspace_id: workspaceId, application_id: id, candidate_id: candidate.id }
    await server.db
      .insertInto('calls')
      .values({ ...values, id: newId(), lifecycle: 'in_progress', started_at: hoursAgo(2) })
      .execute()
    expect((await reasonsOf(queue.id))[id]!.reason).not.toBe('being_called')
  })

  it('have not been tried by calling us themselves', async () => {
    const queue = await addQueue({ maxTries: 1 })
    const { id } = await addPerson()
    await log(id, { direction: 'inbound', endReason: 'voicemail', startedAt: hoursAgo(1) })
    expect((await reasonsOf(queue.id))[id]!.reason).toBe('ready')
  })

  it('are called by people if they only refuse voice agents', async () => {
    const queue = await addQueue()
    const { id, candidate } = await addPerson()
    const { status } = await server.call(recordConsent, {
      as: recruiter,
      params: { id: candidate.id },
      body: { channel: 'voice_agent_call', purpose: 'recruiting', action: 'revoked' },
    })
    expect(status).toBe(201)
    const reasonFor = async (campaign?: 'anyone') =>
      (
        await server.call(contract.listQueuedPeople, {
          as: recruiter,
          params: { id: queue.id },
          query: { campaign },
        })
      ).body.items.find((item) => item.id === id)!.reason
    expect([await reasonFor(), await reasonFor('anyone')]).toEqual(['ready', 'consent_withdrawn'])
  })

  it('say when they become ready', async () => {
    const queue = await addQueue({ triesPerDay: 2, hoursBetween: 5 })
    const recently = await addPerson()
    const at = hoursAgo(1)
    await log(recently.id, { endReason: 'no_answer', startedAt: at })
    const today = await addPerson()
    const times = [hoursAgo(20), hoursAgo(10)]
    for (const startedAt of times) await log(today.id, { endReason: 'no_answer', startedAt })
    const night = await addPerson({ phone: phoneWhere('night') })
    const blocked = await addPerson({ phone: null })
    const people = await reasonsOf(queue.id)
    const after = (time: string, hours: number) =>
      new Date(Date.parse(time) + hours * 3_600_000).toISOString()
    expect(people[recently.id]!.readyAt).toBe(after(at, 5))
    expect(people[today.id]!.readyAt).toBe(after(times[0]!, 24))
    expect(Date.parse(people[night.id]!.readyAt!)).toBeGreaterThan(Date.now())
    expect(people[blocked.id]!.readyAt).toBeNull()
  })

  it('are called again after the delay for how the last call ended', async () => {
    const queue = await addQueue({ hoursBetween: 3, minutesAfter: { busy: 30, voicemail: 24 * 60 } })
    const endings = [
      ['busy', 0.4, 0.5],
      ['busy', 0.6, null],
      ['voicemail', 23, 24],
      ['voicemail', 25, null],
      ['no_answer', 2.9, 3],
      ['no_answer', 3.1, null],
    ] as const
    const expected: Record<string, unknown> = {}
    for (const [endReason, ago, delay] of endings) {
      const { id } = await addPerson()
      const startedAt = hoursAgo(ago)
      await log(id, { endReason, startedAt })
      expected[id] = delay
        ? {
            reason: 'tried_recently',
            readyAt: new Date(Date.parse(startedAt) + delay * 3_600_000).toISOString(),
          }
        : { reason: 'ready', readyAt: null }
    }
    expect(await reasonsOf(queue.id)).toMatchObject(expected)
  })

  it('wait longer after each call in vain, and begin anew after a conversation', async () => {
    const queue = await addQueue({
      hoursBetween: 2,
      laterHours: [5, 30],
      minutesAfter: { busy: 30 },
      triesPerDay: 9,
      maxTries: 9,
    })
    const hours = { waiting: 2, second: 5, third: 30, fourth: 30 }
    const expected: Record<string, unknown> = {}
    for (const [tries, delay] of Object.values(hours).entries())
      for (const [ago, isReady] of [
        [delay - 0.1, false],
        [delay + 0.1, true],
      ] as const) {
        const { id } = await addPerson()
        for (let earlier = tries; earlier >= 0; earlier -= 1)
          await log(id, { endReason: 'no_answer', startedAt: hoursAgo(ago + earlier) })
        expected[id] = { reason: isReady ? 'ready' : 'tried_recently', tries: tries + 1 }
      }
    const busy = await addPerson()
    for (const ago of [3, 2, 0.6]) await log(busy.id, { endReason: 'busy', startedAt: hoursAgo(ago) })
    expected[busy.id] = { reason: 'ready', tries: 3 }
    const elsewhere = await addPerson({ on: await addPosition(server.db, workspaceId) })
    const spoken = await addPerson({ candidateId: elsewhere.candidate.id })
    for (const ago of [40, 39]) await log(spoken.id, { endReason: 'no_answer', startedAt: hoursAgo(ago) })
    await log(elsewhere.id, { outcome: 'interested', startedAt: hoursAgo(38) })
    await log(spoken.id, { endReason: 'no_answer', startedAt: hoursAgo(2.1) })
    expected[spoken.id] = { reason: 'ready', tries: 1 }
    expect(await reasonsOf(queue.id)).toMatchObject(expected)
  })

  it('wait by the end of the last call alone, whichever position it was for', async () => {
    const queue = await addQueue({ hoursBetween: 1, triesPerDay: 9, minutesAfter: { voicemail: 24 * 60 } })
    const elsewhere = await addPerson({ on: await addPosition(server.db, workspaceId) })
    const here = await addPerson({ candidateId: elsewhere.candidate.id })
    await log(here.id, { endReason: 'busy', startedAt: hoursAgo(9) })
    await log(elsewhere.id, { endReason: 'voicemail', startedAt: hoursAgo(8) })
    expect((await reasonsOf(queue.id))[here.id]).toMatchObject({ reason: 'tried_recently', tries: 2 })
    await log(elsewhere.id, { endReason: 'busy', startedAt: hoursAgo(7) })
    expect((await reasonsOf(queue.id))[here.id]).toMatchObject({ reason: 'ready', tries: 3 })
  })

  /** The clock of a person's phone number, by another way than the product's. */
  function partAt(phone: string, at: string | number) {
    const [zone] = timeZonesOfPhone(phone)
    const hour = Number(new Date(at).toLocaleTimeString('sv-SE', { timeZone: zone! }).slice(0, 2))
    return hour < 12 ? 'morning' : hour < 17 ? 'afternoon' : 'evening'
  }

  /** Logs a call in vain at the same part of the day as now: today, yesterday or before. */
  async function logInThisPart(id: string, phone: string) {
    const startedAt = hoursAgo(24)
    expect(partAt(phone, startedAt)).toBe(partAt(phone, Date.now()))
    await log(id, { endReason: 'no_answer', startedAt })
  }

  const otherPart = { otherTimeOfDay: true, triesPerDay: 9, hoursBetween: 0, maxTries: 20 }

  it('are called at another time of day than the last time, by their own clock', async () => {
    const queue = await addQueue(otherPart)
    const started = Date.now()
    const triedAt: Record<string, { phone: string; startedAt: string }> = {}
    for (const elsewhere of [false, true])
      for (const ago of [1, 3, 6, 9, 12, 15, 18, 21, 24, 30, 40, 48]) {
        const phone = phoneWhere('day', elsewhere)
        const { id } = await addPerson({ phone })
        const startedAt = new Date(started - ago * 3_600_000 - 60_000).toISOString()
        await log(id, { endReason: 'no_answer', startedAt })
        triedAt[id] = { phone, startedAt }
      }
    const reasons = await reasonsOf(queue.id)
    const ended = Date.now()
    for (const [id, { phone, startedAt }] of Object.entries(triedAt)) {
      // Another part of the day may begin meanwhile.
      const parts = [started, ended].map((now) => partAt(phone, now))
      const isSame = reasons[id]!.reason === 'tried_this_time_of_day'
      if (!isSame) expect(reasons[id]!.reason).toBe('ready')
      if (parts[0] === parts[1]) expect([id, isSame]).toEqual([id, partAt(phone, startedAt) === parts[0]])
    }
    const { body } = await server.call(contract.countCallQueue, { as: recruiter, params: { id: queue.id } })
    expect(body.groups.reduce((sum, { count }) => sum + count, 0)).toBe(24)
    expect(body.ready).toBe(Object.values(reasons).filter(({ reason }) => reason === 'ready').length)
  })

  it('wait for another time of day with its reason, time and place', async () => {
    const queue = await addQueue(otherPart)
    const phone = phoneWhere('day')
    const { id } = await addPerson({ phone })
    await logInThisPart(id, phone)
    const { body } = await server.call(contract.countCallQueue, { as: recruiter, params: { id: queue.id } })
    const [group] = body.groups
    expect(group).toMatchObject({
      reason: 'tried_this_time_of_day',
      state: 'waiting',
      count: 1,
      triedIn: partAt(phone, Date.now()),
      timezone: timeZonesOfPhone(phone)[0],
      closed: null,
    })
    expect(partAt(phone, group!.readyAt!)).not.toBe(group!.triedIn)
    expect((await reasonsOf(queue.id))[id]!.readyAt).toBe(group!.readyAt)
    expect(await claim(queue.id)).toEqual({ claim: null, nextAt: group!.readyAt })
  })

  it('wait for no other time of day with a due callback, or after a conversation', async () => {
    const queue = await addQueue(otherPart)
    const phone = phoneWhere('day')
    const due = await addPerson({ phone })
    await logInThisPart(due.id, phone)
    await setCallback(due.id, hoursAgo(1))
    const spokenPhone = phoneWhere('day')
    const elsewhere = await addPerson({ phone: spokenPhone, on: await addPosition(server.db, workspaceId) })
    const spoken = await addPerson({ candidateId: elsewhere.candidate.id })
    await log(spoken.id, { endReason: 'no_answer', startedAt: hoursAgo(25) })
    await log(elsewhere.id, { outcome: 'not_interested', startedAt: hoursAgo(24) })
    expect(await reasonsOf(queue.id)).toMatchObject({
      [due.id]: { reason: 'callback_due' },
      [spoken.id]: { reason: 'ready', tries: 0 },
    })
  })

  it('are called at any time of day by a queue that does not ask for another one', async () => {
    const queue = await addQueue({ ...otherPart, otherTimeOfDay: false })
    const phone = phoneWhere('day')
    const { id } = await addPerson({ phone })
    await logInThisPart(id, phone)
    expect((await claim(queue.id)).claim?.applicationId).toBe(id)
  })

  it('are no longer called after a conversation, a move out of the filters or a closing', async () => {
    const queue = await addQueue({
      ...otherPart,
      otherTimeOfDay: false,
      filters: { positionId: position.id, statusType: 'lead' },
    })
    const people = [await addPerson(), await addPerson(), await addPerson(), await addPerson()]
    const [again, calledUs, moved, closed] = people.map(({ id }) => id) as [string, string, string, string]
    for (const { id } of people) await log(id, { endReason: 'no_answer', startedAt: hoursAgo(5) })
    expect(Object.values(await reasonsOf(queue.id)).map(({ reason }) => reason)).toEqual(
      people.map(() => 'ready'),
    )
    await log(calledUs, { direction: 'inbound', startedAt: hoursAgo(1) })
    await server.call(moveApplications, {
      as: recruiter,
      params: { id: position.id },
      body: { applicationIds: [moved], toStatusId: position.statuses.contacted },
    })
    const { status } = await server.call(closeApplication, {
      as: recruiter,
      params: { id: closed },
      body: { disposition: 'unreachable' },
    })
    expect(status).toBe(200)
    const reasons = Object.entries(await reasonsOf(queue.id)).map(([id, { reason }]) => [id, reason])
    expect(Object.fromEntries(reasons)).toEqual({ [again]: 'ready', [calledUs]: 'spoken_with' })
  })

  it('are open applications of open positions that match the filters', async () => {
    const queue = await addQueue({ filters: { positionId: position.id, source: 'Fair' } })
    const { id } = await addPerson()
    await addPerson()
    const gone = await addPerson()
    await server.db
      .updateTable('applications')
      .set({ source: 'Fair' })
      .where('id', 'in', [id, gone.id])
      .execute()
    await server.call(deleteApplication, { as: recruiter, params: { id: gone.id } })
    expect(Object.keys(await reasonsOf(queue.id))).toEqual([id])
    await server.db.updateTable('positions').set({ state: 'on_hold' }).where('id', '=', position.id).execute()
    expect(await reasonsOf(queue.id)).toEqual({})
  })

  it('are those whom the caller may see', async () => {
    const queue = await addQueue()
    await addPerson()
    const own = await addPerson({ ownerId: coordinator.id })
    expect(Object.keys(await reasonsOf(queue.id, coordinator))).toEqual([own.id])
    expect((await claim(queue.id, coordinator)).claim?.applicationId).toBe(own.id)
    expect((await claim(queue.id, coordinator, { skip: true })).claim).toBeNull()
  })

  it('are counted with their calls for all positions', async () => {
    const queue = await addQueue({ maxTries: 2 })
    const first = await addPerson({ on: await addPosition(server.db, workspaceId) })
    const here = await addPerson({ candidateId: first.candidate.id })
    for (const hours of [90, 60]) await log(first.id, { endReason: 'no_answer', startedAt: hoursAgo(hours) })
    expect((await reasonsOf(queue.id))[here.id]).toMatchObject({ reason: 'tries_used', tries: 2 })
  })

  it('start anew after a conversation for another position', async () => {
    const queue = await addQueue({ maxTries: 2, hoursBetween: 0 })
    const first = await addPerson({ on: await addPosition(server.db, workspaceId) })
    const here = await addPerson({ candidateId: first.candidate.id })
    for (const hours of [90, 60]) await log(here.id, { endReason: 'no_answer', startedAt: hoursAgo(hours) })
    await log(first.id, { outcome: 'not_interested', startedAt: hoursAgo(50) })
    expect((await reasonsOf(queue.id))[here.id]).toMatchObject({ reason: 'ready', tries: 0 })
  })

  it('do not exist for another workspace', async () => {
    const { id } = await addQueue()
    await addPerson()
    const params = { id }
    for (const endpoint of [contract.getCallQueue, contract.countCallQueue, contract.listQueuedPeople])
      expect((await server.call(endpoint, { as: stranger, params })).status).toBe(404)
    expect((await server.call(contract.claimNextCall, { as: stranger, params, body: {} })).status).toBe(404)
    const { body } = await server.call(contract.listCallQueues, { as: stranger })
    expect(body.items).toEqual([])
  })

  it('come in pages in the order of the queue', async () => {
    const queue = await addQueue({ order: 'oldest' })
    const ids: string[] = []
    for (const days of [1, 5, 3]) {
      const { id } = await addPerson()
      await server.db
        .updateTable('applications')
        .set({ applied_at: hoursAgo(24 * days) })
        .where('id', '=', id)
        .execute()
      ids.push(id)
    }
    const read = async (cursor?: string) =>
      (
        await server.call(contract.listQueuedPeople, {
          as: recruiter,
          params: { id: queue.id },
          query: { limit: '2' as never, ...(cursor && { cursor }) },
        })
      ).body
    const first = await read()
    const second = await read(first.nextCursor!)
    const order = [...first.items, ...second.items].map(({ id }) => id)
    expect([order, second.nextCursor]).toEqual([[ids[1], ids[2], ids[0]], null])
  })
})

describe('claimNextCall', () => {
  it('gives each person to one caller', async () => {
    const queue = await addQueue()
    const ids = [(await addPerson()).id, (await addPerson()).id]
    const claims = [await claim(queue.id, caller), await claim(queue.id, recruiter)]
    expect(claims.map((each) => each.claim?.applicationId).sort()).toEqual(ids.sort())
    expect((await reasonsOf(queue.id, recruiter))[claims[0]!.claim!.applicationId]!.reason).toBe(
      'being_called',
    )
  })

  it('gives nobody twice, however many claim at once', async () => {
    const queue = await addQueue()
    const callers = await Promise.all(
      Array.from({ length: 12 }, () => server.addUser(workspaceId, 'recruiter')),
    )
    for (let count = 0; count < 10; count += 1) await addPerson()
    const claims = await Promise.all(callers.map((as) => claim(queue.id, as)))
    const given = claims.flatMap((each) => each.claim?.applicationId ?? [])
    expect(new Set(given).size).toBe(given.length)
    expect(given).toHaveLength(10)
  })

  it('lets go of a person at once, while somebody else who chose them too looks for the next', async () => {
    const { id } = await addQueue()
    await addPerson()
    expect((await claim(id)).claim).not.toBeNull()
    await server.db.transaction().execute(async (tx) => {
      const actors = await loadUserActors(tx, workspaceId, [recruiter.id])
      const actor = actors.get(recruiter.id)!
      const queue = await loadQueue(tx, actor, id)
      // As it was before the other claim was stored.
      const people = { ...(await queuePeople(tx, actor, queue)), isReady: sql<boolean>`true` }
      expect(await claimPeople(tx, queue, people, { ...actor, limit: 1 })).toEqual([])
      const released = await server.call(contract.releaseClaim, { as: caller, params: { id } })
      expect(released.status).toBe(204)
    })
  })

  it('gives one user one person, in two tabs at once', async () => {
    const queue = await addQueue()
    for (let count = 0; count < 3; count += 1) await addPerson()
    await Promise.all([claim(queue.id), claim(queue.id), claim(queue.id)])
    const held = await server.db.selectFrom('call_claims').select('user_id').execute()
    expect(held).toEqual([{ user_id: caller.id }])
  })

  it('calls due callbacks first, the earliest before the others', async () => {
    const queue = await addQueue()
    const [late, early] = [await addPerson(), await addPerson()]
    await addPerson()
    await setCallback(late.id, hoursAgo(1))
    await setCallback(early.id, hoursAgo(2))
    const { claim: first } = await claim(queue.id)
    expect(first).toMatchObject({ applicationId: early.id, why: 'callback' })
    expect((await claim(queue.id, recruiter)).claim).toMatchObject({
      applicationId: late.id,
      why: 'callback',
    })
  })

  it('says why somebody is called', async () => {
    const queue = await addQueue({ order: 'oldest', hoursBetween: 0 })
    const tried = await addPerson()
    await log(tried.id, { endReason: 'no_answer', startedAt: hoursAgo(2) })
    await addPerson()
    expect((await claim(queue.id)).claim).toMatchObject({ why: 'next_try', tries: 1, callbackAt: null })
    expect((await claim(queue.id, caller, { skip: true })).claim).toMatchObject({
      why: 'first_call',
      tries: 0,
    })
  })

  it('keeps a callback for the caller who agreed on it, and hands it on after 15 minutes', async () => {
    const queue = await addQueue()
    const { id } = await addPerson()
    await log(id, { outcome: 'callback', callbackAt: hoursAgo(-1), startedAt: hoursAgo(2) }, recruiter)
    await setCallback(id, hoursAgo(0.1))
    expect((await reasonsOf(queue.id, caller))[id]!.reason).toBe('callback_of_another')
    expect((await claim(queue.id, caller)).claim).toBeNull()
    expect((await claim(queue.id, recruiter)).claim?.applicationId).toBe(id)
    await server.call(contract.releaseClaim, { as: recruiter, params: { id: queue.id } })
    await setCallback(id, hoursAgo(0.3))
    expect((await claim(queue.id, caller)).claim?.applicationId).toBe(id)
  })

  it('keeps a callback for the caller of the last call about it', async () => {
    const queue = await addQueue()
    const { id } = await addPerson()
    const agree = (as: TestUser, hours: number) =>
      log(id, { outcome: 'callback', callbackAt: hoursAgo(-1), startedAt: hoursAgo(hours) }, as)
    await agree(recruiter, 4)
    await agree(caller, 2)
    await setCallback(id, hoursAgo(0.1))
    expect((await claim(queue.id, recruiter)).claim).toBeNull()
    expect((await claim(queue.id, caller)).claim?.applicationId).toBe(id)
  })

  it('calls back at an agreed time even if the number was invalid before', async () => {
    const queue = await addQueue()
    const { id } = await addPerson()
    await log(id, { endReason: 'invalid_number', startedAt: hoursAgo(5) })
    expect((await claim(queue.id)).claim).toBeNull()
    await setCallback(id, hoursAgo(0.5))
    expect((await claim(queue.id)).claim?.applicationId).toBe(id)
  })

  it('calls back people who used all tries, but nobody who asked not to be called', async () => {
    const queue = await addQueue({ maxTries: 1 })
    const used = await addPerson()
    await log(used.id, { endReason: 'no_answer', startedAt: hoursAgo(1) })
    await setCallback(used.id, hoursAgo(0.5))
    expect((await claim(queue.id)).claim?.applicationId).toBe(used.id)
    await server.db
      .updateTable('candidates')
      .set({ do_not_call: true })
      .where('id', '=', used.candidate.id)
      .execute()
    expect((await claim(queue.id)).claim).toBeNull()
  })

  it('leaves a skipped person alone for a while', async () => {
    const queue = await addQueue()
    const { id } = await addPerson()
    await claim(queue.id)
    expect((await claim(queue.id, caller, { skip: true })).claim).toBeNull()
    expect((await claim(queue.id, recruiter)).claim).toBeNull()
    expect((await reasonsOf(queue.id))[id]!.reason).toBe('skipped')
    await sql`update call_claims set until = now()`.execute(server.db)
    expect((await claim(queue.id, recruiter)).claim?.applicationId).toBe(id)
  })

  it('gives a person on who was not renewed', async () => {
    const queue = await addQueue()
    const { id } = await addPerson()
    await claim(queue.id, caller)
    const renew = (as: TestUser) =>
      server.call(contract.renewClaim, { as, params: { id: queue.id }, body: { applicationId: id } })
    expect((await renew(caller)).status).toBe(200)
    expect((await renew(recruiter)).status).toBe(409)
    await sql`update call_claims set until = now()`.execute(server.db)
    expect((await claim(queue.id, recruiter)).claim?.applicationId).toBe(id)
    expect((await renew(caller)).status).toBe(409)
  })

  it('renews a claim only through its queue, and no longer after the person was skipped', async () => {
    const [queue, other] = [await addQueue(), await addQueue()]
    const { id } = await addPerson()
    await claim(queue.id)
    const renew = (queueId: string) =>
      server.call(contract.renewClaim, { as: caller, params: { id: queueId }, body: { applicationId: id } })
    expect((await renew(other.id)).status).toBe(409)
    expect((await renew(queue.id)).status).toBe(200)
    await claim(queue.id, caller, { skip: true })
    expect((await renew(queue.id)).status).toBe(409)
  })

  it('still leaves a skipped person alone after the caller has left', async () => {
    const queue = await addQueue({ order: 'oldest' })
    const { id } = await addPerson()
    await addPerson()
    await claim(queue.id)
    await claim(queue.id, caller, { skip: true })
    await server.call(contract.releaseClaim, { as: caller, params: { id: queue.id } })
    expect((await reasonsOf(queue.id))[id]!.reason).toBe('skipped')
  })

  it('gives a person back who is released', async () => {
    const queue = await addQueue()
    const { id } = await addPerson()
    await claim(queue.id, caller)
    await server.call(contract.releaseClaim, { as: recruiter, params: { id: queue.id } })
    expect((await claim(queue.id, recruiter)).claim).toBeNull()
    await server.call(contract.releaseClaim, { as: caller, params: { id: queue.id } })
    expect((await claim(queue.id, recruiter)).claim?.applicationId).toBe(id)
  })

  it('never gives somebody a second time who was just called', async () => {
    const queue = await addQueue({ hoursBetween: 1 })
    const { id } = await addPerson()
    await claim(queue.id)
    await log(id, { endReason: 'no_answer' }, caller)
    expect((await claim(queue.id)).claim).toBeNull()
  })

  it('says when somebody will be ready, if nobody is', async () => {
    const queue = await addQueue()
    expect(await claim(queue.id)).toEqual({ claim: null, nextAt: null })
    const { id } = await addPerson()
    const at = hoursAgo(-3)
    await setCallback(id, at)
    expect(await claim(queue.id)).toEqual({ claim: null, nextAt: at })
    await setCallback((await addPerson()).id, hoursAgo(-5))
    expect(await claim(queue.id)).toEqual({ claim: null, nextAt: at })
  })

  it('refuses users who may not make calls', async () => {
    const viewer = await server.addUser(workspaceId, 'viewer')
    const { id } = await addQueue()
    const refused = await server.call(contract.claimNextCall, { as: viewer, params: { id }, body: {} })
    expect(refused.status).toBe(403)
  })
})
