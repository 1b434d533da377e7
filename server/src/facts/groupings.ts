import {
  type AnyGrouping,
  type CountedIn,
  type FieldGrouping,
  type groupedSubjects,
  isFieldGrouping,
  isTimeGrouping,
  readFieldGrouping,
  type SummarizedSubject,
} from '@muster/contract/measures.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { FactsOfMeasure } from './measures.ts'

type GroupedSubject = (typeof groupedSubjects)[keyof typeof groupedSubjects]
type JoinedSubject = GroupedSubject | SummarizedSubject

/** The key of a group without one: no name, tag or source is empty. */
export const withoutKey = ''

const ofApplication = sql`left join applications
  on applications.workspace_id = f.workspace_id and applications.id = f.subject_id`
const ofCandidate = sql`left join candidates
  on candidates.workspace_id = applications.workspace_id and candidates.id = applications.candidate_id`
const ofPosition = sql`left join positions on positions.workspace_id = f.workspace_id and positions.id = f.position_id`
const ofCompany = sql`left join companies on companies.workspace_id = f.workspace_id and companies.id = f.company_id`
/** The facts of calls have the call as their row. It may get its queue after them, so they do not hold it. */
const ofCall = sql`left join calls as grouped_call
  on grouped_call.workspace_id = f.workspace_id and grouped_call.id = f.row_id`

const joinsOfSubjects: Record<JoinedSubject, readonly RawBuilder<unknown>[]> = {
  application: [ofApplication],
  candidate: [ofApplication, ofCandidate],
  position: [ofPosition],
  company: [ofCompany],
  call: [ofCall],
}

/** Returns what a grouping needs beside the facts `f`. */
function joinsOf(grouping: AnyGrouping): readonly RawBuilder<unknown>[] {
  if (grouping === 'pipeline') return [ofPosition]
  if (grouping === 'tag') return [ofApplication]
  if (grouping === 'queue' || grouping === 'campaign') return [ofCall]
  return isFieldGrouping(grouping) ? joinsOfSubjects[readFieldGrouping(grouping).subject] : []
}

const columnsOfSubjects: Record<GroupedSubject, string> = {
  application: 'applications.custom_fields',
  candidate: 'candidates.custom_fields',
  position: 'positions.custom_fields',
  company: 'companies.custom_fields',
}

/** The keys of a custom field: the IDs of options and of users, `true` or `false`. */
function fieldKeys(grouping: FieldGrouping): RawBuilder<string[]> {
  const { subject, key } = readFieldGrouping(grouping)
  const value = sql`(${sql.ref(columnsOfSubjects[subject])} -> ${key}::text)`
  return sql`case jsonb_typeof(${value})
    when 'array' then array(select jsonb_array_elements_text(${value}))
    else array[coalesce(${value} #>> '{}', ${withoutKey})]
  end`
}

const columns: Partial<Record<AnyGrouping, string>> = {
  owner: 'f.owner_id',
  position: 'f.position_id',
  company: 'f.company_id',
  pipeline: 'positions.pipeline_id',
  agent: 'f.agent_id',
  queue: 'grouped_call.queue_id',
  campaign: 'grouped_call.campaign_id',
  source: 'f.source',
  disposition: 'f.disposition',
  reason: 'f.reason_id',
}

function timeKey(grouping: AnyGrouping, timezone: string): RawBuilder<string> {
  const local = sql`f.at at time zone ${timezone}`
  if (grouping === 'weekday') return sql`extract(isodow from ${local})::integer::text`
  if (grouping === 'hour') return sql`extract(hour from ${local})::integer::text`
  return isTimeGrouping(grouping) && grouping !== 'day'
    ? sql`to_char(date_trunc(${sql.lit(grouping)}, ${local}), 'YYYY-MM-DD')`
    : sql`to_char(${local}, 'YYYY-MM-DD')`
}

/**
 * Returns the keys of a fact `f` in a grouping, as an array of text: one, but of tags and choices as many as it has. `withoutKey`
 * if it has none.
 */
function keysOf(
  grouping: AnyGrouping,
  { stage }: Pick<FactsOfMeasure, 'stage'>,
  timezone: string,
): RawBuilder<string[]> {
  if (grouping === 'tag')
    return sql`case when cardinality(applications.tags) > 0 then applications.tags else array[${withoutKey}] end`
  if (grouping === 'statusType') return sql`array[coalesce(${stage}, ${withoutKey})]`
  if (isFieldGrouping(grouping)) return fieldKeys(grouping)
  const column = columns[grouping]
  return column
    ? sql`array[coalesce(${sql.ref(column)}::text, ${withoutKey})]`
    : sql`array[${timeKey(grouping, timezone)}]`
}

interface GroupedFacts {
  joins: RawBuilder<unknown>
  keys(grouping: AnyGrouping): RawBuilder<string[]>
}

/**
 * Returns how the facts of a measure are grouped, for figures and for the rows behind them alike.
 * @param summarized the subject whose values are summarized, which is joined too
 */
export function groupFacts(
  facts: Pick<FactsOfMeasure, 'stage'>,
  groupings: readonly AnyGrouping[],
  timezone: string,
  summarized?: SummarizedSubject,
): GroupedFacts {
  const needed = [
    ...new Set([...groupings.flatMap(joinsOf), ...(summarized ? joinsOfSubjects[summarized] : [])]),
  ]
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
