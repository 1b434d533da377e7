import {
  type AnyGrouping,
  type CountedIn,
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

const columns: Partial<Record<AnyGrouping, string>> = {
  owner: 'f.owner_id',
  position: 'f.position_id',
  company: 'f.company_id',
  pipeline: 'positions.pipeline_id',
  agent: 'f.agent_id',
  queue: 'grouped_call.queue_id',
  campaign: 'grouped_call.campaign_id',
  source: 'f.source',
  tag: 'applications.tags',
  disposition: 'f.disposition',
  reason: 'f.reason_id',
}

/** Groupings that tell the facts of one application apart. The others are of the application as it is now. */
const ofFacts: readonly AnyGrouping[] = [
  ...(['agent', 'queue', 'campaign', 'statusType', 'disposition', 'reason'] as const),
  ...(['day', 'week', 'month', 'weekday', 'hour'] as const),
]

/** Whether all facts of an application are in the same groups. */
export function isOfApplication(grouping: AnyGrouping): boolean {
  return !ofFacts.includes(grouping)
}

/**
 * Returns what a fact `f` is grouped by, as it is stored: a UUID, a moment or JSON is compared at a fraction of the cost of
 * the keys that are made of it.
 */
function groupedValue(
  grouping: AnyGrouping,
  { stage }: Pick<FactsOfMeasure, 'stage'>,
  timezone: string,
): RawBuilder<unknown> {
  if (grouping === 'statusType') return stage
  if (isFieldGrouping(grouping)) {
    const { subject, key } = readFieldGrouping(grouping)
    return sql`(${sql.ref(columnsOfSubjects[subject])} -> ${key}::text)`
  }
  const local = sql`f.at at time zone ${timezone}`
  if (grouping === 'weekday') return sql`extract(isodow from ${local})::integer`
  if (grouping === 'hour') return sql`extract(hour from ${local})::integer`
  if (isTimeGrouping(grouping)) return sql`date_trunc(${sql.lit(grouping)}, ${local})`
  return sql.ref(columns[grouping]!)
}

/** Whether a fact can be in several groups. */
export function hasSeveralGroups(grouping: AnyGrouping): boolean {
  return grouping === 'tag' || isFieldGrouping(grouping)
}

/** Returns the key of such a value, of a grouping in which a fact has one. */
export function keyOf(grouping: AnyGrouping, value: RawBuilder<unknown>): RawBuilder<string> {
  return isTimeGrouping(grouping)
    ? sql`to_char(${value}, 'YYYY-MM-DD')`
    : sql`coalesce(${value}::text, ${withoutKey})`
}

/**
 * Returns the keys of such a value, as an array of text: one, but of tags and choices as many as it has; the IDs of options and
 * of users, `true` or `false`. `withoutKey` if it has none.
 */
export function keysOf(grouping: AnyGrouping, value: RawBuilder<unknown>): RawBuilder<string[]> {
  if (grouping === 'tag')
    return sql`case when cardinality(${value}) > 0 then ${value} else array[${withoutKey}] end`
  if (isFieldGrouping(grouping))
    return sql`case jsonb_typeof(${value})
      when 'array' then array(select jsonb_array_elements_text(${value}))
      else array[coalesce(${value} #>> '{}', ${withoutKey})]
    end`
  return sql`array[${keyOf(grouping, value)}]`
}

interface GroupedFacts {
  joins: RawBuilder<unknown>
  value(grouping: AnyGrouping): RawBuilder<unknown>
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
  const value = (grouping: AnyGrouping) => groupedValue(grouping, facts, timezone)
  return {
    joins: needed.length > 0 ? sql.join(needed, sql` `) : sql``,
    value,
    keys: (grouping) => keysOf(grouping, value(grouping)),
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
