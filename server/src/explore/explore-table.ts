import { isStaff } from '@muster/contract/client-access.ts'
import { isDuration, isTimeGrouping, measures } from '@muster/contract/measures.ts'
import { metricDefinitions } from '@muster/contract/metric-definitions.ts'
import { t, translate } from '#texts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { formatMoment, fractionDigits } from '../texts/format.ts'
import { filtersOf } from './explore-facts.ts'
import type { Explored, ExploreQuery } from './load-explore.ts'
import { nameGrouping } from './name-groups.ts'
import { namesOfFilters } from './names-of-filters.ts'

type Group = Explored['rows'][number]

function groupName(group: Group | null): string | null {
  if (!group) return t`All`
  if (group.isOthers) return t`All others`
  return group.name ?? (group.key === null ? t`None` : group.key)
}

function columnsOf({ by, fields }: Pick<Explored, 'by' | 'fields'>) {
  return [
    { header: t`Measure` },
    ...by.map((grouping) => ({ header: nameGrouping(grouping, fields) })),
    { header: t`Value`, isNumber: true },
    { header: t`Of`, isNumber: true },
    { header: t`Of them`, isNumber: true },
    { header: t`90th percentile`, isNumber: true },
    { header: t`Value, period before`, isNumber: true },
    { header: t`Of, period before`, isNumber: true },
    { header: t`Of them, period before`, isNumber: true },
    { header: t`90th percentile, period before`, isNumber: true },
  ]
}

type Measured = Pick<Explored['measures'][number], 'measure' | 'unit' | 'summary'>

/** Names a measure with what its values are: "Hires: median of Expected pay (USD)". */
export function nameMeasure({ measure, unit, summary }: Measured): string {
  const name = translate(measures[measure].label)
  if (!summary) return isDuration(unit) ? `${name} (${unit === 'days' ? t`days` : t`hours`})` : name
  const { label } = summary
  const of = {
    sum: t`sum of ${label}`,
    average: t`average of ${label}`,
    median: t`median of ${label}`,
  }[summary.aggregate]
  const ofUnit = summary.currency ?? summary.unit
  return ofUnit ? `${name}: ${of} (${ofUnit})` : `${name}: ${of}`
}

/** Returns a value as files have it: money in its main unit. */
export function valueInFile({ summary }: Measured, value: number | null): number | null {
  if (value === null || !summary?.currency) return value
  return value / 10 ** fractionDigits(summary.currency)
}

/** A row for each cell; totals are those of "All". Times are days as text, as the calendar of the timezone has them. */
function rowsOf({ by, rows, columns, measures: measured }: Explored) {
  return measured.flatMap((each) => {
    const { cells } = each
    const name = nameMeasure(each)
    return cells.map(({ row, column, value, n, part, p90, previous }) => [
      name,
      ...by.map((grouping, index) => {
        const place = index === 0 ? row : column
        const group = place === null ? null : (index === 0 ? rows : columns)[place]!
        return isTimeGrouping(grouping) && group ? group.key : groupName(group)
      }),
      valueInFile(each, value),
      n,
      part,
      p90,
      valueInFile(each, previous?.value ?? null),
      previous?.n ?? null,
      previous?.part ?? null,
      previous?.p90 ?? null,
    ])
  })
}

function aboutPeriod(
  { period, by, fields, measures: measured }: Explored,
  compares: boolean,
): [string, string][] {
  const { from, to, previousFrom, previousTo, timezone } = period
  const span = (from: string, to: string) => `${formatMoment(from, timezone)} – ${formatMoment(to, timezone)}`
  return [
    [t`Period`, span(from, to)],
    ...(compares ? [[t`Compared with`, span(previousFrom, previousTo)] as [string, string]] : []),
    [t`Timezone`, timezone],
    ...by.map((grouping): [string, string] => [t`By`, nameGrouping(grouping, fields)]),
    ...measured.map((each): [string, string] => [nameMeasure(each), each.definition]),
    ...(compares ? [[t`Period before`, translate(metricDefinitions.comparison)] as [string, string]] : []),
  ]
}

/** Returns the cells as the table of a file. */
export function exploreTable(explored: Explored) {
  return { name: t`Report`, columns: columnsOf(explored), rows: rowsOf(explored) }
}

/** Returns the sheet with the filters and definitions of a report. */
export async function aboutExplored(db: Database, actor: Actor, query: ExploreQuery, explored: Explored) {
  const compares = query.compare !== false
  // A filter may name what a client reviewer does not know of, such as another client.
  const filters = isStaff(actor.role) ? await namesOfFilters(db, actor, filtersOf(query)) : []
  return { title: t`Filters and definitions`, lines: [...aboutPeriod(explored, compares), ...filters] }
}
