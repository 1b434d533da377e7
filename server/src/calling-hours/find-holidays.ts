import { parentPort, workerData } from 'node:worker_threads'
import { type Language, languageKeys } from '@muster/contract/languages.ts'
import Holidays from 'date-holidays'

/** A text in every language of the product. */
export type Names = Record<Language, string>

export interface HolidayRequest {
  /** A country, or a country and a state: `US`, `US-TX`. */
  places: readonly { place: string; years: readonly number[] }[]
  /** Countries whose states are asked for. */
  countries: readonly string[]
}

export interface HolidayAnswer {
  days: { place: string; day: string; names: Names }[]
  states: { country: string; states: { code: string; names: Names }[] }[]
}

const dayMs = 24 * 3_600_000

function namesOf(texts: Record<string, string | undefined>[], at: string | number): Names {
  return Object.fromEntries(
    languageKeys.map((language, index) => [language, texts[index]?.[at] ?? String(at)]),
  ) as Names
}

/** Returns the public holidays of a place, whole days only. One of several days is each of them. */
function findDays(place: string, year: number): HolidayAnswer['days'] {
  const [country = '', state = ''] = place.split('-')
  const calendar = state
    ? new Holidays(country, state, { types: ['public'] })
    : new Holidays(country, { types: ['public'] })
  const [first, ...others] = languageKeys.map((language) => calendar.getHolidays(year, language))
  return (first ?? []).flatMap(({ date, start, end, name }, index) => {
    const names = namesOf(
      [{ name }, ...others.map((holidays) => ({ name: holidays[index]?.name ?? name }))],
      'name',
    )
    const begin = Date.parse(date.slice(0, 10))
    // A day on which the clocks change has 23 or 25 hours.
    const length = Math.max(1, Math.round((end.getTime() - start.getTime()) / dayMs))
    return Array.from({ length }, (_, ahead) => ({
      place,
      day: new Date(begin + ahead * dayMs).toISOString().slice(0, 10),
      names,
    }))
  })
}

function findStates(country: string): HolidayAnswer['states'][number] {
  const names = languageKeys.map((language) => new Holidays().getStates(country, language) ?? {})
  const codes = Object.keys(names[0] ?? {})
  return { country, states: codes.map((code) => ({ code, names: namesOf(names, code) })) }
}

// Computing the holidays of the world takes a second, in which the server must answer: this is the module of a thread.
const { places, countries } = workerData as HolidayRequest
parentPort!.postMessage({
  days: places.flatMap(({ place, years }) => years.flatMap((year) => findDays(place, year))),
  states: countries.map(findStates),
} satisfies HolidayAnswer)
