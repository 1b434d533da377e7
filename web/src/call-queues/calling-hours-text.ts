import { t } from '@lingui/core/macro'
import type { listCallingHours } from '@muster/contract/calling-hours.ts'
import type { RowOf } from '../api/query.ts'
import { formatMinutes } from '../calls/calling-hours.ts'

export type CallingHours = RowOf<typeof listCallingHours>

type Hours = CallingHours['weekdays']

function hoursText(hours: Hours): string {
  if (!hours) return t`no calls`
  const from = formatMinutes(hours.from)
  const to = formatMinutes(hours.to)
  return t`${from} to ${to}`
}

const same = (a: Hours, b: Hours) => a?.from === b?.from && a?.to === b?.to

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
