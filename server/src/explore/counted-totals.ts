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
  callsByHour: { hour: sql`f.value` },
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
    sql`f.figure = ${figure} ${labels ? sql`and f.label = any(${[...labels]}::text[])` : sql``}`
  const rows = [totals.stored, totals.pending, ...(partOfDay ? [partOfDay.facts] : [])]
  return {
    counted: sql`
      select f.part as period, ${groups[0]} as group1, ${groups[1]} as group2, f.fresh as is_new,
        coalesce(sum(f.n) filter (where ${isOf(of)}), 0) as facts,
        ${part ? sql`coalesce(sum(f.n) filter (where ${isOf(part)}), 0)` : sql`0`} as parts, null::bigint as value
      from (${sql.join(
        rows.map(
          (each) => sql`
          select figure, day, key, label, detail, ref, value, n, part, fresh from (${each}) as each
        `,
        ),
        sql` union all `,
      )}) as f
      where ${time ? freshInBucket({ bucket: time }) : sql`f.fresh`}
      group by 1, 2, 3, 4
    `,
    isComplete: hasTotals(actor.workspaceId, period.timezone),
  }
}
