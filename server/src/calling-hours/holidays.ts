import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { HolidayAnswer, HolidayRequest, Names } from './find-holidays.ts'

const daysOf = new Map<string, Map<string, Names>>()
const computed = new Set<string>()
const statesOf = new Map<string, Map<string, Names>>()

/** Computed one after another, so that nothing is computed twice. */
let last: Promise<unknown> = Promise.resolve()

function afterOthers(work: () => Promise<void>): Promise<void> {
  const next = last.then(work, work)
  last = next.catch(() => {})
  return next
}

async function compute(request: HolidayRequest): Promise<void> {
  const worker = new Worker(new URL('./find-holidays.ts', import.meta.url), { workerData: request })
  const [{ days, states }] = (await once(worker, 'message')) as [HolidayAnswer]
  for (const { place, years } of request.places) {
    if (!daysOf.has(place)) daysOf.set(place, new Map())
    for (const year of years) computed.add(`${place} ${year}`)
  }
  for (const { place, day, names } of days) daysOf.get(place)!.set(day, names)
  for (const { country, states: found } of states)
    statesOf.set(country, new Map(found.map(({ code, names }) => [code, names])))
}

/**
 * Computes the public holidays of places in these years, and the states of countries, unless they are known. They are
 * kept in memory. Whoever calls people waits for it: if it fails, nobody is called.
 */
export async function loadHolidays(
  places: readonly string[],
  years: readonly number[],
  countries: readonly string[] = [],
): Promise<void> {
  const missing = (): HolidayRequest => ({
    places: [...new Set(places)].flatMap((place) => {
      const unknown = years.filter((year) => !computed.has(`${place} ${year}`))
      return unknown.length > 0 ? [{ place, years: unknown }] : []
    }),
    countries: [...new Set(countries)].filter((country) => !statesOf.has(country)),
  })
  const isKnown = (request: HolidayRequest) => request.places.length + request.countries.length === 0
  if (isKnown(missing())) return
  await afterOthers(async () => {
    const request = missing()
    if (!isKnown(request)) await compute(request)
  })
}

/** Returns the names of the public holiday of a place that was loaded, such as `US-TX`; undefined on other days. */
export function holidayOn(place: string, day: string): Names | undefined {
  return daysOf.get(place)?.get(day)
}

/** Returns the names of the states of a country that was loaded, by code. */
export function statesOfCountry(country: string): ReadonlyMap<string, Names> {
  return statesOf.get(country) ?? new Map()
}
