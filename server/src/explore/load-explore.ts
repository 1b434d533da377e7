import { dispositionKeys } from '@muster/contract/dispositions.ts'
import type { exploreQuery } from '@muster/contract/explore.ts'
import {
  type AnyGrouping,
  hasGrouping,
  isTimeGrouping,
  type Measure,
  measures,
} from '@muster/contract/measures.ts'
import { metricDefinitions } from '@muster/contract/metric-definitions.ts'
import { statusTypeKeys } from '@muster/contract/status-types.ts'
import type { z } from 'zod'
import { t, translate } from '#texts'
import { AppError, invalid } from '../app-error.ts'
import { type GroupingFields, loadGroupingFields } from '../custom-fields/group-by-field.ts'
import {
  presentPeriod,
  type ReportPeriod,
  type ReportQuery,
  resolvePeriod,
} from '../dashboard/report-period.ts'
import type { Database } from '../database/connect.ts'
import { databaseNow } from '../database/database-clock.ts'
import { withoutKey } from '../facts/groupings.ts'
import type { Actor } from '../session/actor.ts'
import { type CountedCell, countCells, isLimited, type Top } from './count-cells.ts'
import { readFilters } from './explore-facts.ts'
import { groupTimes, type TimeGroup } from './group-times.ts'
import { nameGroups } from './name-groups.ts'
import { type Axis, type Figure, presentCells } from './present-cells.ts'
import { currencyOf, readSummary, type Summary } from './summarize-field.ts'

export type ExploreQuery = z.output<typeof exploreQuery>

/** @throws VALIDATION for groupings that a measure does not have */
function checkGroupings({ measure, by = [] }: ExploreQuery): void {
  if (new Set(by).size < by.length) throw invalid('by', t`Choose two different groupings`)
  if (by.filter(isTimeGrouping).length > 1) throw invalid('by', t`Choose one of day, week and month`)
  for (const each of measure)
    for (const grouping of by)
      if (!hasGrouping(each, grouping))
        throw invalid('by', t`“${translate(measures[each].label)}” cannot be grouped by this`)
}

const wordKeys: Partial<Record<AnyGrouping, readonly string[]>> = {
  statusType: statusTypeKeys,
  disposition: dispositionKeys,
  weekday: Array.from({ length: 7 }, (_, index) => String(index + 1)),
  hour: Array.from({ length: 24 }, (_, index) => String(index)),
}

interface Group {
  key: string | null
  name: string | null
  isOthers: boolean
  others: (string | null)[]
  at: string | null
  previousKey: string | null
  isPartial: boolean
}

const plain = { isOthers: false, others: [], at: null, previousKey: null, isPartial: false }
const keyOf = (key: string) => (key === withoutKey ? null : key)

interface Groups {
  groups: Group[]
  count: number
  axis: Axis
}

const noGroups: Groups = {
  groups: [],
  count: 0,
  axis: { places: new Map(), others: null, incomparable: new Set() },
}

const indexOf = (keys: readonly string[]) => new Map(keys.map((key, index) => [key, index]))

function timeGroups(times: readonly TimeGroup[]): Groups {
  return {
    groups: times.map((time) => ({ ...plain, ...time, name: null })),
    count: times.length,
    axis: {
      places: indexOf(times.map(({ key }) => key)),
      others: null,
      previousPlaces: new Map(
        times.flatMap(({ previousKey }, index) => (previousKey ? [[previousKey, index]] : [])),
      ),
      incomparable: new Set(times.flatMap(({ previousKey }, index) => (previousKey ? [] : [index]))),
    },
  }
}

async function namedGroups(
  db: Database,
  actor: Actor,
  grouping: AnyGrouping,
  keys: readonly string[],
  count: number,
  fields: GroupingFields,
): Promise<Groups> {
  const known = keys.filter((key) => key !== withoutKey)
  const nameOf = await nameGroups(db, actor, grouping, known, fields)
  const groups: Group[] = keys.map((key) => ({ ...plain, key: keyOf(key), name: keyOf(key) && nameOf(key) }))
  const hasOthers = count > keys.length
  if (hasOthers) groups.push({ ...plain, key: null, name: null, isOthers: true, others: keys.map(keyOf) })
  return {
    groups,
    count,
    axis: { places: indexOf(keys), others: hasOthers ? keys.length : null, incomparable: new Set() },
  }
}

interface Found {
  fields: GroupingFields
  period: ReportPeriod
  compares: boolean
  now: number
}

/** Returns the groups of one grouping: of time, of the words that it has, or the top ones. */
async function loadGroups(
  db: Database,
  actor: Actor,
  [grouping, index]: [AnyGrouping | undefined, 0 | 1],
  cells: readonly CountedCell[],
  top: Top | null,
  { period, fields, ...more }: Found,
): Promise<Groups> {
  if (!grouping) return noGroups
  if (top) return namedGroups(db, actor, grouping, top.keys, top.count, fields)
  const found = new Set<string>()
  for (const cell of cells) {
    const key = index === 0 ? cell.key1 : cell.key2
    if (typeof key === 'string' && (cell.period === 1 || !isTimeGrouping(grouping))) found.add(key)
  }
  if (isTimeGrouping(grouping)) return timeGroups(groupTimes(grouping, period, found, more))
  const all = wordKeys[grouping] ?? []
  const isWhole = grouping === 'weekday' || grouping === 'hour'
  const keys = [
    ...all.filter((key) => isWhole || found.has(key)),
    ...[...found].filter((key) => !all.includes(key)),
  ]
  return namedGroups(db, actor, grouping, keys, keys.length, fields)
}

/** Returns the period; what is wrong with its intervals is wrong with the grouping that makes them. */
async function resolveSpan(db: Database, actor: Actor, query: ReportQuery): Promise<ReportPeriod> {
  try {
    return await resolvePeriod(db, actor, query)
  } catch (error) {
    if (error instanceof AppError && error.details?.bucket) throw invalid('by', error.message)
    throw error
  }
}

function figureUnit(measure: Measure, summary: Summary | null): Figure['unit'] {
  if (!summary) return measures[measure].unit
  return summary.field.type === 'money' ? 'money' : 'number'
}

/** Describes what the cells of a measure have: what it counts, or a summary of the values of what it counts. */
function describeFigure(measure: Measure, summary: Summary | null, cells: readonly CountedCell[]) {
  const definition = translate(metricDefinitions[measures[measure].definition])
  const unit = figureUnit(measure, summary)
  if (!summary) return { unit, summary: null, definition }
  const { name, subject, field, aggregate } = summary
  const { label } = field
  const ofApplications = {
    sum: t`The sum of “${label}”, without applications that have no value, of: ${definition}`,
    average: t`The average of “${label}”, without applications that have no value, of: ${definition}`,
    median: t`The median of “${label}”, without applications that have no value, of: ${definition}`,
  }
  const ofCandidates = {
    sum: t`The sum of “${label}”, each candidate once, without those that have no value, of: ${definition}`,
    average: t`The average of “${label}”, each candidate once, without those that have no value, of: ${definition}`,
    median: t`The median of “${label}”, each candidate once, without those that have no value, of: ${definition}`,
  }
  const ofCalls = {
    sum: t`The sum of “${label}”, without calls that have no value, of: ${definition}`,
    average: t`The average of “${label}”, without calls that have no value, of: ${definition}`,
    median: t`The median of “${label}”, without calls that have no value, of: ${definition}`,
  }
  const bySubject = { application: ofApplications, candidate: ofCandidates, call: ofCalls }
  return {
    unit,
    summary: {
      field: name,
      aggregate,
      label,
      unit: field.unit,
      currency: currencyOf(summary, cells),
    },
    definition: bySubject[subject][aggregate],
  }
}

/** Measures a period by up to two groupings. */
export async function loadExplore(db: Database, actor: Actor, query: ExploreQuery) {
  checkGroupings(query)
  const { measure: wanted, from, to, timezone, unit, former, groups, columns, by = [] } = query
  const now = (await databaseNow(db)).getTime()
  const bucket = by.find(isTimeGrouping) ?? 'month'
  const period = await resolveSpan(db, actor, { from, to, timezone, unit, former, bucket })
  const compares = query.compare !== false
  const fields = await loadGroupingFields(db, actor, by, 'by')
  const summary = await readSummary(db, actor, query)
  const asked = { by, summary, filters: await readFilters(db, actor, query), period, compares }
  const limits = by.map((grouping, index) => (isLimited(grouping) ? [groups, columns][index]! : null))
  // The first measure says which groups are told apart.
  const { cells, tops } = await countCells(db, actor, { ...asked, measure: wanted[0]! }, limits)
  const counted = [cells]
  for (const measure of wanted.slice(1))
    counted.push((await countCells(db, actor, { ...asked, measure }, tops)).cells)
  const found = { period, compares, now, fields }
  const all = counted.flat()
  const rows = await loadGroups(db, actor, [by[0], 0], all, tops[0] ?? null, found)
  const across = await loadGroups(db, actor, [by[1], 1], all, tops[1] ?? null, found)
  return {
    period: { ...presentPeriod(period), isPartial: Date.parse(period.to) >= now },
    by,
    /** What the export names custom fields by. */
    fields,
    rows: rows.groups,
    rowCount: rows.count,
    columns: across.groups,
    columnCount: across.count,
    measures: wanted.map((measure, index) => ({
      measure,
      ...describeFigure(measure, summary, counted[index]!),
      cells: presentCells(
        { unit: figureUnit(measure, summary), summary },
        counted[index]!,
        [rows.axis, across.axis],
        compares,
      ),
    })),
  }
}

export type Explored = Awaited<ReturnType<typeof loadExplore>>
