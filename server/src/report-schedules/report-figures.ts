import { isStaff } from '@muster/contract/client-access.ts'
import { exploreCohorts, exploreReport } from '@muster/contract/explore.ts'
import {
  type ExploreAddress,
  funnelSteps,
  isOfCohorts,
  isOfFunnel,
  measureOf,
  reachedOf,
  setFilters,
  stepOfCohorts,
  summaryIn,
  toCohortQuery,
  toExploreQuery,
  toFunnelQuery,
} from '@muster/contract/explore-address.ts'
import {
  fewestToCompare,
  isDuration,
  isTimeGrouping,
  type Measure,
  type SummarizedField,
} from '@muster/contract/measures.ts'
import { plainName } from '@muster/contract/names.ts'
import { statusTypes } from '@muster/contract/status-types.ts'
import type { z } from 'zod'
import { plural, t, translate } from '#texts'
import type { Database } from '../database/connect.ts'
import { filtersOf } from '../explore/explore-facts.ts'
import { aboutExplored, exploreTable, nameMeasure, valueInFile } from '../explore/explore-table.ts'
import { type CohortQuery, type Cohorts, loadCohorts } from '../explore/load-cohorts.ts'
import { type Explored, type ExploreQuery, loadExplore } from '../explore/load-explore.ts'
import { nameGrouping } from '../explore/name-groups.ts'
import { namesOfFilters } from '../explore/names-of-filters.ts'
import type { AboutSheet } from '../exports/write-xlsx.ts'
import type { MailTable } from '../mail/write-email.ts'
import type { Actor } from '../session/actor.ts'
import {
  formatDecimal,
  formatMoment,
  formatNumber,
  formatShare,
  formatWeekday,
  fractionDigits,
} from '../texts/format.ts'

type Cell = Explored['measures'][number]['cells'][number]
type Group = Explored['rows'][number]
type Table = ReturnType<typeof exploreTable>

/** The figures of a report as one recipient sees them. */
export interface ReportFigures {
  /** Whether nothing was counted. */
  isEmpty: boolean
  table: MailTable
  /** What the table leaves out, and what its marks mean. */
  notes: string[]
  /** The filters in words; empty without. */
  filterNames: [string, string][]
  period: { from: string; to: string; timezone: string }
  file: { table: Table; about: AboutSheet }
  /** The measure whose rows are behind the figures. */
  measure: Measure
  /** The custom field that is summarized: its rows are those with a value. */
  summarized?: SummarizedField | undefined
  filters: Record<string, unknown>
}

/** A table in an email shows so many groups across; the file has all. */
const maxColumns = 4

/** Marks a rate or a median of too few. */
const few = (isFew: boolean, text: string) => (isFew ? `${text}*` : text)

type Measured = Pick<Explored['measures'][number], 'measure' | 'unit' | 'summary'>

function formatFigure(measured: Measured, { value }: { value: number | null }): string {
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
function formatBase({ unit }: Measured, { n, part }: Pick<Cell, 'n' | 'part'>): string {
  const all = formatNumber(n)
  if (unit !== 'share' || part === null) return all
  const some = formatNumber(part)
  return t`${some} of ${all}`
}

function groupLabel(group: Group, grouping: Explored['by'][number]): string {
  if (group.isOthers) return t`All others`
  if (group.key === null) return t`None`
  if (isTimeGrouping(grouping)) return group.key.slice(0, grouping === 'month' ? 7 : 10)
  if (grouping === 'weekday') return formatWeekday(Number(group.key))
  if (grouping === 'hour') return `${group.key}:00`
  return plainName(group.name ?? t`Deleted`)
}

function cellAt(cells: readonly Cell[], row: number | null, column: number | null): Cell | undefined {
  return cells.find((cell) => cell.row === row && cell.column === column)
}

/** One grouping, or none: a row for each group with what the figure is of and the period before. */
function listTable(explored: Explored, compares: boolean): MailTable {
  const { by, rows, fields } = explored
  const measured = explored.measures[0]!
  const { unit, cells } = measured
  const hasBase = unit !== 'count'
  const isSpread = isDuration(unit)
  const line = (label: string, cell: Cell | undefined) => [
    label,
    cell ? few(cell.isFew, formatFigure(measured, cell)) : '–',
    ...(isSpread ? [cell ? formatFigure(measured, { value: cell.p90 }) : '–'] : []),
    ...(hasBase ? [cell ? formatBase(measured, cell) : '–'] : []),
    ...(compares ? [cell?.previous ? formatFigure(measured, cell.previous) : '–'] : []),
  ]
  return {
    columns: [
      by[0] ? nameGrouping(by[0], fields) : '',
      nameMeasure(measured),
      ...(isSpread ? [t`90th percentile`] : []),
      ...(hasBase ? [t`Of`] : []),
      ...(compares ? [t`Period before`] : []),
    ],
    rows: [
      ...rows.map((group, index) => line(groupLabel(group, by[0]!), cellAt(cells, index, null))),
      line(t`All`, cellAt(cells, null, null)),
    ],
    hasTotal: rows.length > 0,
  }
}

/** Two groupings: one down, the first groups of the other across. */
function crossTable(explored: Explored): MailTable {
  const { by, rows, columns, fields } = explored
  const measured = explored.measures[0]!
  const { cells } = measured
  const shown = columns.slice(0, maxColumns)
  const places = [...shown.keys(), null]
  const line = (label: string, row: number | null) => [
    label,
    ...places.map((column) => {
      const cell = cellAt(cells, row, column)
      return cell ? few(cell.isFew, formatFigure(measured, cell)) : '–'
    }),
  ]
  return {
    columns: [nameGrouping(by[0]!, fields), ...shown.map((group) => groupLabel(group, by[1]!)), t`All`],
    rows: [...rows.map((group, index) => line(groupLabel(group, by[0]!), index)), line(t`All`, null)],
    hasTotal: true,
  }
}

function notesOf(explored: Explored): string[] {
  const { rows, rowCount, columns, period } = explored
  const measured = explored.measures[0]!
  const { cells } = measured
  const hidden = columns.length - maxColumns
  const hasFew = cells.some(({ isFew, n }) => isFew && n > 0)
  const before = `${formatMoment(period.previousFrom, period.timezone)} – ${formatMoment(period.previousTo, period.timezone)}`
  return [
    ...(cells.some(({ previous }) => previous) && explored.by.length < 2
      ? [t`Period before: ${before}`]
      : []),
    ...(hasFew ? [t`* Of fewer than ${fewestToCompare}: too few to compare`] : []),
    ...(hidden > 0
      ? [t`${plural(hidden, { one: '# more column is', other: '# more columns are' })} in the attached file.`]
      : []),
    ...(rowCount > rows.length ? [t`Further groups are combined as “All others”.`] : []),
    `${nameMeasure(measured)}: ${measured.definition}`,
  ]
}

/** A filter may name what a client reviewer does not know of, such as another client. */
async function namesFor(
  db: Database,
  actor: Actor,
  query: Parameters<typeof filtersOf>[0],
  address: ExploreAddress,
) {
  const isNarrowed = Object.keys(setFilters(address)).length > 0
  return isNarrowed && isStaff(actor.role) ? namesOfFilters(db, actor, filtersOf(query)) : []
}

async function loadMeasure(db: Database, actor: Actor, address: ExploreAddress): Promise<ReportFigures> {
  const query = exploreReport.query!.parse(toExploreQuery(address, actor.workspace.timezone)) as ExploreQuery
  const explored = await loadExplore(db, actor, query)
  const compares = query.compare !== false
  return {
    isEmpty: (cellAt(explored.measures[0]!.cells, null, null)?.n ?? 0) === 0,
    table: explored.by.length > 1 ? crossTable(explored) : listTable(explored, compares),
    notes: notesOf(explored),
    filterNames: await namesFor(db, actor, query, address),
    period: explored.period,
    file: { table: exploreTable(explored), about: await aboutExplored(db, actor, query, explored) },
    measure: measureOf(address),
    summarized: summaryIn(address)?.of,
    filters: filtersOf(query),
  }
}

type Cohort = Cohorts['cohorts'][number] | Cohorts['total']

function cohortName({ key }: Cohort, step: 'week' | 'month', isPartial: boolean): string {
  if (key === null) return t`All`
  const name = step === 'month' ? key.slice(0, 7) : key
  return isPartial ? t`${name} (incomplete)` : name
}

function cohortTable({ cohorts, total }: Cohorts, step: 'week' | 'month'): MailTable {
  const line = (cohort: Cohort) => [
    cohortName(cohort, step, cohort.isPartial),
    formatNumber(cohort.n),
    ...cohort.after.map(({ rate, isFew, isOver }) =>
      rate === null ? '–' : few(isFew || !isOver, formatShare(rate)),
    ),
  ]
  return {
    columns: [t`Created`, t`Applications`, ...total.after.map(({ days }) => t`after ${days} days`)],
    rows: [...cohorts, total].map((cohort) => line(cohort)),
    hasTotal: true,
  }
}

function cohortFile({ cohorts, total }: Cohorts): Table {
  return {
    name: t`Report`,
    columns: [
      { header: t`Created` },
      { header: t`Applications`, isNumber: true },
      ...total.after.flatMap(({ days }) => [
        { header: t`Reached after ${days} days`, isNumber: true },
        { header: t`Share after ${days} days`, isNumber: true },
        { header: t`${days} days are over` },
      ]),
    ],
    rows: [...cohorts, total].map((cohort) => [
      cohort.key ?? t`All`,
      cohort.n,
      ...cohort.after.flatMap(({ count, rate, isOver }) => [count, rate, isOver ? t`Yes` : t`No`]),
    ]),
  }
}

async function loadOfCohorts(db: Database, actor: Actor, address: ExploreAddress): Promise<ReportFigures> {
  const query = (exploreCohorts.query as z.ZodType<CohortQuery>).parse(
    toCohortQuery(address, actor.workspace.timezone),
  )
  const answer = await loadCohorts(db, actor, query)
  const { from, to, timezone } = answer.period
  const stage = translate(statusTypes[reachedOf(address)].label)
  const filterNames = await namesOfFilters(db, actor, filtersOf(query))
  return {
    isEmpty: answer.total.n === 0,
    table: cohortTable(answer, stepOfCohorts(address)),
    notes: [
      t`The share of the applications created in each week or month that reached ${stage} or beyond.`,
      t`* Of fewer than ${fewestToCompare}, or the days are not over for all of them`,
    ],
    filterNames: await namesFor(db, actor, query, address),
    period: answer.period,
    file: {
      table: cohortFile(answer),
      about: {
        title: t`Filters and definitions`,
        lines: [
          [t`Period`, `${formatMoment(from, timezone)} – ${formatMoment(to, timezone)}`],
          [t`Timezone`, timezone],
          [t`Stage reached`, stage],
          ...filterNames,
        ],
      },
    },
    measure: 'newApplications',
    filters: filtersOf(query),
  }
}

/** How far the applications created in the period came: the base of the first rate, and the numerator of each. */
function funnelTable(explored: Explored, compares: boolean): MailTable {
  const totals = explored.measures.map(({ cells }) => cellAt(cells, null, null))
  const all = totals[0]?.n ?? 0
  const counts = [all, ...totals.map((cell) => cell?.part ?? 0)]
  const before = [totals[0]?.previous?.n, ...totals.map((cell) => cell?.previous?.part)]
  const share = (some: number, of: number) =>
    of > 0 ? few(of < fewestToCompare, formatShare(some / of)) : '–'
  return {
    columns: [
      t`Stage reached`,
      t`Applications`,
      t`From the stage before`,
      t`Of all`,
      ...(compares ? [t`Period before`] : []),
    ],
    rows: ['lead' as const, ...funnelSteps.map(([type]) => type)].map((type, index) => [
      translate(statusTypes[type].label),
      formatNumber(counts[index]!),
      index === 0 ? '' : share(counts[index]!, counts[index - 1]!),
      share(counts[index]!, all),
      ...(compares ? [formatNumber(before[index] ?? 0)] : []),
    ]),
    hasTotal: false,
  }
}

async function loadFunnel(db: Database, actor: Actor, address: ExploreAddress): Promise<ReportFigures> {
  const query = exploreReport.query!.parse(toFunnelQuery(address, actor.workspace.timezone)) as ExploreQuery
  const explored = await loadExplore(db, actor, query)
  const all = cellAt(explored.measures[0]!.cells, null, null)?.n ?? 0
  return {
    isEmpty: all === 0,
    table: funnelTable(explored, query.compare !== false),
    notes: [
      t`Applications created in the period that reached the stage or beyond, whatever their current status.`,
      ...(all < fewestToCompare ? [t`* Of fewer than ${fewestToCompare}: too few to compare`] : []),
    ],
    filterNames: await namesFor(db, actor, query, address),
    period: explored.period,
    file: { table: exploreTable(explored), about: await aboutExplored(db, actor, query, explored) },
    // The base of its first rate is every application of the funnel.
    measure: 'contactedConversion',
    filters: filtersOf(query),
  }
}

/**
 * Answers the question of a report for one user.
 * @throws VALIDATION for a question with what the user may not see, or with what does not exist any more
 */
export function loadFigures(db: Database, actor: Actor, address: ExploreAddress): Promise<ReportFigures> {
  if (isOfFunnel(address)) return loadFunnel(db, actor, address)
  return isOfCohorts(address) ? loadOfCohorts(db, actor, address) : loadMeasure(db, actor, address)
}
