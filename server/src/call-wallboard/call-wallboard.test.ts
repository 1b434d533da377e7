import { createAgent } from '@muster/contract/agents.ts'
import { createApplication, listApplications } from '@muster/contract/applications.ts'
import * as queues from '@muster/contract/call-queues.ts'
import { getCallWallboard } from '@muster/contract/call-wallboard.ts'
import {
  callEndReasons,
  callLifecycles,
  callOutcomes,
  deleteCall,
  listCalls,
  logCall,
} from '@muster/contract/calls.ts'
import { dayOf, startOfDay } from '@muster/contract/local-days.ts'
import type { Permission } from '@muster/contract/permissions.ts'
import { createVoiceCampaign } from '@muster/contract/voice-campaigns.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { evictSessions } from '../session/authenticate.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { type Followed, followEvents } from '../testing/follow-events.ts'
import { longestHours, phoneWhere } from '../testing/phone-where.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let owner: TestUser
let lead: TestUser
let caller: TestUser
let stranger: TestUser
let position: TestPosition
let other: TestPosition
let agents: string[]
let queueId: string
let campaignId: string

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  owner = await server.addUser(workspaceId, 'owner', { name: 'Olga Owner' })
  lead = await server.addUser(workspaceId, 'recruiter', { name: 'Lena Lead' })
  caller = await server.addUser(workspaceId, 'recruiter', { name: 'Carl Caller' })
  stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
  agents = []
  for (const name of ['Nova', 'Rex']) {
    const body = {
      name,
      kind: 'voice' as const,
      provider: 'retell' as const,
      providerAgentId: name,
      phone: '+4930901821999',
    }
    agents.push((await server.call(createAgent, { as: owner, body })).body.id)
  }
})

beforeEach(async () => {
  await server.db.deleteFrom('activity_logs').where('call_id', 'is not', null).execute()
  for (const table of ['call_claims', 'calls', 'voice_campaigns'] as const)
    await server.db.deleteFrom(table).where('workspace_id', '=', workspaceId).execute()
  await server.db.updateTable('applications').set({ callback_at: null }).execute()
  position = await addPosition(server.db, workspaceId)
  other = await addPosition(server.db, workspaceId)
  queueId = await addQueue()
  const body = { name: 'First calls', queueId, agentId: agents[0]! }
  campaignId = (await server.call(createVoiceCampaign, { as: owner, body })).body.id
})

afterAll(() => server?.stop())

async function addQueue() {
  const { status, body } = await server.call(queues.createCallQueue, {
    as: lead,
    body: {
      name: `Queue ${newId()}`,
      filters: { positionId: position.id },
      ...longestHours,
    },
  })
  expect(status).toBe(201)
  return body.id
}

async function addPerson(name = 'Petra Person', on = position) {
  const body = { positionId: on.id, candidate: { name, phone: phoneWhere('day') } }
  const { status, body: application } = await server.call(createApplication, { as: owner, body })
  expect(status).toBe(201)
  return application
}

interface Call {
  startedAt: string
  applicationId?: string | null
  direction?: string
  lifecycle?: string
  endReason?: string | null
  outcome?: string | null
  from?: string | null
  queueId?: string | null
  campaignId?: string | null
  agentId?: string | null
  loggedBy?: string | null
  cost?: { minor: number; currency: string } | null
}

async function addCall(call: Call) {
  const id = newId()
  await server.db
    .insertInto('calls')
    .values({
      workspace_id: workspaceId,
      id,
      application_id: call.applicationId ?? null,
      direction: call.direction ?? 'outbound',
      lifecycle: call.lifecycle ?? 'completed',
      end_reason: call.endReason ?? null,
      outcome: call.outcome ?? null,
      from_number: call.from ?? null,
      queue_id: call.queueId ?? null,
      campaign_id: call.campaignId ?? null,
      agent_id: call.agentId ?? null,
      logged_by: call.loggedBy ?? null,
      cost_minor: call.cost?.minor ?? null,
      currency: call.cost?.currency ?? null,
      started_at: call.startedAt,
    })
    .execute()
  return id
}

async function read(as: TestUser = owner, timezone?: string) {
  const { status, body } = await server.call(getCallWallboard, { as, query: timezone ? { timezone } : {} })
  expect(status).toBe(200)
  return body
}

async function claim(as: TestUser, body: { skip?: boolean } = {}) {
  const answer = await server.call(queues.claimNextCall, { as, params: { id: queueId }, body })
  expect(answer.status).toBe(200)
  return answer.body.claim
}

async function change(user: TestUser, rights: { granted?: Permission[]; revoked?: Permission[] }) {
  await server.db
    .updateTable('users')
    .set({ granted_permissions: rights.granted ?? [], revoked_permissions: rights.revoked ?? [] })
    .where('id', '=', user.id)
    .execute()
  evictSessions(server.db)
  return user
}

const expire = () => sql`update call_claims set until = now() - interval '1 second'`.execute(server.db)

describe('who may read the wallboard', () => {
  it.each(['coordinator', 'viewer', 'hiring_manager'] as const)('not a %s', async (role) => {
    const as = await server.addUser(workspaceId, role)
    expect((await server.call(getCallWallboard, { as })).status).toBe(403)
  })

  it('not whoever manages call queues without seeing calls', async () => {
    const as = await change(await server.addUser(workspaceId, 'recruiter'), { revoked: ['calls:read'] })
    expect((await server.call(getCallWallboard, { as })).status).toBe(403)
  })

  it('shows another workspace nothing', async () => {
    const person = await addPerson()
    await addCall({ startedAt: ago(minuteMs), applicationId: person.id, cost: { minor: 5, currency: 'USD' } })
    await addCall({
      startedAt: ago(minuteMs),
      applicationId: person.id,
      lifecycle: 'in_progress',
      agentId: agents[0],
    })
    await claim(caller)
    const body = await read(stranger)
    expect(body).toMatchObject({
      talking: [],
      talkingTotal: 0,
      pace: { short: 0, long: 0, queues: [], campaigns: [], callers: [] },
      numbers: [],
      callbacks: { overdue: 0, due: 0, later: 0 },
      costs: { total: [], outcomes: [] },
    })
    expect(body.hours.every(({ calls }) => calls === 0)).toBe(true)
    expect((await read()).talkingTotal).toBe(2)
  })

  it('shows the lead of some positions their calls and people alone', async () => {
    const manager = await server.addUser(workspaceId, 'hiring_manager')
    await change(manager, { granted: ['call-queues:manage', 'calls:write'] })
    await server.db
      .updateTable('positions')
      .set({ hiring_manager_id: manager.id })
      .where('id', '=', position.id)
      .execute()
    const cost = { minor: 7, currency: 'USD' }
    for (const on of [position, other]) {
      const { id: applicationId } = await addPerson(`Person of ${on.id}`, on)
      const call = { startedAt: ago(minuteMs), applicationId, agentId: agents[0]!, cost }
      await addCall({ ...call, endReason: 'human_conversation' })
      await addCall({ ...call, lifecycle: 'in_progress', cost: null })
      await server.db
        .updateTable('applications')
        .set({ callback_at: ago(minuteMs) })
        .where('id', '=', applicationId)
        .execute()
    }
    await addCall({ startedAt: ago(minuteMs), cost })
    const own = await read(manager)
    expect(own.talking.map(({ candidate }) => candidate?.name)).toEqual([`Person of ${position.id}`])
    expect(own).toMatchObject({
      talkingTotal: 1,
      pace: { short: 2, long: 2 },
      callbacks: { due: 1 },
      costs: { total: [{ minor: 7, calls: 1 }] },
    })
    expect(own.numbers).toEqual([{ number: null, calls: 2, answered: 1 }])
    expect((await read()).pace.long).toBe(5)
  })

  it('hides the names of people from keys and users who may not see applications', async () => {
    await addPerson('Nobody Knows')
    await claim(caller)
    const as = await change(await server.addUser(workspaceId, 'recruiter'), {
      revoked: ['applications:read'],
    })
    const body = await read(as)
    expect(body.talking).toMatchObject([{ candidate: null, caller: { name: 'Carl Caller' } }])
    expect(JSON.stringify(body)).not.toContain('Nobody Knows')
  })

  it('names campaigns for those who run them alone', async () => {
    const { id: applicationId } = await addPerson()
    const call = { startedAt: ago(minuteMs), applicationId, agentId: agents[0]!, campaignId, queueId }
    await addCall({ ...call, lifecycle: 'ringing' })
    expect(await read()).toMatchObject({
      talking: [{ campaign: { id: campaignId, name: 'First calls' } }],
      pace: { campaigns: [{ campaign: { id: campaignId }, short: 1, long: 1 }] },
    })
    expect(await read(lead)).toMatchObject({ talking: [{ campaign: null }], pace: { campaigns: [] } })
  })
})

describe('who calls whom', () => {
  it('has each caller with their person, queue and since when', async () => {
    const people = [await addPerson('Ada'), await addPerson('Ben')]
    const first = await claim(caller)
    const second = await claim(lead)
    const { talking, talkingTotal, at } = await read()
    const nameOf = (id: string) => people.find((person) => person.id === id)!.candidate.name
    expect(talkingTotal).toBe(2)
    expect(talking.map(({ candidate, caller: by, queue }) => [candidate?.name, by?.name, queue?.id])).toEqual(
      [
        [nameOf(first!.applicationId), 'Carl Caller', queueId],
        [nameOf(second!.applicationId), 'Lena Lead', queueId],
      ],
    )
    for (const { since } of talking) expect(Date.parse(at) - Date.parse(since)).toBeLessThan(minuteMs)
  })

  it('keeps the time since when a caller has a person while the claim is renewed', async () => {
    await addPerson()
    const { applicationId } = (await claim(caller))!
    await sql`update call_claims set claimed_at = ${ago(5 * minuteMs)}`.execute(server.db)
    const before = (await read()).talking[0]!.since
    const renewed = await server.call(queues.renewClaim, {
      as: caller,
      params: { id: queueId },
      body: { applicationId },
    })
    expect(renewed.status).toBe(200)
    expect((await read()).talking[0]!.since).toBe(before)
  })

  it('counts anew for the next caller of a person whose claim expired', async () => {
    await addPerson()
    await claim(caller)
    await sql`update call_claims set claimed_at = ${ago(hourMs)}`.execute(server.db)
    await expire()
    await claim(lead)
    const [talk] = (await read()).talking
    expect(talk!.caller!.name).toBe('Lena Lead')
    expect(Date.now() - Date.parse(talk!.since)).toBeLessThan(minuteMs)
  })

  it('leaves out expired claims, skipped people and those given back', async () => {
    for (const name of ['Ada', 'Ben']) await addPerson(name)
    await claim(caller)
    expect((await read()).talkingTotal).toBe(1)
    await expire()
    expect((await read()).talking).toEqual([])
    const next = await claim(caller)
    await claim(caller, { skip: true })
    const shown = (await read()).talking.map(({ applicationId }) => applicationId)
    expect(shown).toHaveLength(1)
    expect(shown).not.toContain(next!.applicationId)
    await server.call(queues.releaseClaim, { as: caller, params: { id: queueId } })
    expect((await read()).talking).toEqual([])
  })

  it('has the calls of voice agents that go on, and none whose end was lost', async () => {
    const { id: applicationId } = await addPerson()
    const call = { applicationId, agentId: agents[1]!, campaignId, queueId }
    const active = ['queued', 'ringing', 'in_progress']
    for (const lifecycle of callLifecycles) await addCall({ ...call, lifecycle, startedAt: ago(minuteMs) })
    await addCall({ ...call, lifecycle: 'in_progress', startedAt: ago(5 * hourMs) })
    const { talking } = await read()
    expect(talking.map(({ lifecycle }) => lifecycle).sort()).toEqual([...active].sort())
    expect(talking[0]).toMatchObject({ agent: { name: 'Rex' }, caller: null, queue: { id: queueId } })
  })
})

describe('the queue of a call', () => {
  const paceOf = async () => (await read()).pace.queues.map(({ queue, long }) => [queue.id, long])
  const log = (applicationId: string, as: TestUser, direction: 'outbound' | 'inbound' = 'outbound') =>
    server.call(logCall, { as, body: { applicationId, endReason: 'no_answer', direction } })

  it('is the one that gave the person to the caller', async () => {
    await addPerson()
    const { applicationId } = (await claim(caller))!
    expect((await log(applicationId, caller)).status).toBe(201)
    expect(await paceOf()).toEqual([[queueId, 1]])
    expect((await server.call(listCalls, { as: owner, query: { queueId } })).body.total!.value).toBe(1)
  })

  it('is none for calls to people of others, for inbound calls, and once the person was given back', async () => {
    await addPerson()
    const { applicationId } = (await claim(caller))!
    await log(applicationId, lead)
    await log(applicationId, caller, 'inbound')
    await server.call(queues.releaseClaim, { as: caller, params: { id: queueId } })
    await log(applicationId, caller)
    expect(await paceOf()).toEqual([])
  })

  it('is no longer counted once the call is undone', async () => {
    await addPerson()
    const { applicationId } = (await claim(caller))!
    const { body } = await log(applicationId, caller)
    await server.call(deleteCall, { as: caller, params: { id: body.id } })
    expect(await paceOf()).toEqual([])
  })
})

describe('events', () => {
  it('report who is called now, to those who may see the person', async () => {
    await addPerson()
    const manager = await server.addUser(workspaceId, 'hiring_manager')
    const streams: Followed[] = [await followEvents(server, owner), await followEvents(server, manager)]
    const { applicationId } = (await claim(caller))!
    await server.call(queues.releaseClaim, { as: caller, params: { id: queueId } })
    const events = (await streams[0]!.take(2)).map(({ event }) => event)
    const expected = { kind: 'claims-changed', applicationIds: [applicationId], actorId: caller.id }
    expect(events).toEqual([expected, expected])
    await addPerson('Later')
    expect(streams[1]!.events.filter(({ event }) => event.kind === 'claims-changed')).toEqual([])
    for (const stream of streams) stream.leave()
  })
})

describe('callbacks', () => {
  it('are overdue, due or later today, of open applications, each with its list', async () => {
    const { today } = await read()
    const tomorrow = new Date(Date.parse(today.to) + minuteMs).toISOString()
    const last = new Date(Date.parse(today.to) - 1).toISOString()
    const times = [
      ago(2 * 24 * hourMs),
      ago(20 * minuteMs),
      ago(16 * minuteMs),
      ago(10 * minuteMs),
      last,
      tomorrow,
    ]
    for (const at of times) {
      const { id } = await addPerson()
      await server.db.updateTable('applications').set({ callback_at: at }).where('id', '=', id).execute()
    }
    const { callbacks, at } = await read()
    expect(callbacks).toMatchObject({ overdue: 3, due: 1, later: 1 })
    const count = async (query: object) =>
      (await server.call(listApplications, { as: owner, query: { open: 'true', ...query } })).body.total!
        .value
    expect([
      await count({ callbackTo: callbacks.overdueUntil }),
      await count({ callbackFrom: callbacks.overdueUntil, callbackTo: at }),
      await count({ callbackFrom: at, callbackTo: today.to }),
    ]).toEqual([3, 1, 1])
  })

  it('of closed and deleted applications are not counted', async () => {
    for (const set of [{ closed_at: ago(hourMs), disposition: 'withdrawn' }, { deleted_at: ago(hourMs) }]) {
      const { id } = await addPerson()
      await server.db
        .updateTable('applications')
        .set({ callback_at: ago(hourMs), ...set })
        .where('id', '=', id)
        .execute()
    }
    expect((await read()).callbacks).toMatchObject({ overdue: 0, due: 0, later: 0 })
  })
})

describe('countCallQueue for a voice campaign', () => {
  it('counts by its rules: consent, and no callbacks of its own', async () => {
    await addPerson()
    const count = async (campaign?: 'anyone' | 'with_consent') => {
      const query = campaign ? { campaign } : {}
      const { body } = await server.call(queues.countCallQueue, { as: owner, params: { id: queueId }, query })
      return body.groups.map(({ reason, count }) => [reason, count])
    }
    expect(await count()).toEqual([['ready', 1]])
    expect(await count('anyone')).toEqual([['ready', 1]])
    expect(await count('with_consent')).toEqual([['no_consent', 1]])
  })
})

/** Counts by the words of the reports, apart from the code that is tested. */
const isPlaced = ({ direction, lifecycle }: Call) =>
  direction === 'outbound' && lifecycle !== 'queued' && lifecycle !== 'canceled'
const isConversation = ({ endReason }: Call) =>
  endReason === 'human_conversation' || endReason === 'transferred'
const isAnswered = ({ endReason, lifecycle }: Call) =>
  ['human_conversation', 'transferred', 'voicemail', 'ivr', 'timeout'].includes(endReason ?? '') ||
  (endReason === 'unknown' && lifecycle === 'completed')

const zones = ['UTC', 'America/Denver', 'Asia/Kolkata', 'Pacific/Kiritimati'] as const

const aCall = fc.record({
  minutesAgo: fc.integer({ min: 1, max: 40 * 60 }).map((minutes) => minutes - 0.5),
  recent: fc.boolean(),
  direction: fc.constantFrom('outbound', 'outbound', 'outbound', 'inbound'),
  lifecycle: fc.constantFrom(...callLifecycles, 'completed' as const, 'completed' as const),
  endReason: fc.constantFrom(...callEndReasons, 'human_conversation' as const, null),
  outcome: fc.constantFrom(...callOutcomes, 'qualified' as const, null, null),
  from: fc.constantFrom('+4930111', '+4930222', null),
  queued: fc.boolean(),
  campaign: fc.boolean(),
  by: fc.constantFrom('caller', 'lead', 'agent 0', 'agent 1', 'nobody'),
  cost: fc.option(
    fc.record({ minor: fc.integer({ min: 0, max: 500 }), currency: fc.constantFrom('USD', 'EUR') }),
  ),
})

describe('the lists of the day', () => {
  it('have those with the most calls first', async () => {
    const { id: applicationId } = await addPerson()
    // Where the day neither begins nor ends soon.
    const timezone = new Date().getUTCHours() < 12 ? 'Asia/Tokyo' : 'UTC'
    const call = { startedAt: ago(minuteMs), applicationId, cost: { minor: 5, currency: 'USD' } }
    await addCall({ ...call, loggedBy: caller.id, from: '+15550101', outcome: 'interested' })
    for (const minutes of [2, 3])
      await addCall({
        ...call,
        startedAt: ago(minutes * minuteMs),
        loggedBy: lead.id,
        from: '+15550102',
        outcome: 'not_qualified',
      })
    const { pace, numbers, costs } = await read(owner, timezone)
    expect(pace.callers.map(({ user }) => user?.name)).toEqual(['Lena Lead', 'Carl Caller'])
    expect(numbers.map(({ number }) => number)).toEqual(['+15550102', '+15550101'])
    expect(costs.outcomes.map(({ outcome }) => outcome)).toEqual(['not_qualified', 'interested'])
  })
})

describe('the numbers of a random day', () => {
  it('are those counted from the calls one by one, and their lists have as many rows', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aCall, { minLength: 20, maxLength: 60 }),
        fc.constantFrom(...zones),
        checkDay,
      ),
      { numRuns: 12 },
    )
  }, 120_000)
})

type RandomCall = typeof aCall extends fc.Arbitrary<infer Value> ? Value : never

async function checkDay(random: RandomCall[], timezone: string) {
  await server.db.deleteFrom('calls').where('workspace_id', '=', workspaceId).execute()
  const { id: applicationId } = await addPerson()
  const calls: Required<Call>[] = random.map((each) => ({
    startedAt: ago((each.recent ? each.minutesAgo % 90 : each.minutesAgo) * minuteMs),
    applicationId,
    direction: each.direction,
    lifecycle: each.lifecycle,
    endReason: each.endReason,
    outcome: each.outcome,
    from: each.direction === 'inbound' ? '+15550100' : each.from,
    queueId: each.queued ? queueId : null,
    campaignId: each.campaign ? campaignId : null,
    agentId: each.by.startsWith('agent') ? agents[Number(each.by.at(-1))]! : null,
    loggedBy: each.by === 'caller' ? caller.id : each.by === 'lead' ? lead.id : null,
    cost: each.cost,
  }))
  for (const call of calls) await addCall(call)
  const body = await read(owner, timezone)
  const at = Date.parse(body.at)
  const rows = async (query: object) =>
    (await server.call(listCalls, { as: owner, query: { limit: 1, ...query } })).body.total!.value

  const from = startOfDay(dayOf(at, timezone), timezone)
  const to = startOfDay(dayOf(at + 26 * hourMs, timezone), timezone)
  expect(body.today.from).toBe(from)
  expect([startOfDay(dayOf(at + 24 * hourMs, timezone), timezone), to]).toContain(body.today.to)
  const today = calls.filter(({ startedAt }) => startedAt >= from)

  const placedWithin = (minutes: number) =>
    calls.filter((call) => isPlaced(call) && Date.parse(call.startedAt) >= at - minutes * minuteMs)
  const [short, long] = [placedWithin(15), placedWithin(60)]
  const paceOf = (matches: (call: Call) => boolean) => ({
    short: short.filter(matches).length,
    long: long.filter(matches).length,
  })
  const since = { placed: 'true', startedFrom: new Date(at - hourMs).toISOString(), startedTo: body.at }
  expect([body.pace.short, body.pace.long]).toEqual([short.length, long.length])
  expect(await rows(since)).toBe(long.length)
  const ofQueue = paceOf((call) => call.queueId === queueId)
  expect(body.pace.queues.map(({ short, long }) => ({ short, long }))).toEqual(ofQueue.long ? [ofQueue] : [])
  expect(await rows({ ...since, queueId })).toBe(ofQueue.long)
  const ofCampaign = paceOf((call) => call.campaignId === campaignId)
  expect(body.pace.campaigns.map(({ short, long }) => ({ short, long }))).toEqual(
    ofCampaign.long ? [ofCampaign] : [],
  )
  for (const user of [caller, lead]) {
    const expected = paceOf((call) => call.loggedBy === user.id)
    expect(
      body.pace.callers.find((each) => each.user?.id === user.id) ?? { short: 0, long: 0 },
    ).toMatchObject(expected)
    expect(await rows({ ...since, loggedBy: user.id })).toBe(expected.long)
  }
  for (const agentId of agents)
    expect(
      body.pace.callers.find(({ agent }) => agent?.id === agentId) ?? { short: 0, long: 0 },
    ).toMatchObject(paceOf((call) => call.agentId === agentId))
  expect(await rows({ ...since, loggedBy: 'none', agentId: agents[0] })).toBe(
    paceOf((call) => call.agentId === agents[0]).long,
  )

  expect(body.hours).toHaveLength(Math.floor((at - Date.parse(from)) / hourMs) + 1)
  for (const hour of body.hours) {
    const placed = calls.filter(
      (call) => isPlaced(call) && call.startedAt >= hour.from && call.startedAt < hour.to,
    )
    expect([hour.calls, hour.conversations]).toEqual([placed.length, placed.filter(isConversation).length])
  }
  expect(body.hours.reduce((sum, hour) => sum + hour.calls, 0)).toBe(today.filter(isPlaced).length)

  const day = { placed: 'true', startedFrom: body.today.from, startedTo: body.today.to }
  const numbers = [...new Set(today.filter(isPlaced).map((call) => call.from))]
  expect(body.numbers.map(({ number }) => number).sort()).toEqual([...numbers].sort())
  for (const { number, calls: count, answered } of body.numbers) {
    const placed = today.filter((call) => isPlaced(call) && call.from === number)
    expect([count, answered]).toEqual([placed.length, placed.filter(isAnswered).length])
    expect(await rows({ ...day, fromNumber: number ?? 'none' })).toBe(count)
  }

  const paid = today.filter((call) => call.cost)
  expect(body.costs.total.map(({ currency }) => currency)).toEqual(
    [...new Set(paid.map(({ cost }) => cost!.currency))].sort(),
  )
  for (const total of body.costs.total) {
    const inCurrency = paid.filter(({ cost }) => cost!.currency === total.currency)
    const minor = inCurrency.reduce((sum, { cost }) => sum + cost!.minor, 0)
    const conversations = inCurrency.filter(isConversation).length
    const qualified = inCurrency.filter(({ outcome }) => outcome === 'qualified').length
    expect(total).toEqual({
      currency: total.currency,
      minor,
      calls: inCurrency.length,
      conversations,
      qualified,
      perConversation: conversations ? minor / conversations : null,
      perQualified: qualified ? minor / qualified : null,
    })
  }
  expect(body.costs.outcomes.reduce((sum, { calls }) => sum + calls, 0)).toBe(paid.length)
  for (const { outcome, calls: count, costs } of body.costs.outcomes) {
    const ofOutcome = paid.filter((call) => call.outcome === outcome)
    expect(count).toBe(ofOutcome.length)
    const between = { startedFrom: body.today.from, startedTo: body.today.to }
    expect(await rows({ ...between, withCost: 'true', outcome: outcome ?? 'none' })).toBe(count)
    for (const { minor, currency } of costs)
      expect(minor).toBe(
        ofOutcome
          .filter(({ cost }) => cost!.currency === currency)
          .reduce((sum, { cost }) => sum + cost!.minor, 0),
      )
  }
}
