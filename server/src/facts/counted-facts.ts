import type { countedFilters } from '@muster/contract/application-filters.ts'
import { type CountedIn, readCounted, readCountedIn } from '@muster/contract/measures.ts'
import { funnelTypes, type StatusType, statusTypeRank } from '@muster/contract/status-types.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../session/actor.ts'
import { groupFacts, isInGroup } from './groupings.ts'
import { factsOfMeasure } from './measures.ts'

type CountedFilters = z.output<typeof countedFilters>

function conditionsOf(groups: readonly CountedIn[], filters: CountedFilters, actor: Actor) {
  const { measure, isPart } = readCounted(filters.counted!)
  const facts = factsOfMeasure(measure)
  const timezone = filters.countedTimezone ?? actor.workspace.timezone
  const grouped = groupFacts(
    facts,
    groups.map(({ grouping }) => grouping),
    timezone,
  )
  return { facts, isPart, grouped }
}

/** Matches facts `f` of applications that reached a type or further within so many days of 24 hours after the fact. */
export function reachedWithin(type: StatusType, days: RawBuilder<number>): RawBuilder<SqlBool> {
  const types = funnelTypes.slice(statusTypeRank(type))
  return sql`exists (
    select from facts reached
    where reached.workspace_id = f.workspace_id and reached.subject_id = f.subject_id and reached.metric = 'move'
      and reached.status_type = any(${types}::text[]) and reached.at < f.at + make_interval(hours => 24 * ${days})
  )`
}

/**
 * Returns the subjects, or the rows, of the facts that a cell of a report counts.
 * @param ofCalls restricts the facts of calls
 */
export function countedFacts(
  column: 'subject_id' | 'row_id',
  filters: CountedFilters,
  actor: Actor,
  ofCalls: readonly RawBuilder<SqlBool>[] = [],
): RawBuilder<unknown> {
  const groups = readCountedIn(filters.countedIn ?? [])
  const { facts, isPart, grouped } = conditionsOf(groups, filters, actor)
  const conditions = [
    facts.counts,
    ...(isPart && facts.isPart ? [facts.isPart] : []),
    ...groups.map((group) => isInGroup(group, grouped)),
    ...(facts.metrics.includes('call') ? ofCalls : []),
  ]
  // Durations are stored in tenths.
  if (filters.countedValueFrom !== undefined)
    conditions.push(sql`f.value >= ${filters.countedValueFrom}::float8 * 10`)
  if (filters.countedValueTo !== undefined)
    conditions.push(sql`f.value < ${filters.countedValueTo}::float8 * 10`)
  if (filters.countedReached && filters.countedDays)
    conditions.push(reachedWithin(filters.countedReached, sql`${filters.countedDays}::integer`))
  return sql`
    select ${sql.ref(`f.${column}`)} from facts f ${grouped.joins}
    where f.workspace_id = ${actor.workspaceId} and f.metric = any(${[...facts.metrics]}::text[])
      and f.at >= ${filters.countedFrom ?? '-infinity'}::timestamptz
      and f.at < ${filters.countedTo ?? 'infinity'}::timestamptz
      and not f.is_deleted and ${sql.join(conditions, sql` and `)}
  `
}
