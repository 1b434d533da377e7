import { applicationFilters } from '@muster/contract/application-filters.ts'
import { mayFilterBy } from '@muster/contract/client-access.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { t } from '#texts'
import { forbidden } from '../app-error.ts'
import { containsCandidateText } from '../candidates/contains-candidate-text.ts'
import { applicationFieldConditions } from '../custom-fields/filter-values.ts'
import { assertSeesGroups, countsByFields } from '../custom-fields/group-by-field.ts'
import { applicationMatches } from '../custom-fields/search-values.ts'
import type { Database } from '../database/connect.ts'
import { maySeeContacts } from '../policies/application-policy.ts'
import type { Actor } from '../session/actor.ts'
import { type ApplicationFilters, reportConditions } from './filter-by-report.ts'

function ownerIs(owners: readonly string[], actor: Actor): RawBuilder<SqlBool> {
  const ids = owners
    .filter((owner) => owner !== 'none')
    .map((owner) => (owner === 'me' ? actor.userId : owner))
  const among = sql<SqlBool>`applications.owner_id = any(${ids}::uuid[])`
  return owners.includes('none') ? sql<SqlBool>`(applications.owner_id is null or ${among})` : among
}

/**
 * Without the contact data permission, search must not match contact data, or one could guess an address letter by
 * letter.
 */
function searchText(actor: Actor): RawBuilder<unknown> {
  return maySeeContacts(actor) ? sql`applications.candidate_search` : sql`fold(applications.candidate_name)`
}

/** Matches by the disposition's reason, or closed without one. */
function reasonIs(actor: Actor, reasons: readonly string[]): RawBuilder<SqlBool> {
  const ids = reasons.filter((reason) => reason !== 'none')
  const hasDisposition = (condition: RawBuilder<unknown>) => sql<SqlBool>`applications.id in (
    select d.application_id from dispositions d where d.workspace_id = ${actor.workspaceId} and ${condition}
  )`
  const among = hasDisposition(sql`d.reason_id = any(${ids}::uuid[])`)
  return reasons.includes('none')
    ? sql<SqlBool>`(applications.closed_at is not null
        and (${among} or not ${hasDisposition(sql`d.reason_id is not null`)}))`
    : among
}

function positionsWhere(actor: Actor, condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return sql<SqlBool>`applications.position_id in (
    select p.id from positions p where p.workspace_id = ${actor.workspaceId} and ${condition}
  )`
}

const filterNames = Object.keys(applicationFilters.shape) as (keyof typeof applicationFilters.shape)[]

/** Refused rather than ignored: which rows a filter leaves would reveal what the rows themselves hide. */
function assertMayFilter(filters: ApplicationFilters, actor: Actor): void {
  for (const name of filterNames)
    if (filters[name] !== undefined && !mayFilterBy(actor.role, name))
      throw forbidden(t`Your role cannot use this filter: ${name}`)
}

/**
 * Returns the filters with what the definitions of custom fields are needed for: `field`, `countedIn` and `q`.
 * @throws VALIDATION on `field` and `countedIn`
 */
export async function withFieldConditions<Filters extends ApplicationFilters>(
  tx: Database,
  actor: Actor,
  filters: Filters,
): Promise<Filters> {
  assertMayFilter(filters, actor)
  await assertSeesGroups(tx, actor, filters.countedIn)
  return {
    ...filters,
    byFields: await applicationFieldConditions(tx, actor, filters.field),
    ...(filters.q && { matches: await applicationMatches(tx, actor, filters.q) }),
  }
}

/**
 * Returns each filter of the list as a condition on `applications`. Several values of one filter mean "any of".
 * @throws FORBIDDEN for a filter that the actor's role may not use, and for deleted applications without the permission
 * to restore them
 */
export function applicationConditions(filters: ApplicationFilters, actor: Actor): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = []
  const add = (condition: RawBuilder<SqlBool>) => conditions.push(condition)
  const anyOf = (column: string, values: readonly string[] | undefined, type: 'uuid' | 'text') => {
    if (values?.length === 1) add(sql`${sql.ref(column)} = ${values[0]}::${sql.raw(type)}`)
    else if (values?.length) add(sql`${sql.ref(column)} = any(${values}::${sql.raw(type)}[])`)
  }
  const between = (column: string, from: string | undefined, to: string | undefined) => {
    if (from) add(sql`${sql.ref(column)} >= ${from}::timestamptz`)
    if (to) add(sql`${sql.ref(column)} < ${to}::timestamptz`)
  }

  assertMayFilter(filters, actor)
  if (filters.deleted && !actor.permissions.has('applications:delete'))
    throw forbidden(t`You do not have permission to view deleted applications`)
  add(
    filters.deleted
      ? sql`applications.deleted_at > now() - interval '30 days'`
      : sql`applications.deleted_at is null`,
  )
  anyOf('applications.id', filters.applicationId, 'uuid')
  anyOf('applications.position_id', filters.positionId, 'uuid')
  anyOf('applications.candidate_id', filters.candidateId, 'uuid')
  anyOf('applications.status_id', filters.statusId, 'uuid')
  anyOf('applications.status_type', filters.statusType, 'text')
  anyOf('applications.source', filters.source, 'text')
  if (filters.sourceless !== undefined)
    add(
      filters.sourceless
        ? sql`coalesce(applications.source, '') = ''`
        : sql`coalesce(applications.source, '') <> ''`,
    )
  anyOf('applications.disposition', filters.disposition, 'text')
  if (filters.companyId?.length)
    add(positionsWhere(actor, sql`p.company_id = any(${filters.companyId}::uuid[])`))
  if (filters.positionState?.length)
    add(positionsWhere(actor, sql`p.state = any(${filters.positionState}::text[])`))
  if (filters.pipelineId?.length)
    add(positionsWhere(actor, sql`p.pipeline_id = any(${filters.pipelineId}::uuid[])`))
  if (filters.ownerId?.length) add(ownerIs(filters.ownerId, actor))
  if (filters.tag?.length) add(sql`applications.tags && ${filters.tag}::text[]`)
  if (filters.importId) add(sql`applications.import_id = ${filters.importId}`)
  if (filters.reasonId?.length) add(reasonIs(actor, filters.reasonId))
  // Late applications are open already. The planner would treat the repeated condition as independent and
  // expect hardly any rows.
  if (filters.open !== undefined && !(filters.open && filters.late))
    add(filters.open ? sql`applications.closed_at is null` : sql`applications.closed_at is not null`)
  if (filters.late !== undefined) {
    // Only open applications have a due date. Repeating the condition lets the partial index of open ones by
    // due date answer alone.
    add(
      filters.late
        ? sql`(applications.due_at <= now() and applications.closed_at is null)`
        : sql`(applications.due_at > now()) is not false`,
    )
  }
  if (filters.callbackDue !== undefined) {
    const due = sql<SqlBool>`coalesce(applications.callback_at, 'infinity') <= now()`
    add(filters.callbackDue ? due : sql`not ${due}`)
  }
  if (filters.neverContacted !== undefined)
    add(filters.neverContacted ? sql`applications.call_attempts = 0` : sql`applications.call_attempts > 0`)
  between('applications.created_at', filters.createdFrom, filters.createdTo)
  between('applications.applied_at', filters.appliedFrom, filters.appliedTo)
  between('applications.closed_at', filters.closedFrom, filters.closedTo)
  between('applications.callback_at', filters.callbackFrom, filters.callbackTo)
  between('applications.last_contact_at', filters.contactedFrom, filters.contactedTo)
  conditions.push(...reportConditions(filters, actor))
  // Reading the filters takes the definitions of the fields: a caller that forgets would return too much.
  if ((filters.field?.length || countsByFields(filters.countedIn)) && !filters.byFields)
    throw new Error('the filters by custom fields were not read')
  conditions.push(...(filters.byFields ?? []))
  if (filters.q) {
    if (!filters.matches) throw new Error('the search text was not read')
    add(containsCandidateText(searchText(actor), filters.q, filters.matches))
  }
  return conditions
}

/** Returns whether any filter is set. */
export function hasFilters(filters: ApplicationFilters): boolean {
  return Object.values(filters).some((value) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined,
  )
}

export function allOf(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}
