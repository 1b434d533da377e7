import type { callFilters } from '@muster/contract/calls.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { allOf, applicationConditions, hasFilters } from '../applications/filter-applications.ts'
import type { ApplicationFilters } from '../applications/filter-by-report.ts'
import { countsByFields } from '../custom-fields/group-by-field.ts'
import { countedFacts } from '../facts/counted-facts.ts'
import { applicationScope } from '../policies/application-policy.ts'
import { callScope } from '../policies/call-policy.ts'
import type { Actor } from '../session/actor.ts'
import { isAnswered, isConversation, isPlaced } from './count-calls.ts'

export type CallFilters = z.output<typeof callFilters> &
  Pick<ApplicationFilters, 'q' | 'matches' | 'byFields'>

/** Returns the filters of the call's application. */
function pickFilters(filters: CallFilters) {
  const { positionId, positionState, companyId, pipelineId, ownerId, source, sourceless, tag } = filters
  const { statusType, disposition, reasonId, open, applicationField: field } = filters
  const ofPosition = { positionId, positionState, companyId, pipelineId }
  return { ...ofPosition, ownerId, source, sourceless, tag, statusType, disposition, reasonId, open, field }
}

/** Matches calls of matching applications. Calls without an application never match. */
function ofApplications(filters: CallFilters, actor: Actor): RawBuilder<SqlBool> {
  const { q, matches, byFields } = filters
  const ofApplication = { q, matches, byFields, ...pickFilters(filters) }
  return sql<SqlBool>`calls.application_id in (
    select applications.id from applications
    where applications.workspace_id = ${actor.workspaceId} and ${applicationScope(actor)}
      and ${allOf(applicationConditions(ofApplication, actor))}
  )`
}

/** Returns the weekday or the hour at which a call started, in a time zone. */
export function startedPart(part: 'isodow' | 'hour', timezone: string): RawBuilder<number> {
  return sql<number>`extract(${sql.raw(part)} from calls.started_at at time zone ${timezone})::int`
}

/** Returns each filter of the list as a condition on `calls`, after the condition for what the actor may see. */
export function callConditions(filters: CallFilters, actor: Actor): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = [callScope(actor)]
  const add = (condition: RawBuilder<SqlBool>) => conditions.push(condition)
  const anyOf = (column: string, values: readonly string[] | undefined, type: 'uuid' | 'text') => {
    if (!values?.length) return
    const among = sql<SqlBool>`${sql.ref(column)} = any(${values.filter((value) => value !== 'none')}::${sql.raw(type)}[])`
    add(values.includes('none') ? sql`(${sql.ref(column)} is null or ${among})` : among)
  }
  const is = (condition: RawBuilder<SqlBool>, wanted: boolean | undefined) => {
    // Without an end reason the condition is null.
    if (wanted !== undefined) add(wanted ? condition : sql`${condition} is not true`)
  }
  const timezone = filters.timezone ?? actor.workspace.timezone
  if (filters.applicationId) add(sql`calls.application_id = ${filters.applicationId}`)
  if (filters.candidateId) add(sql`calls.candidate_id = ${filters.candidateId}`)
  anyOf('calls.agent_id', filters.agentId, 'uuid')
  anyOf('calls.campaign_id', filters.campaignId, 'uuid')
  anyOf('calls.queue_id', filters.queueId, 'uuid')
  if (filters.loggedBy)
    add(
      filters.loggedBy === 'none' ? sql`calls.logged_by is null` : sql`calls.logged_by = ${filters.loggedBy}`,
    )
  is(sql`(calls.cost_minor is not null and calls.currency is not null)`, filters.withCost)
  // The caller of an inbound call is a candidate, whose number the user may not know.
  if (filters.fromNumber)
    add(
      filters.fromNumber === 'none'
        ? sql`(calls.direction = 'outbound' and calls.from_number is null)`
        : sql`(calls.direction = 'outbound' and calls.from_number = ${filters.fromNumber})`,
    )
  anyOf('calls.lifecycle', filters.lifecycle, 'text')
  anyOf('calls.end_reason', filters.endReason, 'text')
  anyOf('calls.outcome', filters.outcome, 'text')
  if (filters.direction) add(sql`calls.direction = ${filters.direction}`)
  is(isPlaced, filters.placed)
  is(isAnswered, filters.answered)
  is(isConversation, filters.conversation)
  if (filters.startedFrom) add(sql`calls.started_at >= ${filters.startedFrom}::timestamptz`)
  if (filters.startedTo) add(sql`calls.started_at < ${filters.startedTo}::timestamptz`)
  if (filters.weekday?.length)
    add(sql`${startedPart('isodow', timezone)} = any(${filters.weekday.map(Number)}::int[])`)
  if (filters.hour?.length)
    add(sql`${startedPart('hour', timezone)} = any(${filters.hour.map(Number)}::int[])`)
  // A caller that forgets to read the fields would return too much.
  if (countsByFields(filters.countedIn) && !filters.byFields)
    throw new Error('the filters by custom fields were not read')
  if (filters.counted) add(sql`calls.id in (${countedFacts('row_id', filters, actor)})`)
  if (filters.q || hasFilters(pickFilters(filters))) add(ofApplications(filters, actor))
  return conditions
}
