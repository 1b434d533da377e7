import type { applicationFilters, applicationSorts } from './application-filters.ts'
import type { AnyGrouping, Measure } from './measures.ts'
import type { Role } from './permissions.ts'
import { statusTypeKeys } from './status-types.ts'

/** Reports whether a role works for the workspace. A client reviewer works for one of its clients. */
export function isStaff(role: Role): boolean {
  return role !== 'client_reviewer'
}

/**
 * What a client reviewer may see, whatever permissions were granted. Tags, sources, imports, callbacks and calls are
 * for staff. These are allowlists, so a new filter, sort or column is for staff until it is added here.
 */
export const clientFilters = [
  'applicationId',
  'positionId',
  'positionState',
  'companyId',
  'pipelineId',
  'candidateId',
  'statusId',
  'statusType',
  'ownerId',
  'disposition',
  'reasonId',
  'decidedType',
  'open',
  'late',
  'createdFrom',
  'createdTo',
  'appliedFrom',
  'appliedTo',
  'closedFrom',
  'closedTo',
  'enteredType',
  'enteredFrom',
  'enteredTo',
  'reachedType',
  'leftType',
  'leftFrom',
  'leftTo',
  'movedFrom',
  'movedTo',
  'hiredFrom',
  'hiredTo',
  'fillsOpening',
  'deleted',
] as const satisfies readonly (keyof typeof applicationFilters.shape)[]

export const clientSorts = [
  '-lastActivityAt',
  'lastActivityAt',
  '-createdAt',
  'createdAt',
  '-appliedAt',
  'appliedAt',
  'candidate',
  '-candidate',
  'enteredStatusAt',
  '-enteredStatusAt',
  'dueAt',
] as const satisfies readonly (typeof applicationSorts)[number][]

/** The columns of the list of applications. */
export const clientColumns = [
  'candidate',
  'position',
  'status',
  'inStatus',
  'owner',
  'disposition',
  'applied',
  'created',
  'lastActivity',
] as const

const clientPersonColumns = ['candidate', 'location', 'currentCompany', 'currentTitle', 'consent'] as const

/**
 * The columns of exports, by what is exported. All other exports are for staff. Marked as pure, so that the web app's first
 * load, which needs `isStaff` alone, leaves it out.
 */
export const clientExportColumns: Partial<Record<string, readonly string[]>> = /* @__PURE__ */ (() => ({
  applications: [
    ...clientPersonColumns,
    'position',
    'company',
    'status',
    'statusType',
    'enteredStatus',
    'due',
    'owner',
    'disposition',
    'reason',
    'closed',
    'applied',
    'created',
    'lastActivity',
    'candidateId',
    'id',
  ],
  candidates: [...clientPersonColumns, 'applicationCount', 'addedAt', 'candidateId'],
  companies: [
    'name',
    'website',
    'contactName',
    'contactEmail',
    'contactPhone',
    'openPositions',
    'openApplications',
    'created',
    'id',
  ],
  positions: [
    'name',
    'company',
    'state',
    'openings',
    'openingsFilled',
    'location',
    'owner',
    'hiringManager',
    'pipeline',
    ...statusTypeKeys,
    'openedAt',
    'closedAt',
    'created',
    'id',
  ],
  users: ['name', 'email', 'role', 'status', 'company', 'lastSeen', 'created', 'id'],
}))()

function includes(allowed: readonly string[], role: Role, name: string): boolean {
  return isStaff(role) || allowed.includes(name)
}

/** Reports whether a role may use a filter of `applicationFilters`. */
export function mayFilterBy(role: Role, name: string): boolean {
  return includes(clientFilters, role, name)
}

/** Reports whether a role may sort by one of `applicationSorts`. */
export function maySortBy(role: Role, sort: string): boolean {
  return includes(clientSorts, role, sort)
}

/** Reports whether a role may see a column of the list of applications. */
export function maySeeColumn(role: Role, column: string): boolean {
  return includes(clientColumns, role, column)
}

/**
 * What of a report can be emailed to client reviewers. Calls, sources and what happened before candidates were submitted are for
 * staff.
 */
const clientMeasures: readonly Measure[] = [
  'submitted',
  'interviews',
  'offers',
  'hired',
  'closedWithoutHire',
  'interviewConversion',
  'offerConversion',
  'hiredConversion',
  'offerAcceptance',
  'declineRate',
  'timeToFill',
]

const clientGroupings: readonly AnyGrouping[] = [
  'position',
  'company',
  'disposition',
  'reason',
  'day',
  'week',
  'month',
  'weekday',
]

/** Reports whether a role may get a report of a measure by some groupings, narrowed by the named filters. */
export function mayGetReport(
  role: Role,
  measure: Measure,
  groupings: readonly AnyGrouping[],
  filters: readonly string[],
): boolean {
  if (isStaff(role)) return true
  return (
    clientMeasures.includes(measure) &&
    groupings.every((grouping) => clientGroupings.includes(grouping)) &&
    filters.every((name) => mayFilterBy(role, name))
  )
}
