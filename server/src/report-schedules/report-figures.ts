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
import { chartOf } from '@muster/contract/explore-charts.ts'
import { fewestToCompare, isDuration, type Measure, type Summarized } from '@muster/contract/measures.ts'
import { statusTypes } from '@muster/contract/status-types.ts'
import { plural, t, translate } from '#texts'
import type { Database } from '../database/connect.ts'
import { filtersOf } from '../explore/explore-facts.ts'
import { aboutExplored, exploreTable, nameMeasure } from '../explore/explore-table.ts'
import { type CohortQuery, type Cohorts, loadCohorts } from '../explore/load-cohorts.ts'
import { type Explored, type ExploreQuery, loadExplore } from '../explore/load-explore.ts'
import { nameGrouping } from '../explore/name-groups.ts'
import { namesOfFilters } from '../explore/names-of-filters.ts'
import type { AboutSheet } from '../exports/write-xlsx.ts'
import type { MailTable } from '../mail/write-email.ts'
import type { Actor } from '../session/actor.ts'
import { formatMoment, formatNumber, formatShare } from '../texts/format.ts'
import { type FigureCell, type FigureTable, mailTable } from './figure-table.ts'
import { formatBase, formatFigure, groupLabel } from './format-figures.ts'
import { loadChart, type ReportChart } from './load-chart.ts'
import { validateQuery } from './read-address.ts'

type Cell = Explored['measures'][number]['cells'][number]
type Table = ReturnType<typeof exploreTable>

/** The figures of a report as one recipient sees them. */
export interface ReportFigures {
  /** Whether nothing was counted. */
  isEmpty: boolean
  /** What is measured: "New applications". */
  title: string
  table: FigureTable
  /** The table of an email, and what it leaves out. */
  mailTable: MailTable
  mailNotes: string[]
  /** What the marks of the table mean. */
  notes: string[]
  /** Loads the chart of the screen; null if its table is the picture. */
  loadChart: () => Promise<ReportChart | null>
  /** The filters in words; empty without. */
  filterNames: [string, string][]
  period: { from: string; to: string; timezone: string }
  file: { table: Table; about: AboutSheet }
  /** The measure whose rows are behind the figures. */
  measure: Measure
  /** What is summarized: its rows are those with a value. */
  summarized?: Summarized | undefined
  filters: Record<string, unknown>
}

/** A table in an email shows so many groups across; the files have all. */
const maxColumns = 4

function cellAt(cells: readonly Cell[], row: number | null, column: number | null): Cell | undefined {
  return cells.find((cell) => cell.row === row && cell.column === column)
}

function figureCell(measured: Explored['measures'][number], cell: Cell | undefined): FigureCell {
  return { text: cell ? formatFigure(measured, cell) : '–', isFew: cell?.isFew }
}

/** One grouping, or none: a row for each group with what the figure is of and the period before. */
function listTable(explored: Explored, compares: boolean): FigureTable {
  const { by, rows, fields } = explored
  const measured = explored.measures[0]!
  const { unit, cells } = measured
  const hasBase = unit !== 'count'
  const isSpread = isDuration(unit)
  const line = (label: string, cell: Cell | undefined) => {
    const others = [
      ...(isSpread ? [cell ? formatFigure(measured, { value: cell.p90 }) : '–'] : []),
      ...(hasBase ? [cell ? formatBase(measured, cell) : '–'] : []),
      ...(compares ? [cell?.previous ? formatFigure(measured, cell.previous) : '–'] : []),
    ]
    return { label, cells: [figureCell(measured, cell), ...others.map((text) => ({ text }))] }
  }
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

/** Returns how strongly a heat map shades a cell, from the lowest to the highest of the table. */
function shader(cells: readonly Cell[]) {
  const values = cells.flatMap(({ row, column, value, isFew }) =>
    row !== null && column !== null && value !== null && !isFew ? [value] : [],
  )
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return ({ row, column, value, isFew }: Cell) =>
    row === null || column === null || value === null || isFew
      ? undefined
      : most > least
        ? (value - least) / (most - least)
        : 1
}

/** Of the hours of a day, those from the first to the last in which anything was counted. */
function columnsShown({ by, columns, measures: measured }: Explored): number[] {
  const all = [...columns.keys()]
  if (by[1] !== 'hour') return all
  const used = measured[0]!.cells.flatMap(({ column, n }) => (column !== null && n > 0 ? [column] : []))
  return all.filter((index) => index >= Math.min(...used) && index <= Math.max(...used))
}

/** Two groupings: one down, the other across. */
function crossTable(explored: Explored, isHeat: boolean): FigureTable {
  const { by, rows, columns, fields } = explored
  const measured = explored.measures[0]!
  const { cells, unit } = measured
  const shown = columnsShown(explored)
  const shadeOf = isHeat ? shader(cells) : () => undefined
  const line = (label: string, row: number | null) => ({
    label,
    cells: [...shown, null].map((column) => {
      const cell = cellAt(cells, row, column)
      return {
        ...figureCell(measured, cell),
        ...(cell && { shade: shadeOf(cell), of: unit === 'count' ? undefined : formatBase(measured, cell) }),
      }
    }),
  })
  return {
    columns: [
      nameGrouping(by[0]!, fields),
      ...shown.map((index) => groupLabel(columns[index]!, by[1]!)),
      t`All`,
    ],
    rows: [...rows.map((group, index) => line(groupLabel(group, by[0]!), index)), line(t`All`, null)],
    hasTotal: true,
  }
}

function notesOf(explored: Explored): string[] {
  const { rows, rowCount, period } = explored
  const measured = explored.measures[0]!
  const { cells } = measured
  const hasFew = cells.some(({ isFew, n }) => isFew && n > 0)
  const before = `${formatMoment(period.previousFrom, period.timezone)} – ${formatMoment(period.previousTo, period.timezone)}`
  return [
    ...(cells.some(({ previous }) => previous) && explored.by.length < 2
      ? [t`Period before: ${before}`]
      : []),
    ...(hasFew ? [t`* Of fewer than ${fewestToCompare}: too few to compare`] : []),
    ...(rowCount > rows.length ? [t`Further groups are combined as “All others”.`] : []),
    `${nameMeasure(measured)}: ${measured.definition}`,
  ]
}

function mailNotesOf({ columns }: FigureTable): string[] {
  const hidden = columns.length - 2 - maxColumns
  return hidden > 0
    ? [t`${plural(hidden, { one: '# more column is', other: '# more columns are' })} in the attached file.`]
    : []
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
  const query = validateQuery<ExploreQuery>(
    exploreReport.query,
    toExploreQuery(address, actor.workspace.timezone),
  )
  const explored = await loadExplore(db, actor, query)
  const compares = query.compare !== false
  const isCross = explored.by.length > 1
  const table = isCross ? crossTable(explored, chartOf(address) === 'heat') : listTable(explored, compares)
  return {
    isEmpty: (cellAt(explored.measures[0]!.cells, null, null)?.n ?? 0) === 0,
    title: nameMeasure(explored.measures[0]!),
    table,
    mailTable: mailTable(table, isCross ? maxColumns : undefined),
    mailNotes: isCross ? mailNotesOf(table) : [],
    notes: notesOf(explored),
    loadChart: () => loadChart(db, actor, address, explored),
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

function cohortTable({ cohorts, total }: Cohorts, step: 'week' | 'month'): FigureTable {
  const line = (cohort: Cohort) => ({
    label: cohortName(cohort, step, cohort.isPartial),
    cells: [
      { text: formatNumber(cohort.n) },
      ...cohort.after.map(({ rate, count, isFew, isOver }) => {
        if (rate === null) return { text: '–' }
        const [some, all] = [formatNumber(count), formatNumber(cohort.n)]
        const isCertain = !isFew && isOver && cohort.key !== null
        return {
          text: formatShare(rate),
          of: t`${some} of ${all}`,
          isFew: isFew || !isOver,
          shade: isCertain ? rate : undefined,
        }
      }),
    ],
  })
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
  const query = validateQuery<CohortQuery>(
    exploreCohorts.query,
    toCohortQuery(address, actor.workspace.timezone),
  )
  const answer = await loadCohorts(db, actor, query)
  const { from, to, timezone } = answer.period
  const stage = translate(statusTypes[reachedOf(address)].label)
  const filterNames = await namesOfFilters(db, actor, filtersOf(query))
  const table = cohortTable(answer, stepOfCohorts(address))
  return {
    isEmpty: answer.total.n === 0,
    title: t`Cohorts`,
    table,
    mailTable: mailTable(table),
    mailNotes: [],
    loadChart: () => Promise.resolve(null),
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

interface Stage {
  name: string
  count: number
  /** The count of the stage before; null for the first one. */
  from: number | null
  previous: number
}

/** How far the applications created in the period came: the base of the first rate, and the numerator of each. */
function stagesOf({ measures: measured }: Explored): Stage[] {
  const totals = measured.map(({ cells }) => cellAt(cells, null, null))
  const counts = [totals[0]?.n ?? 0, ...totals.map((cell) => cell?.part ?? 0)]
  const previous = [totals[0]?.previous?.n, ...totals.map((cell) => cell?.previous?.part)]
  return ['lead' as const, ...funnelSteps.map(([type]) => type)].map((type, index) => ({
    name: translate(statusTypes[type].label),
    count: counts[index]!,
    from: index === 0 ? null : counts[index - 1]!,
    previous: previous[index] ?? 0,
  }))
}

const shareCell = (some: number, of: number): FigureCell =>
  of > 0 ? { text: formatShare(some / of), isFew: of < fewestToCompare } : { text: '–' }

function funnelTable(stages: readonly Stage[], compares: boolean): FigureTable {
  const all = stages[0]!.count
  return {
    columns: [
      t`Stage reached`,
      t`Applications`,
      t`From the stage before`,
      t`Of all`,
      ...(compares ? [t`Period before`] : []),
    ],
    rows: stages.map(({ name, count, from, previous }) => ({
      label: name,
      cells: [
        { text: formatNumber(count) },
        from === null ? { text: '' } : shareCell(count, from),
        shareCell(count, all),
        ...(compares ? [{ text: formatNumber(previous) }] : []),
      ],
    })),
    hasTotal: false,
  }
}

/** A bar for each stage, as long as its share of all. */
function funnelChart(stages: readonly Stage[]): ReportChart {
  const all = stages[0]!.count
  return {
    kind: 'bars',
    bars: stages.map(({ name, count }) => ({
      name,
      length: all > 0 ? count / all : 0,
      text: formatNumber(count),
      of: all > 0 ? formatShare(count / all) : '',
      isFew: all < fewestToCompare,
    })),
    left: 0,
  }
}

async function loadFunnel(db: Database, actor: Actor, address: ExploreAddress): Promise<ReportFigures> {
  const query = validateQuery<ExploreQuery>(
    exploreReport.query,
    toFunnelQuery(address, actor.workspace.timezone),
  )
  const explored = await loadExplore(db, actor, query)
  const stages = stagesOf(explored)
  const table = funnelTable(stages, query.compare !== false)
  const hasFew = table.rows.some(({ cells }) => cells.some(({ isFew }) => isFew))
  return {
    isEmpty: stages[0]!.count === 0,
    title: t`Funnel`,
    table,
    mailTable: mailTable(table),
    mailNotes: [],
    loadChart: () => Promise.resolve(funnelChart(stages)),
    notes: [
      t`Applications created in the period that reached the stage or beyond, whatever their current status.`,
      ...(hasFew ? [t`* Of fewer than ${fewestToCompare}: too few to compare`] : []),
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
