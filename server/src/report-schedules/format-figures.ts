import { isTimeGrouping } from '@muster/contract/measures.ts'
import { plainName } from '@muster/contract/names.ts'
import { t } from '#texts'
import { valueInFile } from '../explore/explore-table.ts'
import type { Explored } from '../explore/load-explore.ts'
import { formatDecimal, formatNumber, formatShare, formatWeekday, fractionDigits } from '../texts/format.ts'

type Cell = Explored['measures'][number]['cells'][number]
type Group = Explored['rows'][number]
type Measured = Pick<Explored['measures'][number], 'measure' | 'unit' | 'summary'>

export function formatFigure(measured: Measured, { value }: { value: number | null }): string {
  if (value === null) return '–'
  const { unit, summary } = measured
  if (summary) return formatSummary(summary, valueInFile(measured, value)!)
  if (unit === 'share') return formatShare(value)
  const number = formatDecimal(value)
  if (unit === 'days') return t`${number} d`
  if (unit === 'hours') return t`${number} h`
  return number
}

/** The name of the figure has the currency or unit. */
function formatSummary({ currency }: NonNullable<Measured['summary']>, value: number): string {
  return currency ? value.toFixed(fractionDigits(currency)) : formatDecimal(value)
}

/** What a rate or a median is of: "43 of 60", or "60". */
export function formatBase({ unit }: Measured, { n, part }: Pick<Cell, 'n' | 'part'>): string {
  const all = formatNumber(n)
  if (unit !== 'share' || part === null) return all
  const some = formatNumber(part)
  return t`${some} of ${all}`
}

export function groupLabel(group: Group, grouping: Explored['by'][number]): string {
  if (group.isOthers) return t`All others`
  if (group.key === null) return t`None`
  if (isTimeGrouping(grouping)) return group.key.slice(0, grouping === 'month' ? 7 : 10)
  if (grouping === 'weekday') return formatWeekday(Number(group.key))
  if (grouping === 'hour') return `${group.key}:00`
  return plainName(group.name ?? t`Deleted`)
}
