import { type RawBuilder, sql } from 'kysely'
import { applicationScope, seesAllApplications } from '../applications/application-policy.ts'
import { candidateScope } from '../candidates/candidate-policy.ts'
import { companyScope } from '../companies/company-policy.ts'
import type { Database } from '../database/connect.ts'
import { positionScope } from '../positions/position-policy.ts'
import type { Actor } from '../session/actor.ts'
import {
  columnName,
  contactColumns,
  neededFor,
  saysNothing,
  type ViewFilters,
  whyNotUse,
} from './view-filters.ts'

interface OwnedView extends ViewFilters {
  user_id: string
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Which of the values of a filter stand for something the actor may see; by the name of the filter. */
function lookUps(actor: Actor): Record<string, (values: readonly string[]) => RawBuilder<{ value: string }>> {
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

/** Ids of what everyone with the permission sees all of, whatever their scope. */
const unscoped: readonly string[] = [
  'pipelineId',
  'ownerId',
  'reasonId',
  'importId',
  'agentId',
  'callAgentId',
]

function valuesOf(name: string, value: string): string[] {
  return value.split(name === 'source' || name === 'tag' ? '\n' : ',').filter(Boolean)
}

/** For each filter of the views, the values that are within the actor's scope: each filter is looked up once. */
async function findValues(db: Database, actor: Actor, views: readonly ViewFilters[]) {
  const asked = new Map<string, Set<string>>()
  for (const { screen, query } of views)
    for (const [name, value] of Object.entries(query)) {
      if (screen === 'candidates') continue
      const known = asked.get(name) ?? new Set()
      asked.set(name, known)
      for (const each of valuesOf(name, value)) known.add(each)
    }
  const queries = Object.entries(lookUps(actor)).map(async ([name, query]) => {
    const isText = name === 'source' || name === 'tag'
    const values = [...(asked.get(name) ?? [])].filter((value) => isText || uuid.test(value))
    if (values.length === 0) return [name, new Set<string>()] as const
    const { rows } = await query(values).execute(db)
    return [name, new Set(rows.map((row) => row.value))] as const
  })
  return new Map(await Promise.all(queries))
}

/** Whether the actor may learn what a colleague filters by, wherever in the workspace that is. */
function mayLearn(actor: Actor, { query, columns }: ViewFilters): boolean {
  const needed = Object.entries(query).map(([name, value]) => neededFor(name, value))
  if (columns.some((column) => contactColumns.includes(columnName(column)))) needed.push('contacts:read')
  return needed.every((permission) => permission === null || actor.permissions.has(permission))
}

/**
 * Of views the actor may know of, those they may use. Their own are left out when a list would refuse them. A colleague's
 * view is also left out when it filters by contact data, calls or rows that the actor may not see; somebody who sees part
 * of the workspace gets those whose every value is within that part, and none with a search.
 */
export async function usableViews<View extends OwnedView>(
  db: Database,
  actor: Actor,
  views: readonly View[],
): Promise<View[]> {
  const usable = views.filter(
    (view) => whyNotUse(actor, view) === null && (view.user_id === actor.userId || mayLearn(actor, view)),
  )
  const scoped = usable.filter((view) => view.user_id !== actor.userId)
  if (seesAllApplications(actor) || scoped.length === 0) return usable
  const found = await findValues(db, actor, scoped)
  const isWithin = ({ screen, query }: View) =>
    Object.entries(query).every(([name, value]) => {
      if (saysNothing(screen, name)) return true
      if (screen === 'candidates') return false
      if (unscoped.includes(name)) return true
      const known = found.get(name)
      return known !== undefined && valuesOf(name, value).every((each) => known.has(each))
    })
  return usable.filter((view) => view.user_id === actor.userId || isWithin(view))
}
