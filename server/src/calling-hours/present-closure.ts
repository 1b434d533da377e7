import type { countCallQueue } from '@muster/contract/call-queues.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { regionName } from '../texts/format.ts'
import { currentLanguage } from '../texts/texts.ts'
import type { ClosedPlace, Closure } from './calling-calendar.ts'
import { statesOfCountry } from './holidays.ts'

/** Returns the name of a state or a country in the current language. The states need to be loaded. */
export function placeName({ country, state }: ClosedPlace): string {
  if (state === null) return regionName(country)
  return statesOfCountry(country).get(state)?.[currentLanguage()] ?? `${state}, ${regionName(country)}`
}

type Closed = ResponseOf<typeof countCallQueue>['groups'][number]['closed']

/** Returns where and why nobody is called; null if only the queue's own hours decide. */
export function presentClosure(closure: Closure): Closed {
  if (!('place' in closure)) return null
  const place = { ...closure.place, placeName: placeName(closure.place) }
  if (closure.reason === 'public_holiday')
    return {
      ...place,
      holiday: closure.holiday[currentLanguage()],
      weekday: null,
      callFrom: null,
      callTo: null,
      breaks: [],
    }
  const { weekday, hours } = closure
  const { from: callFrom = null, to: callTo = null, breaks = [] } = hours ?? {}
  return { ...place, holiday: null, weekday, callFrom, callTo, breaks: [...breaks] }
}
