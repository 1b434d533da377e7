import { t } from '@lingui/core/macro'
import type { listCallingHours } from '@muster/contract/calling-hours.ts'
import type { RowOf } from '../api/query.ts'
import { spansText } from '../calls/calling-hours.ts'

export type CallingHours = RowOf<typeof listCallingHours>

type Hours = CallingHours['weekdays']

function hoursText(hours: Hours): string {
  return hours ? spansText(hours) : t`no calls`
}

const same = (a: Hours, b: Hours) => hoursText(a) === hoursText(b)

/** Returns the hours of a place in a sentence: "8:00 AM to 8:00 PM · Sunday no calls". */
export function callingHoursText({ weekdays, saturday, sunday, publicHolidays }: CallingHours): string {
  const [usual, onSaturday, onSunday] = [hoursText(weekdays), hoursText(saturday), hoursText(sunday)]
  return [
    usual,
    !same(saturday, weekdays) && t`Saturday ${onSaturday}`,
    !same(sunday, saturday) && t`Sunday ${onSunday}`,
    !publicHolidays && t`public holidays no calls`,
  ]
    .filter(Boolean)
    .join(' · ')
}
