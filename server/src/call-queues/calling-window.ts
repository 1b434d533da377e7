import { getCountries, getCountryCallingCode } from 'libphonenumber-js'
import { timeZonesOfAreaCode } from '../calls/area-codes.ts'
import { timeZonesOfCountry } from '../calls/local-time.ts'

/** When people may be called, on their own clock. Times are minutes of the day; weekdays are 1 for Monday to 7. */
export interface CallingWindow {
  from: number
  to: number
  weekdays: readonly number[]
}

/**
 * Returns the time zones of every dialing code that has some, as `dialing_code()` in the database cuts it from a phone number:
 * `+49`, or `+1` with the area code. A code that several countries share has the zones of all of them.
 */
function zonesByDialingCode(): Map<string, readonly string[]> {
  const zones = new Map<string, readonly string[]>()
  for (const country of getCountries()) {
    const code = `+${getCountryCallingCode(country)}`
    if (code !== '+1')
      zones.set(code, [...new Set([...(zones.get(code) ?? []), ...timeZonesOfCountry(country)])])
  }
  for (let area = 200; area < 1000; area += 1) {
    const found = timeZonesOfAreaCode(String(area))
    if (found) zones.set(`+1${area}`, found)
  }
  return zones
}

let known: Map<string, readonly string[]> | undefined

export function dialingCodes(): ReadonlyMap<string, readonly string[]> {
  known ??= zonesByDialingCode()
  return known
}

const clocks = new Map<string, Intl.DateTimeFormat>()

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

function isOpenIn(zone: string, { from, to, weekdays }: CallingWindow, at: Date): boolean {
  let clock = clocks.get(zone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    clocks.set(zone, clock)
  }
  const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]))
  const minutes = Number(parts.hour) * 60 + Number(parts.minute)
  return minutes >= from && minutes < to && weekdays.includes(days.indexOf(parts.weekday!) + 1)
}

/** Returns whether people may be called in all of the zones. */
export function isOpen(zones: readonly string[], window: CallingWindow, at: Date): boolean {
  return zones.every((zone) => isOpenIn(zone, window, at))
}

const step = 15 * 60_000
const daysAhead = 8

/** Returns when all of the zones open next, to a quarter of an hour; null if that is not within eight days. */
export function nextOpening(zones: readonly string[], window: CallingWindow, at: Date): Date | null {
  const first = Math.floor(at.getTime() / step) + 1
  for (let ahead = 0; ahead < (daysAhead * 24 * 60 * 60_000) / step; ahead += 1) {
    const time = new Date((first + ahead) * step)
    if (isOpen(zones, window, time)) return time
  }
  return null
}

/** What a moment means for every dialing code. */
export interface OpenCodes {
  /** The codes in whose zones people may be called now. */
  open: readonly string[]
  /** All codes whose zones are known. People with another code are called by the clock of the workspace. */
  known: readonly string[]
  /** Whether those others may be called now. */
  opensOthers: boolean
}

export function openCodes(window: CallingWindow, workspaceZone: string, at: Date): OpenCodes {
  const open = new Map<string, boolean>()
  const isOpenFor = (zone: string) => {
    const found = open.get(zone) ?? isOpenIn(zone, window, at)
    open.set(zone, found)
    return found
  }
  const codes = [...dialingCodes()]
  return {
    open: codes.filter(([, zones]) => zones.every(isOpenFor)).map(([code]) => code),
    known: codes.map(([code]) => code),
    opensOthers: isOpenFor(workspaceZone),
  }
}

interface Opening {
  at: string | null
  /** One of the zones. */
  timezone: string
}

/**
 * Returns a function that tells when the zones of a dialing code open next; those of the workspace for an unknown code. Many
 * codes have the same zones, whose opening is computed once.
 */
export function openingsAt(
  window: CallingWindow,
  workspaceZone: string,
  at: Date,
): (code: string) => Opening {
  const openings = new Map<string, Opening>()
  return (code) => {
    const zones = dialingCodes().get(code) ?? [workspaceZone]
    const key = zones.join()
    const opening = openings.get(key) ?? {
      at: nextOpening(zones, window, at)?.toISOString() ?? null,
      timezone: zones[0]!,
    }
    openings.set(key, opening)
    return opening
  }
}
