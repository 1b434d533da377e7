import { type DayPart, dayPartAt } from '@muster/contract/call-queues.ts'
import { type HoursOfDay, isInHours } from '@muster/contract/calling-breaks.ts'
import { callingDays } from '@muster/contract/calling-hours.ts'
import { addDays } from '@muster/contract/local-days.ts'
import { statesWithAreaCodes } from '../calls/area-code-states.ts'
import { type Clock, clockIn, minuteOf } from '../calls/clock-in.ts'
import { type CallingWindow, isInWindow, nextOpening, openingDays, openingMinutes } from './calling-window.ts'
import { type DialingCode, dialingCodes, type Place } from './dialing-codes.ts'
import type { Names } from './find-holidays.ts'
import { holidayOn } from './holidays.ts'

/** When people of a country or a state are called at most. */
export interface CallingRule extends Record<(typeof callingDays)[number], HoursOfDay | null> {
  country: string
  state: string | null
  publicHolidays: boolean
}

export interface CalendarSettings {
  window: CallingWindow
  /** Whether nobody is called on public holidays, also where no rule forbids it. */
  skipHolidays: boolean
  rules: readonly CallingRule[]
  /** The time zone for numbers whose own is unknown. */
  workspaceZone: string
}

/** A country or a state, by whose holidays or hours nobody is called. */
export interface ClosedPlace {
  country: string
  state: string | null
}

/** Why people with a dialing code are not called at a moment. */
export type Closure =
  | { reason: 'public_holiday'; place: ClosedPlace; holiday: Names }
  | { reason: 'outside_hours' }
  | { reason: 'stricter_hours'; place: ClosedPlace; weekday: number; hours: HoursOfDay | null }
  | { reason: 'tried_this_time_of_day'; part: DayPart }

const key = (country: string, state: string | null) => (state === null ? country : `${country}-${state}`)

/** A rule for a state holds wherever the person may be in it, also if their number does not show the state. */
function holdsIn({ country, state }: CallingRule, places: readonly Place[]): boolean {
  return places.some(
    (place) =>
      place.country === country && (state === null || place.states === null || place.states.includes(state)),
  )
}

/** The places whose holidays count for a person: the states if the number shows them, else the country. */
function holidayPlaces({ country, states }: Place): ClosedPlace[] {
  return states === null ? [{ country, state: null }] : states.map((state) => ({ country, state }))
}

/** Returns the holiday of a place. One of the whole country is the country's. */
function findHoliday({ country, state }: ClosedPlace, day: string): Closure | null {
  const here = holidayOn(key(country, state), day)
  if (!here) return null
  const everywhere = holidayOn(country, day)
  return {
    reason: 'public_holiday',
    place: { country, state: everywhere ? null : state },
    holiday: everywhere ?? here,
  }
}

/** Returns the places of which the holidays decide, as `loadHolidays` takes them. */
export function placesWithHolidays(
  skipHolidays: boolean,
  rules: readonly Pick<CallingRule, 'country' | 'state' | 'publicHolidays'>[],
): string[] {
  const places = new Set<string>()
  const add = ({ country, state }: ClosedPlace) => places.add(country).add(key(country, state))
  if (skipHolidays)
    for (const code of dialingCodes().values()) code.places.flatMap(holidayPlaces).forEach(add)
  for (const { country, state, publicHolidays } of rules) {
    if (publicHolidays) continue
    add({ country, state })
    if (state === null) for (const each of statesWithAreaCodes(country)) add({ country, state: each })
  }
  return [...places]
}

/** What decides for all dialing codes with the same zones and places. */
interface Region {
  zones: readonly string[]
  rules: readonly CallingRule[]
  /** The places on whose holidays nobody is called. */
  holidays: readonly ClosedPlace[]
}

function hoursOn(rule: CallingRule, weekday: number): HoursOfDay | null {
  return rule[callingDays[Math.max(0, weekday - 5)]!]
}

/** Returns the minutes from UTC of a clock that shows a moment. */
function offsetOf({ date, minutes }: Clock, at: Date): number {
  const shown = Date.parse(`${date}T00:00:00Z`) + minutes * 60_000
  return Math.round((shown - at.getTime()) / 60_000)
}

const unknownCode: DialingCode = { zones: null, places: [] }

/** What a moment means for every dialing code. */
export interface SortedCodes {
  /** The codes whose people are not called, by reason. */
  closed: Map<Closure['reason'], string[]>
  /** All codes that are known. Of people with another one only the clock of the workspace is known. */
  known: string[]
  /** Why those others are not called; null if they are. */
  others: Closure['reason'] | null
}

export interface Opening {
  at: string | null
  /** One of the zones. */
  timezone: string
  closure: Closure
}

export interface CallingCalendar {
  /** Returns why people with a dialing code are not called at a moment; null if they are. */
  closureOf: (code: string, at: Date) => Closure | null
  sortCodes: (at: Date) => SortedCodes
  /**
   * Returns whether people with a dialing code are called at a moment. Those who were called in vain in a part of the day are
   * called in another one, if there is one within eight days.
   */
  isOpen: (code: string, at: Date, triedIn: DayPart | null) => boolean
  /** Returns when people with a dialing code are called next, and why not now; null if they are called now. */
  openingOf: (code: string, at: Date, triedIn?: DayPart | null) => Opening | null
  /**
   * Returns the minutes from UTC of the clock that decides about parts of the day, by dialing code; null for people who are called
   * now and in no other part. The key '' is for all other codes. If a number may be in several zones, the first one decides.
   */
  clocksOf: (at: Date) => Record<string, number | null>
}

/**
 * Decides by the clocks, the public holidays and the rules of all places where a person may be. Holidays need to be loaded.
 * Many codes have the same zones and places, for which everything is computed once a minute.
 */
export function callingCalendar(settings: CalendarSettings): CallingCalendar {
  const { window, skipHolidays, rules, workspaceZone } = settings
  const regions = new Map<DialingCode, Region>()

  function regionOf(code: string): Region {
    const found = dialingCodes().get(code) ?? unknownCode
    const { zones, places } = found
    let region = regions.get(found)
    if (!region) {
      const holding = rules.filter((rule) => holdsIn(rule, places))
      const observed = [
        ...(skipHolidays ? places.flatMap(holidayPlaces) : []),
        ...holding.flatMap(({ country, state, publicHolidays }) => {
          if (publicHolidays) return []
          if (state !== null) return [{ country, state }]
          return places.filter((place) => place.country === country).flatMap(holidayPlaces)
        }),
      ]
      const holidays = new Map(observed.map((each) => [key(each.country, each.state), each]))
      region = { zones: zones ?? [workspaceZone], rules: holding, holidays: [...holidays.values()] }
      regions.set(found, region)
    }
    return region
  }

  const clocks = new Map<string, Clock>()
  const clockOf = (zone: string, at: Date): Clock => {
    const name = `${zone} ${at.getTime()}`
    const clock = clocks.get(name) ?? clockIn(zone, at)
    clocks.set(name, clock)
    return clock
  }

  function closureIn({ zones, rules: holding, holidays }: Region, at: Date): Closure | null {
    const local = zones.map((zone) => clockOf(zone, at))
    for (const { date } of local)
      for (const place of holidays) {
        const closure = findHoliday(place, date)
        if (closure) return closure
      }
    if (local.some((clock) => !isInWindow(window, clock))) return { reason: 'outside_hours' }
    for (const { weekday, minutes } of local)
      for (const rule of holding) {
        const hours = hoursOn(rule, weekday)
        if (hours && isInHours(hours, minutes)) continue
        const { country, state } = rule
        return { reason: 'stricter_hours', place: { country, state }, weekday, hours }
      }
    return null
  }

  const closures = new Map<Region, { at: number; closure: Closure | null }>()
  function closureOf(code: string, at: Date): Closure | null {
    const region = regionOf(code)
    const cached = closures.get(region)
    if (cached?.at === at.getTime()) return cached.closure
    const closure = closureIn(region, at)
    closures.set(region, { at: at.getTime(), closure })
    return closure
  }

  const partOf = (region: Region, at: Date) => dayPartAt(clockOf(region.zones[0]!, at).minutes)

  const openings = new Map<Region, Map<string, Date | null>>()
  /** Returns when people are called next, outside a part of the day. */
  function nextOf(region: Region, at: Date, outside: DayPart | null): Date | null {
    const cached = openings.get(region) ?? new Map<string, Date | null>()
    openings.set(region, cached)
    const name = `${at.getTime()} ${outside}`
    const known = cached.get(name)
    if (known !== undefined) return known
    const isIn = (time: Date) => outside === null || partOf(region, time) !== outside
    const next = nextOpening((time) => isIn(time) && closureIn(region, time) === null, at)
    cached.set(name, next)
    return next
  }

  /** Returns whether a day that is searched, or the one before or after, is a holiday. */
  function hasHolidaySoon({ zones, holidays }: Region, at: Date): boolean {
    if (holidays.length === 0) return false
    const { date } = clockOf(zones[0]!, at)
    const days = Array.from({ length: openingDays + 2 }, (_, ahead) => addDays(date, ahead - 1))
    return days.some((day) => holidays.some((place) => findHoliday(place, day) !== null))
  }

  /** Returns whether people are called in another part of the day too, by the hours alone: most people, without a search. */
  function hoursHaveOther(region: Region, part: DayPart, at: Date): boolean {
    const [first, ...others] = region.zones.map((zone) => clockOf(zone, at))
    if (region.rules.length > 0 || others.some(({ minutes }) => minutes !== first!.minutes)) return false
    const isOther = (minutes: number) => isInHours(window, minutes) && dayPartAt(minutes) !== part
    return openingMinutes.some(isOther) && !hasHolidaySoon(region, at)
  }

  const found = new Map<Region, Map<string, boolean>>()
  /** Returns whether people are called outside a part of the day. It is computed once for each day. */
  function isCalledOutside(region: Region, part: DayPart, at: Date): boolean {
    const answers = found.get(region) ?? new Map<string, boolean>()
    found.set(region, answers)
    const name = `${clockOf(region.zones[0]!, at).date} ${part}`
    const isCalled =
      answers.get(name) ?? (hoursHaveOther(region, part, at) || nextOf(region, at, part) !== null)
    answers.set(name, isCalled)
    return isCalled
  }

  /** Whether people wait for another part of the day, which they do only if there is one. */
  const waits = (region: Region, at: Date, triedIn: DayPart | null): triedIn is DayPart =>
    triedIn !== null && triedIn === partOf(region, at) && isCalledOutside(region, triedIn, at)

  return {
    closureOf: (code, time) => closureOf(code, minuteOf(time)),
    sortCodes(time) {
      const at = minuteOf(time)
      const known = [...dialingCodes().keys()]
      const closed = new Map<Closure['reason'], string[]>()
      for (const code of known) {
        const reason = closureOf(code, at)?.reason
        if (reason)
          closed
            .set(reason, closed.get(reason) ?? [])
            .get(reason)!
            .push(code)
      }
      return { closed, known, others: closureOf('', at)?.reason ?? null }
    },
    isOpen(code, time, triedIn) {
      const at = minuteOf(time)
      return closureOf(code, at) === null && !waits(regionOf(code), at, triedIn)
    },
    openingOf(code, time, triedIn = null) {
      const at = minuteOf(time)
      const region = regionOf(code)
      const tried = waits(region, at, triedIn) && { reason: 'tried_this_time_of_day' as const, part: triedIn }
      const closure = closureOf(code, at) || tried
      if (!closure) return null
      const outside = triedIn && isCalledOutside(region, triedIn, at) ? triedIn : null
      const next = nextOf(region, at, outside)
      return { at: next?.toISOString() ?? null, timezone: region.zones[0]!, closure }
    },
    clocksOf(time) {
      const at = minuteOf(time)
      const offsets = ['', ...dialingCodes().keys()].map((code) => {
        const region = regionOf(code)
        const isFree = closureOf(code, at) !== null || isCalledOutside(region, partOf(region, at), at)
        return [code, isFree ? offsetOf(clockOf(region.zones[0]!, at), at) : null]
      })
      return Object.fromEntries(offsets)
    },
  }
}
