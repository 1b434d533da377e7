import { createApplication, getApplicantSummary, getApplication } from '@muster/contract/applications.ts'
import { callingHours } from '@muster/contract/calling-breaks.ts'
import { createCallingHours } from '@muster/contract/calling-hours.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialingCodeOf, dialingCodes } from '../calling-hours/dialing-codes.ts'
import { loadHolidays } from '../calling-hours/holidays.ts'
import { loadCalendar, loadCalendarOf } from '../calling-hours/load-calendar.ts'
import type { Actor } from '../session/actor.ts'
import { loadUserActors } from '../session/load-user-actors.ts'
import { addPosition } from '../testing/add-position.ts'
import { phoneWhere } from '../testing/phone-where.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { presentCallable } from './present-callable.ts'

let server: TestServer
let owner: TestUser
let actor: Actor
let strangerActor: Actor

const hours = { from: 10 * 60, to: 18 * 60 }
const anyDay = { ...callingHours, weekdays: [1, 2, 3, 4, 5, 6, 7], skipHolidays: true }

const actorOf = async ({ id }: TestUser, workspaceId: string) => {
  const actors = await loadUserActors(server.db, workspaceId, [id])
  return [...actors.values()][0]!
}

beforeAll(async () => {
  server = await startTestServer()
  const { workspaceId } = await server.addWorkspace()
  owner = await server.addUser(workspaceId, 'owner')
  actor = await actorOf(owner, workspaceId)
  const other = (await server.addWorkspace()).workspaceId
  strangerActor = await actorOf(await server.addUser(other, 'owner'), other)
  await server.db.deleteFrom('calling_hours').execute()
  const body = {
    ...{ country: 'US', state: 'CO', publicHolidays: true },
    ...{ weekdays: hours, saturday: hours, sunday: null },
  }
  expect((await server.call(createCallingHours, { as: owner, body })).status).toBe(201)
  // A record does not wait for them.
  const places = ['US', 'US-CO', 'US-NY', 'US-CA', 'US-IL', 'US-FL', 'DE', 'IN', 'JM', 'BR']
  await loadHolidays(places, [2025, 2026, 2027], ['US'])
})

afterAll(() => server?.stop())

const denver = '+17205550118'
const present = (phone: string | null, at: string, refusal: string | null = null, by = actor) =>
  presentCallable(server.db, by, { phone }, refusal, new Date(at))

describe('whether a person may be called now', () => {
  it.each([
    ['New York', '+12125550148', false, '12:30', '07:30'],
    ['New York, from eight', '+12125550148', true, '13:00', '08:00'],
    ['Los Angeles, before eight', '+12135550148', false, '15:59', '07:59'],
    ['Berlin, to nine', '+4930123456', true, '19:59', '20:59'],
    ['Berlin, from nine', '+4930123456', false, '20:00', '21:00'],
    ['Florida, in one of two zones', '+18505550148', false, '02:30', '20:30–21:30'],
  ])('is decided by the clock in %s', async (_, phone, isOpen, utc, localTime) => {
    const callable = await present(phone, `2026-01-15T${utc}:00Z`)
    expect(callable).toMatchObject({ may: true, quiet: !isOpen, localTime, closed: null })
    expect(callable.reason).toBe(isOpen ? null : `Their local time is ${localTime}`)
    expect(callable.opens === null).toBe(isOpen)
  })

  it('says which public holiday it is there, and when people are called next', async () => {
    expect(await present('+12125550148', '2026-11-26T16:00:00Z')).toMatchObject({
      ...{ may: true, quiet: true, reason: 'Public holiday: Thanksgiving Day (United States)' },
      closed: { country: 'US', state: null, holiday: 'Thanksgiving Day', placeName: 'United States' },
      opens: { at: '2026-11-27T13:00:00.000Z', timezone: 'America/New_York' },
    })
    expect(await present('+4930123456', '2026-11-26T16:00:00Z')).toMatchObject({ quiet: false, closed: null })
  })

  it('says which state has stricter hours, and when people are called next', async () => {
    const sunday = await present(denver, '2026-01-18T18:00:00Z')
    expect(sunday).toMatchObject({
      ...{ may: true, quiet: true, reason: 'Colorado allows no calls at this time' },
      closed: {
        country: 'US',
        state: 'CO',
        placeName: 'Colorado',
        holiday: null,
        weekday: 7,
        callFrom: null,
      },
      // The Monday is Martin Luther King Jr. Day.
      opens: { at: '2026-01-20T17:00:00.000Z', timezone: 'America/Denver' },
    })
    const early = await present(denver, '2026-01-15T16:30:00Z')
    expect(early).toMatchObject({ quiet: true, closed: { weekday: 4, callFrom: 600, callTo: 1080 } })
    expect(await present(denver, '2026-01-15T17:00:00Z')).toMatchObject({ quiet: false, reason: null })
  })

  it('follows no hours of another workspace', async () => {
    expect(await present(denver, '2026-01-18T18:00:00Z', null, strangerActor)).toMatchObject({
      ...{ quiet: false, reason: null, closed: null, opens: null },
    })
  })

  it('names a refusal first', async () => {
    expect(await present(denver, '2026-01-18T18:00:00Z', 'Asked not to be called')).toMatchObject({
      ...{ may: false, reason: 'Asked not to be called', quiet: true },
    })
    expect(await present(null, '2026-01-18T18:00:00Z')).toMatchObject({
      ...{ may: false, reason: 'No phone number', quiet: false, closed: null, opens: null },
    })
  })

  it('is decided by the clock of the workspace for a number without a known place', async () => {
    const { timezone } = actor.workspace
    const night = await present('+88312345678', '2026-01-15T03:00:00Z')
    expect([timezone, night.quiet, night.reason, night.localTime]).toEqual([
      'UTC',
      true,
      'It is outside calling hours',
      null,
    ])
    expect((await present('+88312345678', '2026-01-15T12:00:00Z')).quiet).toBe(false)
  })

  it('is what a queue with the longest hours that leaves out holidays decides', async () => {
    const codes = [denver, '+12125550148', '+4930123456', '+919876543210', '+18765550148', '+5511912345678']
    const start = Date.parse('2026-11-22T00:00:00Z')
    for (let step = 0; step < 7 * 8; step += 1) {
      const at = new Date(start + step * 3 * 3_600_000)
      const queue = await loadCalendar(server.db, actor, anyDay, at)
      for (const code of codes.map(dialingCodeOf)) {
        const person = await loadCalendarOf(server.db, actor, code, at)
        expect([code, at, person.openingOf(code, at)]).toEqual([code, at, queue.openingOf(code, at)])
      }
    }
  })

  it('is shown by the record and the summary', async () => {
    const position = await addPosition(server.db, actor.workspaceId)
    const { body } = await server.call(createApplication, {
      as: owner,
      body: { positionId: position.id, candidate: { name: 'Nils Night', phone: phoneWhere('night') } },
    })
    const params = { id: body.id }
    for (const endpoint of [getApplication, getApplicantSummary] as const) {
      const answer = await server.call(endpoint, { as: owner, params })
      expect(answer.body.callable.quiet).toBe(true)
      expect(Date.parse(answer.body.callable.opens!.at)).toBeGreaterThan(Date.now())
    }
  })
})

describe('dialingCodeOf', () => {
  it('cuts every code as the database does', async () => {
    const phones = [...dialingCodes().keys()].map((code) => `${code}2345678901`)
    const { rows } = await sql<{ phone: string; code: string }>`
      select phone, dialing_code(phone) as code from unnest(${phones}::text[]) as phone
    `.execute(server.db)
    expect(rows.filter(({ phone, code }) => dialingCodeOf(phone) !== code)).toEqual([])
    expect(dialingCodeOf('+88312345678')).toBe('')
  })
})
