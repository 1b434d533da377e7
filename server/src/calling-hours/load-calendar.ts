import { setTimeout } from 'node:timers/promises'
import type { Span } from '@muster/contract/calling-breaks.ts'
import { callingHours } from '@muster/contract/calling-breaks.ts'
import type { callingDays } from '@muster/contract/calling-hours.ts'
import { sql } from 'kysely'
import { countriesWithAreaCodes, statesWithAreaCodes } from '../calls/area-code-states.ts'
import { minuteOf } from '../calls/clock-in.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import {
  type CalendarSettings,
  type CallingCalendar,
  type CallingRule,
  callingCalendar,
  placesWithHolidays,
} from './calling-calendar.ts'
import type { CallingWindow } from './calling-window.ts'
import { dialingCodes } from './dialing-codes.ts'
import { loadHolidays } from './holidays.ts'

export interface RuleRow
  extends Pick<CallingRule, 'country' | 'state' | 'publicHolidays'>,
    Record<(typeof callingDays)[number], (Span & { breaks: Span[] }) | null> {
  id: string
}

/** Returns the rules of a workspace by country and state, or the one with the ID. */
export async function findCallingHours(db: Database, workspaceId: string, id?: string): Promise<RuleRow[]> {
  const rows = await db
    .selectFrom('calling_hours')
    .where('workspace_id', '=', workspaceId)
    .$if(id !== undefined, (rules) => rules.where('id', '=', id!))
    .selectAll()
    .orderBy('country')
    .orderBy(sql`coalesce(state, '')`)
    .execute()
  const hours = (from: number | null, to: number | null, breaks: unknown) =>
    from === null || to === null ? null : { from, to, breaks: breaks as Span[] }
  return rows.map((row) => ({
    id: row.id,
    country: row.country,
    state: row.state,
    weekdays: hours(row.weekdays_from, row.weekdays_to, row.weekdays_breaks),
    saturday: hours(row.saturday_from, row.saturday_to, row.saturday_breaks),
    sunday: hours(row.sunday_from, row.sunday_to, row.sunday_breaks),
    publicHolidays: row.on_holidays,
  }))
}

const dayMs = 24 * 3_600_000

/** Returns the years that a calendar needs, from yesterday until ten days ahead. */
export function yearsAround(at: Date): number[] {
  return [...new Set([-1, 10].map((days) => new Date(at.getTime() + days * dayMs).getUTCFullYear()))]
}

/** The calendars of the present minute, by their settings: computing one costs 10 ms, as much as all else of a claim. */
const shared = { minute: 0, calendars: new Map<string, CallingCalendar>() }

function sharedCalendar(settings: CalendarSettings, at: Date): CallingCalendar {
  const minute = minuteOf(at).getTime()
  if (shared.minute !== minute) {
    shared.minute = minute
    shared.calendars.clear()
  }
  const key = JSON.stringify(settings)
  const calendar = shared.calendars.get(key) ?? callingCalendar(settings)
  shared.calendars.set(key, calendar)
  return calendar
}

/** Returns when the people of a queue may be called, with the holidays that decide from yesterday until ten days ahead, and the names of states. */
export async function loadCalendar(
  db: Database,
  actor: Pick<Actor, 'workspaceId' | 'workspace'>,
  queue: CallingWindow & { skipHolidays: boolean },
  at: Date,
): Promise<CallingCalendar> {
  const { from, to, breaks, weekdays, skipHolidays } = queue
  const rules = await findCallingHours(db, actor.workspaceId)
  const countries = [
    ...rules.flatMap(({ country, state }) => (state === null ? [] : [country])),
    ...(skipHolidays ? countriesWithAreaCodes : []),
  ]
  await loadHolidays(placesWithHolidays(skipHolidays, rules), yearsAround(at), countries)
  const window = { from, to, breaks, weekdays }
  return sharedCalendar({ window, skipHolidays, rules, workspaceZone: actor.workspace.timezone }, at)
}

/** Outside a queue people are called on any day. */
const anyDay: CallingWindow = { ...callingHours, weekdays: [1, 2, 3, 4, 5, 6, 7] }

/**
 * How long a record waits for holidays. A thread computes them for seconds once a process; until then, only the clock and the
 * stricter hours of a place are known, and states have no names.
 */
const longestWait = 200

/**
 * Returns when people with a dialing code may be called outside a queue: not on public holidays of their place, nor outside its
 * stricter hours. It never fails because of the holidays: it warns people, and stops nobody.
 */
export async function loadCalendarOf(
  db: Database,
  actor: Pick<Actor, 'workspaceId' | 'workspace'>,
  code: string,
  at: Date,
): Promise<CallingCalendar> {
  const places = dialingCodes().get(code)?.places ?? []
  const countries = [...new Set(places.map(({ country }) => country))]
  const rules = (await findCallingHours(db, actor.workspaceId)).filter(({ country }) =>
    countries.includes(country),
  )
  const observed = countries.flatMap((country) => [
    country,
    ...statesWithAreaCodes(country).map((state) => `${country}-${state}`),
  ])
  const loaded = loadHolidays(observed, yearsAround(at), countries).catch(() => {})
  await Promise.race([loaded, setTimeout(longestWait, undefined, { ref: false })])
  return callingCalendar({
    window: anyDay,
    skipHolidays: true,
    rules,
    workspaceZone: actor.workspace.timezone,
  })
}
