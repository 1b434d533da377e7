import { type RawBuilder, sql } from 'kysely'
import { findHiddenFields, type NamedField, readFieldName } from '../custom-fields/hidden-names.ts'
import type { Database } from '../database/connect.ts'
import { applicationScope, seesAllApplications } from '../policies/application-policy.ts'
import { candidateScope } from '../policies/candidate-policy.ts'
import { companyScope } from '../policies/company-policy.ts'
import { positionScope } from '../policies/position-policy.ts'
import {
  columnName,
  contactColumns,
  isHarmless,
  permissionFor,
  type ViewFilters,
  viewRefusal,
} from '../policies/view-filters.ts'
import type { Actor } from '../session/actor.ts'

interface OwnedView extends ViewFilters {
  user_id: string
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Queries, by filter name, for the filter values that refer to something the actor may see. */
export function scopeQueries(
  actor: Actor,
): Record<string, (values: readonly string[]) => RawBuilder<{ value: string }>> {
  const { workspaceId } = actor
  const applications = sql`applications.workspace_id = ${workspaceId} and applications.deleted_at is null
    and ${applicationScope(actor)}`
  return {
    positionId: (ids) => sql`select positions.id as value from positions
      where positions.workspace_id = ${workspaceId} and positions.id = any(${ids}::uuid[]) and ${positionScope(actor)}`,
    companyId: (ids) => sql`select companies.id as value from companies
      where companies.workspace_id = ${workspaceId} and companies.id = any(${ids}::uuid[]) and ${companyScope(actor)}`,
    candidateId: (ids) => sql`select candidates.id as value from candidates
      where candidates.workspace_id = ${workspaceId} and candidates.id = any(${ids}::uuid[])
        and ${candidateScope(actor)}`,
    applicationId: (ids) => sql`select applications.id as value from applications
      where ${applications} and applications.id = any(${ids}::uuid[])`,
    statusId: (ids) => sql`select statuses.id as value from statuses
      join positions on positions.workspace_id = statuses.workspace_id and positions.id = statuses.position_id
      where statuses.workspace_id = ${workspaceId} and statuses.id = any(${ids}::uuid[]) and ${positionScope(actor)}`,
    source: (values) => sql`select distinct applications.source as value from applications
      where ${applications} and applications.source = any(${values}::text[])`,
    tag: (values) => sql`select distinct tag as value from applications, unnest(applications.tags) as tag
      where ${applications} and applications.tags && ${values}::text[] and tag = any(${values}::text[])`,
  }
}

/** Filters by ids that everyone with the permission may see, whatever their scope. */
const unscoped: readonly string[] = [
  'pipelineId',
  'ownerId',
  'reasonId',
  'importId',
  'agentId',
  'callAgentId',
  'queueId',
  'campaignId',
]

function valuesOf(name: string, value: string): string[] {
  return value.split(name === 'source' || name === 'tag' ? '\n' : ',').filter(Boolean)
}

/** Returns the values within the actor's scope for each filter, with one query per filter. */
async function findValues(db: Database, actor: Actor, views: readonly ViewFilters[]) {
  const valuesByFilter = new Map<string, Set<string>>()
  for (const { screen, query } of views)
    for (const [name, value] of Object.entries(query)) {
      if (screen === 'candidates') continue
      const known = valuesByFilter.get(name) ?? new Set()
      valuesByFilter.set(name, known)
      for (const each of valuesOf(name, value)) known.add(each)
    }
  const queries = Object.entries(scopeQueries(actor)).map(async ([name, query]) => {
    const isText = name === 'source' || name === 'tag'
    const values = [...(valuesByFilter.get(name) ?? [])].filter((value) => isText || uuid.test(value))
    if (values.length === 0) return [name, new Set<string>()] as const
    const { rows } = await query(values).execute(db)
    return [name, new Set(rows.map((row) => row.value))] as const
  })
  return new Map(await Promise.all(queries))
}

/**
 * Returns whether the actor's permissions cover the filters and columns of a colleague's view, whatever their scope.
 */
function mayLearn(actor: Actor, { query, columns }: ViewFilters): boolean {
  const needed = Object.entries(query).map(([name, value]) => permissionFor(name, value))
  if (columns.some((column) => contactColumns.includes(columnName(column)))) needed.push('contacts:read')
  return needed.every((permission) => permission === null || actor.permissions.has(permission))
}

const subjects = { applications: 'application', candidates: 'candidate', positions: 'position' } as const

/** Returns the custom fields that a view filters, sorts and groups by, or shows. */
function fieldsOf({ screen, query, columns }: ViewFilters): (NamedField | null)[] {
  const subject = subjects[screen as keyof typeof subjects]
  const { field = '', sort = '', countedIn = '' } = query
  const named = [...columns, sort, ...countedIn.split(/[\n,]/)].filter((text) => /^-?[a-z]+\./.test(text))
  return [...named, ...field.split('\n')].map((text) => readFieldName(text, subject))
}

/**
 * Returns the views the actor may use. Their own are left out if a list would refuse them. A colleague's view is also
 * left out if it filters by contact data, calls or rows that the actor may not see, or has custom fields that they may not
 * see. A user who sees only part of the
 * workspace gets views whose every value is within that part, and none with a search.
 */
export async function usableViews<View extends OwnedView>(
  db: Database,
  actor: Actor,
  views: readonly View[],
): Promise<View[]> {
  const isHidden = await findHiddenFields(db, actor)
  const usable = views.filter(
    (view) =>
      viewRefusal(actor, view) === null &&
      (view.user_id === actor.userId || (mayLearn(actor, view) && !isHidden(fieldsOf(view)))),
  )
  const scoped = usable.filter((view) => view.user_id !== actor.userId)
  if (seesAllApplications(actor) || scoped.length === 0) return usable
  const found = await findValues(db, actor, scoped)
  const isWithin = ({ screen, query }: View) =>
    Object.entries(query).every(([name, value]) => {
      if (isHarmless(screen, name)) return true
      if (screen === 'candidates') return false
      if (unscoped.includes(name)) return true
      const known = found.get(name)
      return known !== undefined && valuesOf(name, value).every((each) => known.has(each))
    })
  return usable.filter((view) => view.user_id === actor.userId || isWithin(view))
}
