import { type AnyGrouping, isTimeGrouping, type Measure } from '@muster/contract/measures.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { hasFilters } from '../applications/filter-applications.ts'
import { freshInBucket, reportFacts } from '../dashboard/report-facts.ts'
import type { ReportPeriod } from '../dashboard/report-period.ts'
import { hasTotals } from '../facts/apply-pending-facts.ts'
import { type Figure, isDistinctFigure, nothing, type Split } from '../facts/figures.ts'
import { factsOfMeasure, figuresOfMeasure, type OfFigure } from '../facts/measures.ts'
import type { Actor } from '../session/actor.ts'
import type { ReadFilters } from './explore-facts.ts'

/** What the daily totals of a figure have besides their day: its kinds, and by what they are split. */
const groupedBy: Partial<Record<Figure, Partial<Record<AnyGrouping, RawBuilder<unknown>>>>> = {
  createdByType: { statusType: sql`nullif(f.label, '')` },
  createdByReached: { source: sql`nullif(f.key, '')` },
  ended: {
    company: sql`nullif(f.key, '')`,
    disposition: sql`nullif(f.label, '')`,
    statusType: sql`nullif(f.detail, '')`,
    reason: sql`nullif(f.ref, ${nothing}::uuid)`,
  },
  offersDecided: { disposition: sql`nullif(f.label, '')` },
  calls: { agent: sql`nullif(f.key, '')` },
  callSeconds: { agent: sql`nullif(f.key, '')` },
  callsByHour: { hour: sql`f.value` },
  called: {},
  spokenWith: {},
  entered: {},
  stay: { statusType: sql`nullif(f.label, '')` },
  daysToHire: { source: sql`nullif(f.key, '')` },
  daysToFill: {},
  hoursToFirstCall: {},
}

const splits: Partial<Record<AnyGrouping, Split>> = { company: 'company', source: 'source', agent: 'agent' }

/** Calls are counted by the hour apart from all else. */
function byHour({ figure, ...kinds }: OfFigure, by: readonly AnyGrouping[]): OfFigure {
  return { ...kinds, figure: figure === 'calls' && by.includes('hour') ? 'callsByHour' : figure }
}

function groupOf(figure: Figure, grouping: AnyGrouping | undefined): RawBuilder<unknown> | undefined {
  if (!grouping) return sql`null::text`
  if (isTimeGrouping(grouping)) return sql`date_trunc(${sql.lit(grouping)}, f.day::timestamp)`
  if (grouping === 'weekday') return sql`extract(isodow from f.day)::integer`
  return groupedBy[figure]?.[grouping]
}

interface Asked {
  measure: Measure
  by: readonly AnyGrouping[]
  filters: ReadFilters
  period: ReportPeriod
  compares: boolean
}

export interface CountedTotals {
  /**
   * `period`, `group1`, `group2`, `is_new` (not counted in an earlier group of time), `value` (of a measure that spreads them),
   * `facts`, `parts`, `sum`.
   */
  counted: RawBuilder<unknown>
  /** The column with the applications of cells with some groupings, where one may have several such facts. */
  rows: ((groupings: readonly AnyGrouping[]) => RawBuilder<unknown>) | null
  /** Whether the totals are complete; else facts have to be counted. */
  isComplete: RawBuilder<SqlBool>
}

const isOf = ({ figure, labels }: OfFigure) =>
  sql`f.figure = ${figure} ${labels ? sql`and f.label = any(${[...labels]}::text[])` : sql``}`

const sumOf = (figure: OfFigure | undefined) =>
  figure ? sql`coalesce(sum(f.n) filter (where ${isOf(figure)}), 0)` : sql`0`

/** Whether the totals of a figure add up in the cells of some groupings. */
function addsUp({ figure, labels }: OfFigure, by: readonly AnyGrouping[]): boolean {
  const time = by.find(isTimeGrouping)
  // An application that left several stages is in the group of each, in one group of time, and in the total.
  if (figure === 'stay') return by.every((grouping) => grouping === 'statusType' || grouping === time)
  if (!isDistinctFigure(figure)) return true
  // An application that is counted once is in one group of time, or in the total. Nothing else of it adds up.
  return by.length === (time ? 1 : 0) && (figure !== 'entered' || labels?.length === 1)
}

/** Returns what daily totals have of a question without filters; null if only facts can answer it. */
export function countedTotals(
  actor: Actor,
  { measure, by, filters, period, compares }: Asked,
): CountedTotals | null {
  if (hasFilters(filters)) return null
  const { values } = factsOfMeasure(measure)
  const figures = figuresOfMeasure(measure)
  const of = byHour(figures.of, by)
  const part = figures.part && byHour(figures.part, by)
  const sum = figures.sum && { figure: figures.sum }
  const groups = [groupOf(of.figure, by[0]), groupOf(of.figure, by[1])]
  if (!groupedBy[of.figure] || !groups.every((group) => group !== undefined)) return null
  if (sum && by.some((grouping) => !groupOf(sum.figure, grouping))) return null
  if (!addsUp(of, by)) return null
  const leavesSeveral = of.figure === 'stay'
  const [split] = by.flatMap((grouping) => splits[grouping] ?? [])
  const { totals, part: partOfDay } = reportFacts(actor, { bucket: period.bucket }, period, {
    figures: [
      ...new Set([
        of.figure,
        ...(part ? [part.figure] : []),
        ...(sum ? [sum.figure] : []),
        ...(leavesSeveral ? (['left', 'leftAny'] as const) : []),
      ]),
    ],
    previous: compares,
    ...(split && { by: split }),
  })
  if (!totals) return null
  const rows = [totals.stored, totals.pending, ...(partOfDay ? [partOfDay.facts] : [])]
  const time = by.find(isTimeGrouping)
  return {
    counted: sql`
      select f.part as period, ${groups[0]} as group1, ${groups[1]} as group2, f.fresh as is_new,
        ${values === 'spread' ? sql`case when ${isOf(of)} then f.value end` : sql`null::integer`} as value,
        ${sumOf(of)} as facts, ${sumOf(part)} as parts, ${sumOf(sum)} as sum,
        ${sumOf({ figure: 'left' })} as listed_by_stage, ${sumOf({ figure: 'leftAny' })} as listed
      from (${sql.join(
        rows.map(
          (each) => sql`
          select figure, day, key, label, detail, ref, value, n, part, fresh from (${each}) as each
        `,
        ),
        sql` union all `,
      )}) as f
      where ${time ? freshInBucket({ bucket: time }) : sql`f.fresh`}
      group by 1, 2, 3, 4, 5
    `,
    rows: leavesSeveral
      ? (groupings) => (groupings.includes('statusType') ? sql`fact.listed_by_stage` : sql`fact.listed`)
      : null,
    isComplete: hasTotals(actor.workspaceId, period.timezone),
  }
}
