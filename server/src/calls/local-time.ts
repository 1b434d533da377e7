import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { zonesOfAreaCode } from './area-codes.ts'

const zonesOfCountries = new Map<string, readonly string[]>()

/** A country's time zones, as the runtime knows them. */
function zonesOfCountry(country: string): readonly string[] {
  let zones = zonesOfCountries.get(country)
  if (!zones) {
    zones = new Intl.Locale(`und-${country}`).getTimeZones() ?? []
    zonesOfCountries.set(country, zones)
  }
  return zones
}

/** Where a telephone number (E.164) may be: by its country and, in North America, by its area code. */
export function zonesOfPhone(phone: string): readonly string[] {
  const number = parsePhoneNumberFromString(phone)
  if (!number) return []
  if (number.countryCallingCode === '1') {
    const zones = zonesOfAreaCode(number.nationalNumber.slice(0, 3))
    if (zones) return zones
  }
  return number.country ? zonesOfCountry(number.country) : []
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Minutes since midnight by the clocks of a zone. */
function minutesAt(zone: string, at: Date): number {
  let clock = clocks.get(zone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    clocks.set(zone, clock)
  }
  const [hour = 0, minute = 0] = clock.format(at).split(':').map(Number)
  return hour * 60 + minute
}

const opens = 8 * 60
const closes = 21 * 60

/** Not between 8:00 and 21:00 by somebody's clocks. */
function isQuiet(minutes: number): boolean {
  return minutes < opens || minutes >= closes
}

function written(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

export interface LocalTime {
  /** `22:14`, or `16:10–21:10` where the number may be in several zones. */
  text: string
  /** By any clock it may be early or late. */
  isQuiet: boolean
}

/** What the clocks say where a number is; null when nobody knows where that is. */
export function localTimeOf(phone: string, at: Date): LocalTime | null {
  const minutes = [...new Set(zonesOfPhone(phone).map((zone) => minutesAt(zone, at)))]
  if (minutes.length === 0) return null
  // From the westernmost on, also across midnight: the widest gap lies before it.
  const sorted = minutes.sort((a, b) => a - b)
  const gap = (place: number) => {
    const before = sorted.at(place - 1)!
    return (sorted[place]! - before + 1440) % 1440 || 1440
  }
  const first = sorted.reduce((best, _, place) => (gap(place) > gap(best) ? place : best), 0)
  const earliest = sorted[first]!
  const latest = sorted.at(first - 1)!
  return {
    text: earliest === latest ? written(earliest) : `${written(earliest)}–${written(latest)}`,
    isQuiet: minutes.some(isQuiet),
  }
}
