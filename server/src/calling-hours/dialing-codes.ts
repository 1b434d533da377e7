import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js'
import { placeOfAreaCode } from '../calls/area-code-states.ts'
import { timeZonesOfAreaCode } from '../calls/area-codes.ts'
import { timeZonesOfCountry } from '../calls/local-time.ts'

/** Where a number may be. */
export interface Place {
  country: string
  /** The states it may be in; null if the number does not show it. */
  states: readonly string[] | null
}

/** Where the people with a dialing code may be. */
export interface DialingCode {
  /** The time zones of which one is theirs; null if unknown. */
  zones: readonly string[] | null
  places: readonly Place[]
}

/** Numbers with an area code that is neither known nor that of another country may be anywhere here. */
const somewhere: readonly Place[] = [
  { country: 'US', states: null },
  { country: 'CA', states: null },
]

function readAreaCode(area: string): DialingCode {
  const zones = timeZonesOfAreaCode(area) ?? null
  const place = placeOfAreaCode(area)
  if (place) return { zones, places: [place] }
  const country = parsePhoneNumberFromString(`+1${area}5550123`)?.country
  if (!country || country === 'US' || country === 'CA') return { zones, places: somewhere }
  return { zones: timeZonesOfCountry(country), places: [{ country, states: null }] }
}

function readDialingCodes(): Map<string, DialingCode> {
  const codes = new Map<string, { zones: string[]; places: Place[] }>()
  for (const country of getCountries()) {
    const code = `+${getCountryCallingCode(country)}`
    if (code === '+1') continue
    const found = codes.get(code) ?? { zones: [], places: [] }
    found.zones = [...new Set([...found.zones, ...timeZonesOfCountry(country)])]
    found.places.push({ country, states: null })
    codes.set(code, found)
  }
  const all = new Map<string, DialingCode>(codes)
  for (let area = 200; area < 1000; area += 1) all.set(`+1${area}`, readAreaCode(String(area)))
  const distinct = new Map<string, DialingCode>()
  return new Map(
    [...all].map(([code, found]) => {
      const key = JSON.stringify(found)
      const same = distinct.get(key) ?? found
      distinct.set(key, same)
      return [code, same]
    }),
  )
}

let known: ReadonlyMap<string, DialingCode> | undefined

/**
 * Returns where the people of every dialing code may be, as `dialing_code()` in the database cuts it from a phone number: `+49`,
 * or `+1` with the area code. A code that several countries share has the zones and places of all of them. Codes with the same zones and places share one object.
 */
export function dialingCodes(): ReadonlyMap<string, DialingCode> {
  known ??= readDialingCodes()
  return known
}

/** Returns the dialing code of a phone number (E.164), as `dialing_code()` cuts it; empty if it is not known. */
export function dialingCodeOf(phone: string): string {
  if (phone.startsWith('+1')) return phone.slice(0, 5)
  return [2, 3, 4].map((length) => phone.slice(0, length)).find((code) => dialingCodes().has(code)) ?? ''
}
