import { type AnyGrouping, isTimeGrouping, type Measure } from '@muster/contract/measures.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { hasFilters } from '../applications/filter-applications.ts'
import { reportFacts } from '../dashboard/report-facts.ts'
import type { ReportPeriod } from '../dashboard/report-period.ts'
import { allSubjects } from '../facts/apply-pending-facts.ts'
import { type Figure, isDistinctFigure, nothing, type Split } from '../facts/figures.ts'
import { factsOfMeasure, figuresOfMeasure, type OfFigure } from '../facts/measures.ts'
import type { Actor } from '../session/actor.ts'
import type { ReadFilters } from './explore-facts.ts'

/** What the daily totals of a figure have besides their day: its kinds, and by what they are split. */
const groupedBy: Partial<Record<Figure, Partial<Record<AnyGrouping, RawBuilder<unknown>>>>> = {
  createdByType: { statusType: sql`nullif(t.label, '')` },
  createdByReached: { source: sql`nullif(t.key, '')` },
  ended: {
    company: sql`nullif(t.key, '')`,
    disposition: sql`nullif(t.label, '')`,
    statusType: sql`nullif(t.detail, '')`,
    reason: sql`nullif(t.ref, ${nothing}::uuid)`,
  },
  offersDecided: { disposition: sql`nullif(t.label, '')` },
  calls: { agent: sql`nullif(t.key, '')` },
  callsByHour: { hour: sql`t.value` },
  called: {},
  spokenWith: {},
  entered: {},
}

const splits: Partial<Record<AnyGrouping, Split>> = { company: 'company', source: 'source', agent: 'agent' }

/** Calls are counted by the hour apart from all else. */
function byHour({ figure, ...kinds }: OfFigure, by: readonly AnyGrouping[]): OfFigure {
  return { ...kinds, figure: figure === 'calls' && by.includes('hour') ? 'callsByHour' : figure }
}

function groupOf(figure: Figure, grouping: AnyGrouping | undefined): RawBuilder<unknown> | undefined {
  if (!grouping) return sql`null::text`
  if (isTimeGrouping(grouping)) return sql`date_trunc(${sql.lit(grouping)}, t.day::timestamp)`
  if (grouping === 'weekday') return sql`extract(isodow from t.day)::integer`
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
  /** `period`, `group1`, `group2`, `is_new` (not counted in an earlier group of time), `facts`, `parts`, `value`. */
  counted: RawBuilder<unknown>
  /** Whether the totals are complete; else facts have to be counted. */
  isComplete: RawBuilder<SqlBool>
}

/** Returns what daily totals have of a question without filters; null if only facts can answer it. */
export function countedTotals(
  actor: Actor,
  { measure, by, filters, period, compares }: Asked,
): CountedTotals | null {
  if (hasFilters(filters) || factsOfMeasure(measure).values !== null) return null
  const figures = figuresOfMeasure(measure)
  const of = byHour(figures.of, by)
  const part = figures.part && byHour(figures.part, by)
  const groups = [groupOf(of.figure, by[0]), groupOf(of.figure, by[1])]
  if (!groupedBy[of.figure] || !groups.every((group) => group !== undefined)) return null
  // An application that is counted once is in one group of time, or in the total. Nothing else of it adds up.
  const time = by.find(isTimeGrouping)
  const isOnce = isDistinctFigure(of.figure)
  if (isOnce && (by.length > (time ? 1 : 0) || (of.figure === 'entered' && of.labels?.length !== 1)))
    return null
  const [split] = by.flatMap((grouping) => splits[grouping] ?? [])
  const { totals, part: partOfDay } = reportFacts(actor, { bucket: period.bucket }, period, {
    figures: [...new Set([of.figure, ...(part ? [part.figure] : [])])],
    previous: compares,
    ...(split && { by: split }),
  })
  if (!totals) return null
  const isOf = ({ figure, labels }: OfFigure) =>
    sql`t.figure = ${figure} ${labels ? sql`and t.label = any(${[...labels]}::text[])` : sql``}`
  const isFresh =
    isOnce && time
      ? sql`(t.fresh or t.value < date_trunc(${sql.lit(time)}, t.day::timestamp)::date - date '1970-01-01')`
      : sql`t.fresh`
  const rows = [totals.stored, totals.pending, ...(partOfDay ? [partOfDay.facts] : [])]
  return {
    counted: sql`
      select t.part as period, ${groups[0]} as group1, ${groups[1]} as group2, t.fresh as is_new,
        coalesce(sum(t.n) filter (where ${isOf(of)}), 0) as facts,
        ${part ? sql`coalesce(sum(t.n) filter (where ${isOf(part)}), 0)` : sql`0`} as parts, null::bigint as value
      from (${sql.join(
        rows.map(
          (each) => sql`
          select figure, day, key, label, detail, ref, value, n, part, fresh from (${each}) as each
        `,
        ),
        sql` union all `,
      )}) as t
      where ${isFresh}
      group by 1, 2, 3, 4
    `,
    isComplete: sql<SqlBool>`exists (
      select from fact_states s
      where s.workspace_id = ${actor.workspaceId} and s.timezone = ${period.timezone} and s.totals_through = ${allSubjects}
    )`,
  }
}
