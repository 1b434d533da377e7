import { applicationFilters } from '@muster/contract/application-filters.ts'
import { isStaff, mayFilterBy, maySeeColumn, maySortBy } from '@muster/contract/client-access.ts'
import type { Permission } from '@muster/contract/permissions.ts'
import type { savedViewScreens } from '@muster/contract/saved-views.ts'
import { t } from '#texts'
import type { Actor } from '../session/actor.ts'

type Screen = (typeof savedViewScreens)[number]

/** What of a view decides who may use it. */
export interface ViewFilters {
  screen: string
  query: Record<string, string>
  columns: readonly string[]
}

const opens: Record<Screen, Permission> = {
  applications: 'applications:read',
  candidates: 'candidates:read',
  positions: 'positions:read',
}

/** `createdWithin=7` is what a screen makes of `createdFrom`; `positionId` stays as it is. */
export function filterName(name: string): string {
  return name.replace(/Within$/, 'From')
}

/** What a column is called, without its width. */
export function columnName(column: string): string {
  return column.split(':')[0]!
}

const clientNames: Record<Exclude<Screen, 'applications'>, readonly string[]> = {
  candidates: ['q', 'sort', 'deleted'],
  positions: ['q', 'sort', 'positionId', 'companyId', 'pipelineId', 'ownerId', 'state', 'deleted'],
}

/** Whether a role may use a parameter of a screen. Those that no list knows change nothing for staff. */
function mayUse({ role }: Actor, screen: Screen, name: string, value: string): boolean {
  if (screen !== 'applications') return isStaff(role) || clientNames[screen].includes(name)
  if (name === 'sort') return maySortBy(role, value)
  return name === 'q' || mayFilterBy(role, filterName(name))
}

/** Why a list would refuse a view to the actor, or null. */
export function whyNotUse(actor: Actor, { screen: name, query, columns }: ViewFilters): string | null {
  const screen = name as Screen
  if (!actor.permissions.has(opens[screen])) return t`You may not open this screen`
  const showsDeleted = query.deleted === 'true' || query.deleted === '1'
  if (screen === 'applications' && showsDeleted && !actor.permissions.has('applications:delete'))
    return t`You may not see deleted applications`
  const filter = Object.entries(query).find(([each, value]) => !mayUse(actor, screen, each, value))?.[0]
  if (filter) return t`Your role may not filter by this: ${filter}`
  const column = columns.map(columnName).find((each) => !maySeeColumn(actor.role, each))
  if (column && screen === 'applications') return t`Your role may not see this column: ${column}`
  return null
}

/** Filters of applications that say something about calls. */
const ofCalls =
  /^(callbackDue|neverContacted|attempts|(contacted|spoken|converted|called|contactMade|firstSpoken|firstCalled)(From|To))$/

const needs: Partial<Record<string, Permission>> = {
  positionId: 'positions:read',
  positionState: 'positions:read',
  companyId: 'companies:read',
  pipelineId: 'pipelines:read',
  candidateId: 'candidates:read',
  importId: 'applications:import',
  agentId: 'agents:read',
  callAgentId: 'agents:read',
  // Names, addresses and numbers are searched for by it.
  q: 'contacts:read',
}

/** What somebody must hold to learn from a colleague's view that it filters by this. */
export function neededFor(name: string, value: string): Permission | null {
  const filter = filterName(name)
  if (filter === 'ownerId')
    return value.split(',').every((each) => each === 'me' || each === 'none') ? null : 'users:read'
  return needs[filter] ?? (ofCalls.test(filter) ? 'calls:read' : null)
}

/** Columns with contact data. */
export const contactColumns: readonly string[] = ['email', 'phone']

const applicationNames: readonly string[] = Object.keys(applicationFilters.shape)

/** Filters whose values say nothing about any row: fixed words, flags and days. */
export function saysNothing(screen: string, name: string): boolean {
  if (name === 'sort') return true
  if (screen === 'candidates') return ['doNotCall', 'deleted'].includes(name)
  if (screen === 'positions') return ['state', 'deleted'].includes(name)
  const filter = filterName(name)
  return applicationNames.includes(filter) && !/Id$/.test(filter) && !['q', 'source', 'tag'].includes(filter)
}
