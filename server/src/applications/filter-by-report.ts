import type { applicationFilters } from '@muster/contract/application-filters.ts'
import { statusTypeRank } from '@muster/contract/status-types.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { isConversation, isPlaced } from '../calls/count-calls.ts'
import type { Actor } from '../session/actor.ts'
import { fillsOpening } from './openings-filled.ts'

export type ApplicationFilters = z.output<typeof applicationFilters> & { q?: string | undefined }

type Condition = RawBuilder<SqlBool>

/** The names before `From` and `To`. */
type Dated = {
  [Name in keyof ApplicationFilters]: Name extends `${infer Prefix}From` ? Prefix : never
}[keyof ApplicationFilters]

const further = sql`array['qualified', 'submitted', 'interview', 'offer', 'hired']`

function during(column: string, filters: ApplicationFilters, name: NonNullable<Dated>): Condition {
  const { [`${name}From` as const]: from, [`${name}To` as const]: to } = filters
  return sql`${sql.ref(column)} >= ${from ?? '-infinity'}::timestamptz
    and ${sql.ref(column)} < ${to ?? 'infinity'}::timestamptz`
}

/** Those with a history in which something was not taken back. */
function inHistory(actor: Actor, condition: RawBuilder<unknown>): Condition {
  return sql`applications.id in (
    select l.application_id from activity_logs l
    where l.workspace_id = ${actor.workspaceId} and l.to_type is not null and l.reverted_at is null and ${condition}
  )`
}

function withCall(actor: Actor, conditions: readonly RawBuilder<unknown>[]): Condition {
  return sql`applications.id in (
    select calls.application_id from calls
    where calls.workspace_id = ${actor.workspaceId} and ${sql.join([...conditions], sql` and `)}
  )`
}

/** Left for another type: the next entry into one that was not taken back. */
function left(actor: Actor, filters: ApplicationFilters): Condition {
  return sql`applications.id in (
    select stay.application_id from (
      select l.application_id, l.to_type, lead(l.at) over (partition by l.application_id order by l.at, l.id) as left_at
      from activity_logs l
      where l.workspace_id = ${actor.workspaceId} and l.to_type is not null and l.reverted_at is null
        and l.from_type is distinct from l.to_type
        and l.application_id in (
          select o.application_id from activity_logs o
          where o.workspace_id = ${actor.workspaceId} and o.to_type is not null and o.reverted_at is null
            and ${during('o.at', filters, 'left')}
        )
    ) as stay
    where stay.to_type = any(${filters.leftType}::text[]) and ${during('stay.left_at', filters, 'left')}
  )`
}

/** The last hire, none after it. */
function lastHired(actor: Actor, filters: ApplicationFilters): Condition {
  const hire = sql`l.to_type = 'hired' and l.from_type is distinct from l.to_type`
  return sql`(${inHistory(actor, sql`${hire} and ${during('l.at', filters, 'hired')}`)}
    and not ${inHistory(actor, sql`${hire} and l.at >= ${filters.hiredTo ?? 'infinity'}::timestamptz`)})`
}

/** The first call that counts, none before it. */
function firstCall(
  actor: Actor,
  filters: ApplicationFilters,
  name: 'firstSpoken' | 'firstCalled',
  counts: Condition,
): Condition {
  const before = filters[`${name}From`] ?? '-infinity'
  return sql`(${withCall(actor, [counts, during('calls.started_at', filters, name)])}
    and not exists (
      select from calls
      where calls.workspace_id = applications.workspace_id and calls.application_id = applications.id
        and ${counts} and calls.started_at < ${before}::timestamptz
    ))`
}

function attempts(number: number): Condition {
  const ofIt = sql`calls.workspace_id = applications.workspace_id and calls.application_id = applications.id`
  return sql`(
    select count(*) from calls
    where ${ofIt} and ${isPlaced} and calls.started_at <= (
      select min(calls.started_at) from calls where ${ofIt} and ${isConversation}
    )
  ) = ${number}`
}

/** A conversation before the first arrival at qualified or beyond. A first move that starts there shows an earlier arrival. */
function movedOn(actor: Actor): Condition {
  return sql`(
    select case when l.from_type = any(${further}) then null else l.at end from activity_logs l
    where l.workspace_id = ${actor.workspaceId} and l.application_id = calls.application_id
      and l.to_type is not null and l.reverted_at is null and l.from_type is distinct from l.to_type
      and (l.to_type = any(${further}) or l.from_type = any(${further}))
    order by l.at, l.id limit 1
  ) > calls.started_at`
}

/** Those whose calls the filters about calls ask for. */
function ofCallers(callers: readonly string[]): Condition {
  const ids = callers.filter((caller) => caller !== 'none')
  const among = sql<SqlBool>`calls.agent_id = any(${ids}::uuid[])`
  return callers.includes('none') ? sql`(calls.agent_id is null or ${among})` : among
}

/** Filters that ask what reports count, and count it the same: the rows behind a figure are found by these. */
export function reportConditions(filters: ApplicationFilters, actor: Actor): Condition[] {
  const conditions: Condition[] = []
  const asked = (name: NonNullable<Dated>) =>
    filters[`${name}From`] !== undefined || filters[`${name}To`] !== undefined
  const callers = filters.callAgentId?.length ? [ofCallers(filters.callAgentId)] : []
  const called = (name: NonNullable<Dated>, ...counts: Condition[]) => {
    if (asked(name))
      conditions.push(withCall(actor, [...counts, ...callers, during('calls.started_at', filters, name)]))
  }

  if (filters.enteredType?.length)
    conditions.push(
      inHistory(
        actor,
        sql`l.to_type = any(${filters.enteredType}::text[]) and l.from_type is distinct from l.to_type
          and ${during('l.at', filters, 'entered')}`,
      ),
    )
  if (filters.leftType?.length) conditions.push(left(actor, filters))
  if (asked('moved'))
    conditions.push(
      inHistory(actor, sql`l.kind in ('moved', 'reopened') and ${during('l.at', filters, 'moved')}`),
    )
  if (asked('hired')) conditions.push(lastHired(actor, filters))
  if (filters.reachedType && filters.reachedType !== 'lead')
    conditions.push(sql`applications.reached between ${statusTypeRank(filters.reachedType)} and 6`)
  if (filters.fillsOpening !== undefined) {
    const fills = fillsOpening(actor, filters)
    conditions.push(filters.fillsOpening ? fills : sql`not ${fills}`)
  }
  if (filters.decidedType?.length)
    conditions.push(sql`applications.closed_at is not null and coalesce((
      select d.status_type from dispositions d
      where d.workspace_id = applications.workspace_id and d.application_id = applications.id
    ), applications.status_type) = any(${filters.decidedType}::text[])`)
  if (filters.agentId?.length)
    conditions.push(withCall(actor, [sql`calls.agent_id = any(${filters.agentId}::uuid[])`]))
  called('spoken', isConversation)
  called('converted', isConversation, movedOn(actor))
  called('called', isPlaced)
  called('contactMade', isPlaced, isConversation)
  if (asked('firstSpoken')) conditions.push(firstCall(actor, filters, 'firstSpoken', isConversation))
  if (filters.attempts !== undefined) conditions.push(attempts(filters.attempts))
  if (asked('firstCalled')) conditions.push(firstCall(actor, filters, 'firstCalled', isPlaced))
  return conditions
}
