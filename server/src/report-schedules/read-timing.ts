import { t } from '#texts'
import { invalid } from '../app-error.ts'

interface Times {
  frequency: 'daily' | 'weekly' | 'monthly'
  weekdays: readonly number[]
  monthDay: number | null
}

/**
 * Returns the columns of when a report is sent, without what its frequency does not use.
 * @throws VALIDATION for a weekly one without weekdays and a monthly one without a day
 */
export function readTiming({ frequency, weekdays, monthDay }: Times) {
  if (frequency === 'weekly' && weekdays.length === 0)
    throw invalid('weekdays', t`Choose at least one weekday`)
  if (frequency === 'monthly' && monthDay === null) throw invalid('monthDay', t`Choose a day of the month`)
  return {
    frequency,
    weekdays: frequency === 'weekly' ? [...new Set(weekdays)].sort() : [],
    month_day: frequency === 'monthly' ? monthDay : null,
  }
}
