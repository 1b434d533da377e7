import { t } from '#texts'
import { doubtful, quote, type Reading } from '../../contact-formats/reading.ts'

const firstLikelyYear = 1950

/** Warns of a date of an application before 1950: a birthday in the wrong column, or a year of two digits. */
export function warnOfEarlyDate(cell: string, reading: Reading<string>): Reading<string> {
  const { value } = reading
  if (value === null || Number(value.slice(0, 4)) >= firstLikelyYear) return reading
  return doubtful(value, 'early_date', t`${quote(cell)} is before ${firstLikelyYear}`)
}
