import type { ImportDateField, ImportField } from '@muster/contract/import-fields.ts'
import { t } from '#texts'
import { quote } from '../../contact-formats/reading.ts'
import type { NormalisedApplication } from '../meaning/normalise-candidate.ts'
import type { ImportOrder } from '../open-import.ts'
import type { Destination, Problem } from './resolved-row.ts'

/** When a new application entered its status, as its row says. */
export interface History {
  /** Null: when the row is written. */
  at: string | null
  /** By field: what is taken of it. */
  taken: Partial<Record<ImportDateField, string>>
  /** What is wrong with the dates of a row that makes an application. */
  problems: Problem[]
}

export const noHistory: History = { at: null, taken: {}, problems: [] }

type PastField = Exclude<ImportDateField, 'appliedAt'>

interface Moment {
  field: PastField
  text: string
  instant: string
}

interface Given {
  order: ImportOrder
  said: NormalisedApplication
  destination: Destination
  appliedAt: string | null
  now: number
}

const problem = (
  column: string | null,
  code: string,
  severity: Problem['severity'],
  message: string,
): Problem => ({
  column,
  code,
  message,
  severity,
})

const isDay = ({ text }: Moment) => !text.includes('T')

/** The date that says when the status was entered, and those that say nothing about it. */
function choose(moments: readonly Moment[], { status, ending }: Destination, order: ImportOrder) {
  const wanted: PastField[] =
    status.type === 'hired'
      ? ['hiredAt', 'closedAt', 'statusAt']
      : ending
        ? ['closedAt', 'statusAt']
        : ['statusAt']
  const usable = moments
    .filter(({ field }) => wanted.includes(field))
    .toSorted((a, b) => wanted.indexOf(a.field) - wanted.indexOf(b.field))
  const [first] = usable
  if (!first) return { chosen: null, same: [], unused: moments }
  const dayOf = ({ instant }: Moment) => order.toClock(instant).slice(0, 10)
  const same = usable.filter((one) => dayOf(one) === dayOf(first))
  // A date says the day, another column perhaps the time of that day.
  const chosen = isDay(first) ? (same.find((one) => !isDay(one)) ?? first) : first
  return { chosen, same, unused: moments.filter((one) => !same.includes(one)) }
}

function whyUnused({ field }: Moment, { status }: Destination): string {
  const name = quote(status.name)
  if (field === 'hiredAt') return t`The hired date is not imported: ${name} is not a hire`
  if (field === 'closedAt' && status.type === 'hired')
    return t`The closed date is not imported: the hired date is used`
  if (field === 'closedAt') return t`The closed date is not imported: ${name} does not close an application`
  return t`The status date is not imported: the application ended on another day`
}

/**
 * When a new application entered its status. Dates go in order: applied, then the status, then now. One that does not is refused,
 * and the row counts as one without it.
 */
export function readHistory({ order, said, destination, appliedAt, now }: Given): History {
  const headerOf = (field: ImportField) =>
    order.columns.find((column) => column.field === field)?.header ?? null
  const moments = (['hiredAt', 'closedAt', 'statusAt'] as const).flatMap((field): Moment[] => {
    const text = said[field]
    return text === null ? [] : [{ field, text, instant: order.toInstant(text) }]
  })
  const problems: Problem[] = []
  const inOrder = moments.filter((one) => {
    const whole = order.toClock(one.instant).slice(0, 10)
    const refuse = (code: string, message: string) => {
      problems.push(problem(headerOf(one.field), code, 'error', message))
      return false
    }
    if (Date.parse(one.instant) > now) return refuse('future_date', t`${quote(one.text)} is in the future`)
    if (appliedAt === null || one.instant >= appliedAt) return true
    if (isDay(one) && whole === order.toClock(appliedAt).slice(0, 10)) return true
    return refuse('before_applied', t`${quote(one.text)} is before the application date`)
  })
  const { chosen, same, unused } = choose(inOrder, destination, order)
  for (const one of unused)
    problems.push(problem(headerOf(one.field), 'date_not_used', 'error', whyUnused(one, destination)))
  if (!chosen) {
    if (destination.status.type === 'hired')
      problems.push(
        problem(null, 'counts_today', 'warning', t`No hired date. The day of the import is used.`),
      )
    else if (destination.ending)
      problems.push(
        problem(null, 'counts_today', 'warning', t`No closed date. The day of the import is used.`),
      )
    return { at: null, taken: {}, problems }
  }
  if (appliedAt === null)
    problems.push(
      problem(null, 'applied_unknown', 'warning', t`No applied date. The date of the status is used.`),
    )
  const at = appliedAt !== null && chosen.instant < appliedAt ? appliedAt : chosen.instant
  return { at, taken: Object.fromEntries(same.map(({ field }) => [field, at])), problems }
}
