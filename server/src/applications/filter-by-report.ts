import type { applicationFilters } from '@muster/contract/application-filters.ts'
import { statusTypeRank } from '@muster/contract/status-types.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { WordMatches } from '../database/contains-text.ts'
import { countedFacts } from '../facts/counted-facts.ts'
import type { FactMetric } from '../facts/figures.ts'
import type { Actor } from '../session/actor.ts'
import { fillsOpening } from './openings-filled.ts'

export type ApplicationFilters = z.output<typeof applicationFilters> & {
  q?: string | undefined
  /** The conditions of `field`, from `withFieldConditions`. */
  byFields?: readonly RawBuilder<SqlBool>[]
  /** How `q` finds applications by custom fields, from `withFieldConditions`. */
  matches?: WordMatches | undefined
}

type Condition = RawBuilder<SqlBool>

/** Filters that exist as a pair `<name>From` and `<name>To`. */
type Dated = {
  [Name in keyof ApplicationFilters]: Name extends `${infer Prefix}From` ? Prefix : never
}[keyof ApplicationFilters]

function inRange(column: string, filters: ApplicationFilters, name: NonNullable<Dated>): Condition {
  const { [`${name}From` as const]: from, [`${name}To` as const]: to } = filters
  return sql`${sql.ref(column)} >= ${from ?? '-infinity'}::timestamptz
    and ${sql.ref(column)} < ${to ?? 'infinity'}::timestamptz`
}

/** Matches applications with a fact `f`: a figure counts the same facts, so its list has as many rows. */
function withFact(actor: Actor, metric: FactMetric, conditions: readonly Condition[]): Condition {
  return sql`applications.id in (
    select f.subject_id from facts f
    where f.workspace_id = ${actor.workspaceId} and f.metric = ${metric} and ${sql.join([...conditions], sql` and `)}
  )`
}

/** Restricts calls to those of some agents. */
function byCallers(callers: readonly string[]): Condition {
  const ids = callers.filter((caller) => caller !== 'none')
  const among = sql<SqlBool>`f.agent_id = any(${ids}::uuid[])`
  return callers.includes('none') ? sql`(f.agent_id is null or ${among})` : among
}

/** The columns of calls that filters by calls name. */
const columnsOfCalls = { queueId: 'calls.queue_id', campaignId: 'calls.campaign_id' } as const

/** Returns what restricts the facts `f` of calls to those that the filters by agent, call queue and voice campaign name. */
export function factsOfCalls(
  actor: Actor,
  filters: Pick<ApplicationFilters, 'callAgentId' | 'queueId' | 'campaignId'>,
): Condition[] {
  const conditions = filters.callAgentId?.length ? [byCallers(filters.callAgentId)] : []
  for (const name of ['queueId', 'campaignId'] as const)
    if (filters[name]?.length)
      // A call may get its queue after its facts, so they do not hold it.
      conditions.push(sql`f.row_id in (
        select calls.id from calls
        where calls.workspace_id = ${actor.workspaceId}
          and ${sql.ref(columnsOfCalls[name])} = any(${filters[name]}::uuid[])
      )`)
  return conditions
}

/**
 * Returns the filters that match what reports count. They must count the same way: the rows behind a figure are found
 * by them.
 */
export function reportConditions(filters: ApplicationFilters, actor: Actor): Condition[] {
  const conditions: Condition[] = []
  const isRequested = (name: NonNullable<Dated>) =>
    filters[`${name}From`] !== undefined || filters[`${name}To`] !== undefined
  const callers = factsOfCalls(actor, filters)
  const add = (metric: FactMetric, name: NonNullable<Dated>, ...more: Condition[]) =>
    conditions.push(withFact(actor, metric, [inRange('f.at', filters, name), ...more]))
  const called = (name: NonNullable<Dated>, counts: Condition) => {
    if (isRequested(name)) add('call', name, counts, ...callers)
  }

  if (filters.enteredType?.length || filters.enteredByImport !== undefined) {
    const isEntry = filters.enteredType?.length
      ? sql<SqlBool>`f.status_type = any(${filters.enteredType}::text[])`
      : sql<SqlBool>`f.status_type is not null`
    add('move', 'entered', isEntry, ...(filters.enteredByImport ? [sql<SqlBool>`f.imported`] : []))
    const isImported = () =>
      withFact(actor, 'move', [inRange('f.at', filters, 'entered'), isEntry, sql`f.imported`])
    if (filters.enteredByImport === false) conditions.push(sql`not ${isImported()}`)
  }
  if (filters.leftType?.length) add('move', 'left', sql`f.from_type = any(${filters.leftType}::text[])`)
  if (isRequested('moved')) add('move', 'moved', sql`f.moved`)
  if (isRequested('hired')) add('hired', 'hired')
  if (filters.reachedType && filters.reachedType !== 'lead')
    conditions.push(sql`applications.reached between ${statusTypeRank(filters.reachedType)} and 6`)
  if (filters.fillsOpening !== undefined) {
    const fills = fillsOpening(actor, filters)
    conditions.push(filters.fillsOpening ? fills : sql`not ${fills}`)
  }
  if (filters.decidedType?.length)
    add('ended', 'closed', sql`f.status_type = any(${filters.decidedType}::text[])`)
  for (const [name, column] of Object.entries({ agentId: 'calls.agent_id', ...columnsOfCalls } as const)) {
    const ids = filters[name as 'agentId' | keyof typeof columnsOfCalls]
    if (ids?.length)
      conditions.push(sql`applications.id in (
        select calls.application_id from calls
        where calls.workspace_id = ${actor.workspaceId} and ${sql.ref(column)} = any(${ids}::uuid[])
      )`)
  }
  called('spoken', sql`f.conversation`)
  called('converted', sql`f.converted`)
  called('called', sql`f.placed`)
  called('contactMade', sql`f.placed and f.conversation`)
  if (isRequested('firstSpoken')) add('first_conversation', 'firstSpoken')
  if (filters.attempts !== undefined)
    conditions.push(withFact(actor, 'first_conversation', [sql`f.value = ${filters.attempts}`]))
  if (isRequested('firstCalled')) add('first_call', 'firstCalled')
  if (filters.counted)
    conditions.push(sql`applications.id in (${countedFacts('subject_id', filters, actor, callers)})`)
  return conditions
}

/** Whether any of these filters reads facts. */
export function readFacts(filters: ApplicationFilters): boolean {
  return (Object.keys(filters) as (keyof ApplicationFilters)[]).some(
    (name) => filters[name] !== undefined && factFilters.test(name),
  )
}

const factFilters =
  /^(entered|left|moved|hired|decided|spoken|converted|called|contactMade|firstSpoken|firstCalled|attempts|counted)/
