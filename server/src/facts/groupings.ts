import { type CountedIn, type Grouping, isTimeGrouping } from '@muster/contract/measures.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { FactsOfMeasure } from './measures.ts'

/** The key of a group without one: no name, tag or source is empty. */
export const withoutKey = ''

/** What a grouping needs beside the facts `f`. */
const joins: Partial<Record<Grouping, RawBuilder<unknown>>> = {
  pipeline: sql`left join positions on positions.workspace_id = f.workspace_id and positions.id = f.position_id`,
  tag: sql`left join applications on applications.workspace_id = f.workspace_id and applications.id = f.subject_id`,
}

const columns: Partial<Record<Grouping, string>> = {
  owner: 'f.owner_id',
  position: 'f.position_id',
  company: 'f.company_id',
  pipeline: 'positions.pipeline_id',
  agent: 'f.agent_id',
  source: 'f.source',
  disposition: 'f.disposition',
  reason: 'f.reason_id',
}

function timeKey(grouping: Grouping, timezone: string): RawBuilder<string> {
  const local = sql`f.at at time zone ${timezone}`
  if (grouping === 'weekday') return sql`extract(isodow from ${local})::integer::text`
  if (grouping === 'hour') return sql`extract(hour from ${local})::integer::text`
  return isTimeGrouping(grouping) && grouping !== 'day'
    ? sql`to_char(date_trunc(${sql.lit(grouping)}, ${local}), 'YYYY-MM-DD')`
    : sql`to_char(${local}, 'YYYY-MM-DD')`
}

/**
 * Returns the keys of a fact `f` in a grouping, as an array of text: one, but of tags as many as it has. `withoutKey`
 * if it has none.
 */
function keysOf(
  grouping: Grouping,
  { stage }: Pick<FactsOfMeasure, 'stage'>,
  timezone: string,
): RawBuilder<string[]> {
  if (grouping === 'tag')
    return sql`case when cardinality(applications.tags) > 0 then applications.tags else array[${withoutKey}] end`
  if (grouping === 'statusType') return sql`array[coalesce(${stage}, ${withoutKey})]`
  const column = columns[grouping]
  return column
    ? sql`array[coalesce(${sql.ref(column)}::text, ${withoutKey})]`
    : sql`array[${timeKey(grouping, timezone)}]`
}

interface GroupedFacts {
  joins: RawBuilder<unknown>
  keys(grouping: Grouping): RawBuilder<string[]>
}

/** Returns how the facts of a measure are grouped, for figures and for the rows behind them alike. */
export function groupFacts(
  facts: Pick<FactsOfMeasure, 'stage'>,
  groupings: readonly Grouping[],
  timezone: string,
): GroupedFacts {
  const needed = [...new Set(groupings.flatMap((grouping) => joins[grouping] ?? []))]
  return {
    joins: needed.length > 0 ? sql.join(needed, sql` `) : sql``,
    keys: (grouping) => keysOf(grouping, facts, timezone),
  }
}

/** Matches facts in a group, or with a key that is none of several. */
export function isInGroup(
  { keys: wanted, isExcluded, grouping }: CountedIn,
  grouped: GroupedFacts,
): RawBuilder<SqlBool> {
  const values = wanted.map((key) => key ?? withoutKey)
  return isExcluded
    ? sql`not ${grouped.keys(grouping)} <@ ${values}::text[]`
    : sql`${grouped.keys(grouping)} && ${values}::text[]`
}
