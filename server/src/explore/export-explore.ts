import * as contract from '@muster/contract/explore.ts'
import { isDuration, isTimeGrouping, measures } from '@muster/contract/measures.ts'
import { metricDefinitions } from '@muster/contract/metric-definitions.ts'
import { t, translate } from '#texts'
import { forbidden } from '../app-error.ts'
import { sendTable } from '../dashboard/export-report.ts'
import { streamHandler } from '../http/handler.ts'
import { formatMoment } from '../texts/format.ts'
import { filtersOf } from './explore-facts.ts'
import { type Explored, type ExploreQuery, loadExplore } from './load-explore.ts'
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

/** A row for each cell; totals are those of "All". Times are days as text, as the calendar of the timezone has them. */
function rowsOf({ by, rows, columns, measures: measured }: Explored) {
  return measured.flatMap(({ measure, unit, cells }) => {
    const name = isDuration(unit)
      ? `${translate(measures[measure].label)} (${unit === 'days' ? t`days` : t`hours`})`
      : translate(measures[measure].label)
    return cells.map(({ row, column, value, n, part, p90, previous }) => [
      name,
      ...by.map((grouping, index) => {
        const place = index === 0 ? row : column
        const group = place === null ? null : (index === 0 ? rows : columns)[place]!
        return isTimeGrouping(grouping) && group ? group.key : groupName(group)
      }),
      value,
      n,
      part,
      p90,
      previous?.value ?? null,
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
    ...measured.map(({ measure, definition }): [string, string] => [
      translate(measures[measure].label),
      definition,
    ]),
    ...(compares ? [[t`Period before`, translate(metricDefinitions.comparison)] as [string, string]] : []),
  ]
}

export const exportExplore = streamHandler(contract.exportExplore, async (context, _, reply) => {
  const { tx, actor } = context
  if (!actor.permissions.has('reports:read')) throw forbidden()
  const { format, bom, ...query } = context.query as ExploreQuery & { format: 'csv' | 'xlsx'; bom?: boolean }
  const explored = await loadExplore(tx, actor, query)
  const filters = filtersOf(query)
  const compares = query.compare !== false
  const name = t`Report`
  return sendTable(context, reply, {
    table: { name, columns: columnsOf(explored), rows: rowsOf(explored) },
    about: {
      title: t`Filters and definitions`,
      lines: [...aboutPeriod(explored, compares), ...(await namesOfFilters(tx, actor, filters))],
    },
    query: { format, bom, timezone: query.timezone },
    details: {
      report: 'explore',
      filters: { ...filters, measure: query.measure, by: query.by, from: query.from, to: query.to },
    },
  })
})
