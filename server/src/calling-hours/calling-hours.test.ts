import { createApplication } from '@muster/contract/applications.ts'
import * as queues from '@muster/contract/call-queues.ts'
import { callingHours } from '@muster/contract/calling-breaks.ts'
import * as contract from '@muster/contract/calling-hours.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countByReason, groupCounted } from '../call-queues/count-call-queue.ts'
import { loadQueue } from '../call-queues/load-queue.ts'
import { queuePeople } from '../call-queues/queue-people.ts'
import { newId } from '../database/new-id.ts'
import { loadUserActors } from '../session/load-user-actors.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { longestHours, phoneWhere } from '../testing/phone-where.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { dialingCodes } from './dialing-codes.ts'

let server: TestServer
let workspaceId: string
let owner: TestUser
let recruiter: TestUser
let stranger: TestUser
let position: TestPosition

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  owner = await server.addUser(workspaceId, 'owner')
  recruiter = await server.addUser(workspaceId, 'recruiter')
  stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
})

beforeEach(async () => {
  position = await addPosition(server.db, workspaceId)
})

afterAll(() => server?.stop())

const allDay = { ...callingHours }
const never = { weekdays: null, saturday: null, sunday: null }

type Rule = CallOf<typeof contract.createCallingHours>['body']

function add(more: Partial<Rule>, as: TestUser = owner) {
  return server.call(contract.createCallingHours, {
    as,
    body: {
      ...{
        country: 'US',
        state: null,
        weekdays: allDay,
        saturday: allDay,
        sunday: allDay,
        publicHolidays: true,
      },
      ...more,
    },
  })
}

async function list(as: TestUser = owner) {
  const { status, body } = await server.call(contract.listCallingHours, { as })
  expect(status).toBe(200)
  return body.items
}

const remove = (id: string, as: TestUser = owner) =>
  server.call(contract.deleteCallingHours, { as, params: { id } })

async function fieldOf(answer: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await answer
  return [status, ...Object.keys((body as { details?: object }).details ?? {})]
}

describe('stricter calling hours', () => {
  it('are those of some states in a new workspace', async () => {
    const items = await list(stranger)
    expect(items.map(({ state }) => state).sort()).toEqual(
      contract.defaultCallingHours.map(({ state }) => state).sort(),
    )
    const names = items.map(({ placeName }) => placeName)
    expect(names).toEqual([...names].sort())
    expect(items.find(({ state }) => state === 'AL')).toMatchObject({
      country: 'US',
      placeName: 'Alabama',
      weekdays: { from: 480, to: 1200 },
      sunday: null,
      publicHolidays: false,
    })
    expect(items.find(({ state }) => state === 'TX')).toMatchObject({
      saturday: { from: 540, to: 1260 },
      sunday: { from: 720, to: 1260 },
      publicHolidays: true,
    })
  })

  it('came with the same rules to workspaces that existed before', async () => {
    const old = newId()
    await server.db
      .insertInto('workspaces')
      .values({ id: old, name: 'Old', timezone: 'UTC', default_country: 'US' })
      .execute()
    const migration = await import('node:fs/promises').then(({ readFile }) =>
      readFile(new URL('../../migrations/0260_calling_hours.sql', import.meta.url), 'utf8'),
    )
    const insert = migration
      .slice(migration.indexOf('insert into'))
      .replace('from workspaces,', `from (select '${old}'::uuid as id) as workspaces,`)
    await sql.raw(insert).execute(server.db)
    const of = (id: string) =>
      server.db
        .selectFrom('calling_hours')
        .where('workspace_id', '=', id)
        .select(['state', 'weekdays_from', 'weekdays_to', 'saturday_from', 'saturday_to'])
        .select(['sunday_from', 'sunday_to', 'on_holidays'])
        .orderBy('state')
        .execute()
    expect(await of(old)).toEqual(await of(stranger.workspaceId))
  })

  it('are added, changed and removed, for this workspace alone', async () => {
    const { status, body } = await add({ country: 'de', state: 'by', sunday: null })
    expect([status, body.placeName]).toEqual([201, 'Bayern'])
    const params = { id: body.id }
    const changed = await server.call(contract.updateCallingHours, {
      as: owner,
      params,
      body: { saturday: null, weekdays: { from: 540, to: 1080 } },
    })
    expect(changed.body).toMatchObject({
      country: 'DE',
      state: 'BY',
      weekdays: { from: 540, to: 1080 },
      saturday: null,
      sunday: null,
      publicHolidays: true,
    })
    expect((await list(stranger)).map(({ id }) => id)).not.toContain(body.id)
    expect((await remove(body.id)).status).toBe(204)
    expect((await list()).map(({ id }) => id)).not.toContain(body.id)
    expect((await remove(body.id)).status).toBe(404)
  })

  it('have breaks on each of their days, and none where nothing says so', async () => {
    const lunch = [{ from: 720, to: 780 }]
    const { body } = await add({ country: 'PT', weekdays: { from: 540, to: 1080, breaks: lunch } })
    expect([body.weekdays, body.saturday]).toEqual([
      { from: 540, to: 1080, breaks: lunch },
      { ...allDay, breaks: [] },
    ])
    const { body: changed } = await server.call(contract.updateCallingHours, {
      as: owner,
      params: { id: body.id },
      body: { weekdays: { from: 540, to: 1080 }, sunday: { ...allDay, breaks: lunch } },
    })
    expect([changed.weekdays?.breaks, changed.sunday?.breaks]).toEqual([[], lunch])
    await remove(body.id)
  })

  it('exist once for a place', async () => {
    expect((await add({ state: 'AL' })).status).toBe(409)
    const { body } = await add({ country: 'FR' })
    expect((await add({ country: 'FR' })).status).toBe(409)
    await remove(body.id)
  })

  it.each([
    [{ country: 'XX' }, 'country'],
    [{ country: 'Germany' }, 'country'],
    [{ state: 'ZZ' }, 'state'],
    [{ country: 'DE', state: 'TX' }, 'state'],
    [{ weekdays: { from: 600, to: 600 } }, 'weekdays.to'],
    [{ sunday: { from: 420, to: 600 } }, 'sunday.from'],
    [{ sunday: { from: 480, to: 1320 } }, 'sunday.to'],
    [{ saturday: { from: 540, to: 1020, breaks: [{ from: 540, to: 600 }] } }, 'saturday.breaks.0'],
    [{ weekdays: { from: 540, to: 1020, breaks: [{ from: 700, to: 650 }] } }, 'weekdays.breaks.0'],
  ] as [Partial<Rule>, string][])('refuse %j and name the field', async (more, field) => {
    expect(await fieldOf(add(more))).toEqual([422, field])
  })

  it('are changed by those who manage the workspace, and read by all callers', async () => {
    const [first] = await list(recruiter)
    expect((await add({ country: 'FR' }, recruiter)).status).toBe(403)
    expect((await remove(first!.id, recruiter)).status).toBe(403)
    expect((await remove(first!.id, stranger)).status).toBe(404)
    const change = { as: stranger, params: { id: first!.id }, body: { publicHolidays: true } }
    expect((await server.call(contract.updateCallingHours, change)).status).toBe(404)
  })

  it('are in the audit log', async () => {
    const { body } = await add({ country: 'ES' })
    await server.call(contract.updateCallingHours, {
      as: owner,
      params: { id: body.id },
      body: { sunday: null },
    })
    await remove(body.id)
    const entries = await server.db
      .selectFrom('audit_logs')
      .where('subject_id', '=', body.id)
      .select(['action', 'details'])
      .orderBy('id')
      .execute()
    expect(entries).toEqual(
      ['created', 'changed', 'deleted'].map((change) => ({
        action: `calling_hours.${change}`,
        details: { country: 'ES', state: null },
      })),
    )
  })

  it('can be set for the states of a country', async () => {
    const states = async (country: string) =>
      (await server.call(contract.listCallingPlaces, { as: recruiter, params: { country } })).body
    const us = await states('US')
    expect([us.byNumber, us.states.length]).toEqual([true, 51])
    expect(us.states).toContainEqual({ code: 'TX', name: 'Texas' })
    const de = await states('DE')
    expect([de.byNumber, de.states.length]).toEqual([false, 16])
    expect(await states('XX')).toEqual({ byNumber: false, states: [] })
  })
})

async function addQueue(more: Partial<CallOf<typeof queues.createCallQueue>['body']> = {}) {
  const { status, body } = await server.call(queues.createCallQueue, {
    as: recruiter,
    body: {
      name: `Queue ${newId()}`,
      filters: { positionId: position.id },
      ...longestHours,
      ...more,
    },
  })
  expect(status).toBe(201)
  return body
}

async function addPerson(phone: string | null) {
  const { status, body } = await server.call(createApplication, {
    as: recruiter,
    body: { positionId: position.id, candidate: { name: 'Petra Person', phone } },
  })
  expect(status).toBe(201)
  return body
}

/** Returns the groups of a queue and its ready people at a moment. */
async function at(queueId: string, moment: string) {
  const actor = (await loadUserActors(server.db, workspaceId, [recruiter.id])).get(recruiter.id)!
  const queue = await loadQueue(server.db, actor, queueId)
  const caller = { userId: recruiter.id, at: new Date(moment) }
  const groups = groupCounted(await countByReason(server.db, actor, queue, caller))
  const people = await queuePeople(server.db, actor, queue, caller)
  const ready = await people.select.where(people.isReady).select(['applications.id']).execute()
  return { groups, ready: ready.map(({ id }) => id) }
}

describe('the people of a queue', () => {
  it('are left alone in a break on their own clock, and ready after it', async () => {
    const breaks = [{ from: 720, to: 780 }]
    const queue = await addQueue({ callFrom: 540, callTo: 1020, weekdays: [1, 2, 3, 4, 5], breaks })
    const denver = await addPerson('+13035550142')
    const newYork = await addPerson('+12125550142')
    // 12:30 in Denver, 14:30 in New York.
    const inBreak = await at(queue.id, '2026-11-23T19:30:00Z')
    expect(inBreak.ready).toEqual([newYork.id])
    expect(inBreak.groups).toContainEqual(
      expect.objectContaining({
        ...{ reason: 'outside_hours', count: 1 },
        ...{ readyAt: '2026-11-23T20:00:00.000Z', timezone: 'America/Denver' },
      }),
    )
    expect((await at(queue.id, '2026-11-23T20:00:00Z')).ready.sort()).toEqual([denver.id, newYork.id].sort())
  })

  it('are left alone in a break of their state, which the reason names', async () => {
    const lunch = [{ from: 720, to: 780 }]
    const hours = { ...allDay, breaks: lunch }
    const { body } = await add({ state: 'CO', weekdays: hours })
    const queue = await addQueue()
    await addPerson('+13035550143')
    const { groups, ready } = await at(queue.id, '2026-11-23T19:30:00Z')
    expect(ready).toEqual([])
    expect(groups[0]).toMatchObject({
      ...{ reason: 'stricter_hours', readyAt: '2026-11-23T20:00:00.000Z' },
      closed: { state: 'CO', callFrom: allDay.from, callTo: allDay.to, breaks: lunch },
    })
    await remove(body.id)
  })

  const thanksgiving = '2026-11-26T18:00:00Z'

  it('are left alone on a public holiday of their country or state, with the day and the next opening', async () => {
    const queue = await addQueue({ skipHolidays: true })
    const [newYork, texas, alabama] = ['+12125550177', '+15125550177', '+12055550177'] as const
    for (const phone of [newYork, texas, alabama, null]) await addPerson(phone)
    const munich = await addPerson('+498912345678')
    const { groups, ready } = await at(queue.id, thanksgiving)
    // Texas has a holiday on Friday too, and Alabama's Friday is a working day.
    expect(groups.map(({ reason, count, readyAt }) => [reason, count, readyAt])).toEqual([
      ['no_phone', 1, null],
      ['public_holiday', 1, '2026-11-27T13:00:00.000Z'],
      ['public_holiday', 1, '2026-11-27T14:00:00.000Z'],
      ['public_holiday', 1, '2026-11-28T15:00:00.000Z'],
      ['ready', 1, null],
    ])
    expect(groups[1]).toMatchObject({
      state: 'waiting',
      timezone: 'America/New_York',
      closed: {
        country: 'US',
        state: null,
        placeName: 'United States',
        holiday: 'Thanksgiving Day',
        weekday: null,
      },
    })
    expect(ready).toEqual([munich.id])
  })

  it('are called on holidays by a queue without the option', async () => {
    const queue = await addQueue()
    const { id } = await addPerson('+12125550178')
    expect((await at(queue.id, thanksgiving)).ready).toEqual([id])
  })

  it('are left alone when the rule of their state says so, with its hours', async () => {
    const queue = await addQueue()
    await addPerson('+12055550179')
    await addPerson('+15125550179')
    const newYork = await addPerson('+12125550179')
    const { groups, ready } = await at(queue.id, '2026-11-29T16:00:00Z')
    expect(
      groups.map(({ reason, closed, readyAt }) => [
        reason,
        closed?.placeName,
        closed?.weekday,
        closed?.callFrom,
        readyAt,
      ]),
    ).toEqual([
      ['stricter_hours', 'Texas', 7, 720, '2026-11-29T18:00:00.000Z'],
      ['stricter_hours', 'Alabama', 7, null, '2026-11-30T14:00:00.000Z'],
      ['ready', undefined, undefined, undefined, null],
    ])
    expect(ready).toEqual([newYork.id])
  })

  it('with an unknown code are called by the clock of the workspace', async () => {
    const queue = await addQueue({ skipHolidays: true })
    const { id } = await addPerson(null)
    await sql`update candidates set phone = '+88351001234' where id in (select candidate_id from applications where id = ${id})`.execute(
      server.db,
    )
    expect((await at(queue.id, thanksgiving)).ready).toEqual([id])
    const closing = '2026-11-26T22:00:00Z'
    const { groups } = await at(queue.id, closing)
    expect(groups).toMatchObject([{ reason: 'outside_hours', count: 1, timezone: 'UTC' }])
    const setZone = (timezone: string) =>
      server.db.updateTable('workspaces').where('id', '=', workspaceId).set({ timezone }).execute()
    await setZone('America/Denver')
    expect((await at(queue.id, closing)).ready).toEqual([id])
    await setZone('UTC')
  })

  it('have the same reason in the counts, in the list and for the next call', async () => {
    const phone = phoneWhere('day')
    const { rows } = await sql<{ code: string }>`select dialing_code(${phone}) as code`.execute(server.db)
    const { country, states } = dialingCodes().get(rows[0]!.code)!.places[0]!
    const queue = await addQueue()
    const { id } = await addPerson(phone)
    // A callback that is due does not set the rule aside.
    await server.db
      .updateTable('applications')
      .set({ callback_at: sql`now()` })
      .where('id', '=', id)
      .execute()
    const read = async () => {
      const params = { id: queue.id }
      const counts = await server.call(queues.countCallQueue, { as: recruiter, params })
      const people = await server.call(queues.listQueuedPeople, { as: recruiter, params })
      const claimed = await server.call(queues.claimNextCall, { as: recruiter, params, body: {} })
      await server.call(queues.releaseClaim, { as: recruiter, params })
      return {
        groups: counts.body.groups.map(({ reason, count }) => [reason, count]),
        people: people.body.items.map(({ reason }) => reason),
        claimed: claimed.body.claim?.applicationId ?? null,
      }
    }
    const { body: rule } = await add({ country, state: states?.[0] ?? null, ...never })
    expect(await read()).toEqual({
      groups: [['stricter_hours', 1]],
      people: ['stricter_hours'],
      claimed: null,
    })
    await remove(rule.id)
    expect(await read()).toEqual({ groups: [['callback_due', 1]], people: ['callback_due'], claimed: id })
    // The rule of another workspace changes nothing.
    await add({ country, state: states?.[0] ?? null, ...never }, stranger)
    expect((await read()).claimed).toBe(id)
  })
})

describe('the option to skip public holidays', () => {
  it('is off unless it is chosen, and can be changed', async () => {
    const queue = await addQueue()
    expect(queue.skipHolidays).toBe(false)
    const { body } = await server.call(queues.updateCallQueue, {
      as: recruiter,
      params: { id: queue.id },
      body: { skipHolidays: true },
    })
    expect(body).toMatchObject({ skipHolidays: true, version: 2 })
  })
})
