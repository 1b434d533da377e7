import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { timeZonesOfAreaCode } from './area-codes.ts'
import { clockIn } from './clock-in.ts'

const zonesOfCountries = new Map<string, readonly string[]>()

/** Returns a country's time zones from the runtime's ICU data. */
export function timeZonesOfCountry(country: string): readonly string[] {
  let zones = zonesOfCountries.get(country)
  if (!zones) {
    zones = new Intl.Locale(`und-${country}`).getTimeZones() ?? []
    zonesOfCountries.set(country, zones)
  }
  return zones
}

/** Returns the time zones a phone number (E.164) may be in, by country and, in North America, by area code. */
export function timeZonesOfPhone(phone: string): readonly string[] {
  const number = parsePhoneNumberFromString(phone)
  if (!number) return []
  if (number.countryCallingCode === '1') {
    const zones = timeZonesOfAreaCode(number.nationalNumber.slice(0, 3))
    if (zones) return zones
  }
  return number.country ? timeZonesOfCountry(number.country) : []
}

function written(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

export interface LocalTime {
  /** `22:14`, or `16:10–21:10` where the number may be in several zones. */
  text: string
  /** The zone; null if the clocks of several possible ones differ. */
  zone: string | null
}

/** Returns the local time of a phone number; null when its location is unknown. */
export function localTimeOf(phone: string, at: Date): LocalTime | null {
  const zones = timeZonesOfPhone(phone)
  const minutes = [...new Set(zones.map((zone) => clockIn(zone, at).minutes))]
  if (minutes.length === 0) return null
  // Starts after the widest gap, which precedes the westernmost zone even across midnight.
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
    zone: minutes.length === 1 ? zones[0]! : null,
  }
}
