import { applicationFilters } from '@muster/contract/application-filters.ts'
import { isStaff, mayFilterBy, maySeeColumn, maySortBy } from '@muster/contract/client-access.ts'
import type { Permission } from '@muster/contract/permissions.ts'
import type { savedViewScreens } from '@muster/contract/saved-views.ts'
import { t } from '#texts'
import type { Actor } from '../session/actor.ts'

type Screen = (typeof savedViewScreens)[number]

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

/**
 * Returns the filter's name in the API: screens write `createdFrom` as `createdWithin=7`. `positionId` stays as it is.
 */
export function filterName(name: string): string {
  return name.replace(/Within$/, 'From')
}

export function columnName(column: string): string {
  return column.split(':')[0]!
}

const clientNames: Record<Exclude<Screen, 'applications'>, readonly string[]> = {
  candidates: ['q', 'sort', 'deleted'],
  positions: ['q', 'sort', 'positionId', 'companyId', 'pipelineId', 'ownerId', 'state', 'deleted'],
}

/** Returns whether a role may use a screen's parameter. Parameters that no list knows are harmless for staff. */
function mayUse({ role }: Actor, screen: Screen, name: string, value: string): boolean {
  if (screen !== 'applications') return isStaff(role) || clientNames[screen].includes(name)
  if (name === 'sort') return maySortBy(role, value)
  return name === 'q' || mayFilterBy(role, filterName(name))
}

/** Returns why a list would refuse the view, or null. */
export function viewRefusal(actor: Actor, { screen: name, query, columns }: ViewFilters): string | null {
  const screen = name as Screen
  if (!actor.permissions.has(opens[screen])) return t`You do not have permission to open this page`
  const showsDeleted = query.deleted === 'true' || query.deleted === '1'
  if (screen === 'applications' && showsDeleted && !actor.permissions.has('applications:delete'))
    return t`You do not have permission to view deleted applications`
  const filter = Object.entries(query).find(([each, value]) => !mayUse(actor, screen, each, value))?.[0]
  if (filter) return t`Your role cannot use this filter: ${filter}`
  const column = columns.map(columnName).find((each) => !maySeeColumn(actor.role, each))
  if (column && screen === 'applications') return t`Your role cannot view this column: ${column}`
  return null
}

/** Application filters that reveal something about calls. */
const callFilters =
  /^(callbackDue|neverContacted|attempts|(callback|contacted|spoken|converted|called|contactMade|firstSpoken|firstCalled)(From|To))$/

const needs: Partial<Record<string, Permission>> = {
  positionId: 'positions:read',
  positionState: 'positions:read',
  companyId: 'companies:read',
  pipelineId: 'pipelines:read',
  candidateId: 'candidates:read',
  importId: 'applications:import',
  agentId: 'agents:read',
  callAgentId: 'agents:read',
  queueId: 'calls:read',
  campaignId: 'calls:read',
  counted: 'reports:read',
  countedIn: 'reports:read',
  // The search matches names, emails and phone numbers.
  q: 'contacts:read',
}

/** Returns the permission needed to learn that a colleague's view filters by this. */
export function permissionFor(name: string, value: string): Permission | null {
  const filter = filterName(name)
  if (filter === 'ownerId')
    return value.split(',').every((each) => each === 'me' || each === 'none') ? null : 'users:read'
  return needs[filter] ?? (callFilters.test(filter) ? 'calls:read' : null)
}

export const contactColumns: readonly string[] = ['email', 'phone']

const applicationNames: readonly string[] = Object.keys(applicationFilters.shape)

/** Returns whether a filter's values reveal nothing about any row: fixed words, flags and days. */
export function isHarmless(screen: string, name: string): boolean {
  if (name === 'sort') return true
  if (screen === 'candidates') return ['doNotCall', 'deleted'].includes(name)
  if (screen === 'positions') return ['state', 'deleted'].includes(name)
  const filter = filterName(name)
  return (
    applicationNames.includes(filter) &&
    !/Id$/.test(filter) &&
    !['q', 'source', 'tag', 'field', 'countedIn'].includes(filter)
  )
}
