import { z } from 'zod'
import { activityKinds, activityLog } from './activity-logs.ts'
import { agent } from './agents.ts'
import { closing, dispositionKeys } from './dispositions.ts'
import { endpoint } from './endpoint.ts'
import { exportQuery } from './exports.ts'
import { flag, id, idParams, list, optionalText, timestamp, userRef, version } from './fields.ts'
import { lineName } from './names.ts'
import { listQuery, page, pageQuery } from './paging.ts'
import { stageInput } from './pipelines.ts'
import { statusTypeKeys } from './status-types.ts'

export const positionStates = ['open', 'on_hold', 'closed'] as const

/** One column of a position's board. */
export const status = z.object({
  id,
  positionId: id,
  name: z.string(),
  type: z.enum(statusTypeKeys),
  color: z.string(),
  slaDays: z.number().nullable(),
  order: z.int(),
  version: z.int(),
})

const countByType = z.object(
  Object.fromEntries(statusTypeKeys.map((type) => [type, z.int()])) as Record<
    (typeof statusTypeKeys)[number],
    z.ZodInt
  >,
)

export const position = z.object({
  id,
  name: z.string(),
  company: z.object({ id, name: z.string() }),
  pipeline: z.object({ id, name: z.string() }).nullable(),
  state: z.enum(positionStates),
  openings: z.int(),
  /** Openings filled: hires, at most the openings. `counts.hired` has all hires. */
  hired: z.int(),
  location: z.string().nullable(),
  description: z.string().nullable(),
  owner: userRef.nullable(),
  hiringManager: userRef.nullable(),
  openedAt: timestamp,
  closedAt: timestamp.nullable(),
  /** Applications by the type of the status they are in now. */
  counts: countByType,
  version: z.int(),
  createdAt: timestamp,
  updatedAt: timestamp,
  deletedAt: timestamp.nullable(),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
})

export const positionDetails = position.extend({
  statuses: z.array(status),
  /** Applications that came as far as a type or further, wherever they are now; of `closed`, those in it. */
  reached: countByType,
})

const positionInput = z.object({
  name: lineName(200),
  companyId: id,
  openings: z.int().min(1).max(10_000).optional(),
  state: z.enum(positionStates).optional(),
  location: optionalText(300),
  description: optionalText(20_000),
  ownerId: id.nullish(),
  hiringManagerId: id.nullish(),
})

const positionSorts = ['-createdAt', 'createdAt', 'name', '-name', 'company', '-company'] as const

const positionFilters = z.object({
  /** Only these. */
  positionId: list(id),
  companyId: list(id),
  pipelineId: list(id),
  state: list(z.enum(positionStates)),
  ownerId: list(id),
  deleted: flag,
})

export const listPositions = endpoint({
  name: 'listPositions',
  tag: 'Positions',
  summary: 'List positions with counts by status type',
  method: 'GET',
  path: '/positions/',
  permission: 'positions:read',
  query: pageQuery(positionSorts).extend(positionFilters.shape),
  response: page(position),
})

/** The columns of an export, in the order they have unless others are named. */
export const positionExportColumns = [
  'name',
  'company',
  'state',
  'openings',
  'openingsFilled',
  'location',
  'owner',
  'hiringManager',
  'pipeline',
  'lead',
  'contacted',
  'qualified',
  'submitted',
  'interview',
  'offer',
  'hired',
  'closed',
  'openedAt',
  'closedAt',
  'created',
  'id',
] as const

/** All positions that match, as a CSV or XLSX file. Takes the right to see positions too. */
export const exportPositions = endpoint({
  name: 'exportPositions',
  tag: 'Positions',
  summary: 'Export positions',
  method: 'GET',
  path: '/positions/export/',
  permission: 'applications:export',
  query: listQuery(positionSorts)
    .extend(positionFilters.shape)
    .extend(exportQuery(positionExportColumns).shape),
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

/** Opens a position. Its statuses are copied from the pipeline (the default one when none is named), or given. */
export const createPosition = endpoint({
  name: 'createPosition',
  tag: 'Positions',
  summary: 'Open a position',
  method: 'POST',
  path: '/positions/',
  permission: 'positions:write',
  body: positionInput.extend({
    pipelineId: id.nullish(),
    statuses: z.array(stageInput).min(2).max(30).optional(),
  }),
  response: positionDetails,
  status: 201,
  errors: ['PLAN_LIMIT'],
})

export const getPosition = endpoint({
  name: 'getPosition',
  tag: 'Positions',
  summary: 'Get a position with its statuses',
  method: 'GET',
  path: '/positions/{id}/',
  permission: 'positions:read',
  params: idParams,
  response: positionDetails,
})

/** As an application of a position that closes may end: nobody is hired by it. */
export const closingDispositions = dispositionKeys.filter((kind) => kind !== 'hired')

/** What becomes of the applications still open on a position that closes. */
const openApplications = z.discriminatedUnion('action', [
  z.object({ action: z.literal('leave') }),
  closing.extend({
    action: z.literal('close'),
    disposition: z.enum(closingDispositions).default('position_closed'),
  }),
])

/**
 * Changes a position. With `state: "closed"`, `openApplications` says what becomes of its open applications: `leave`
 * (also when left out) leaves them open, `close` closes those the caller sees, in the same transaction and as one batch
 * that `undoBatch` undoes, and takes the right `applications:close`. It may be sent again for a position that is closed
 * already, and is a VALIDATION for one that is not.
 *
 * Time to fill starts at `openedAt`: VALIDATION for one in the future, after the position closed or after the first hire
 * on it.
 */
export const updatePosition = endpoint({
  name: 'updatePosition',
  tag: 'Positions',
  summary: 'Change a position',
  method: 'PATCH',
  alsoPut: true,
  path: '/positions/{id}/',
  permission: 'positions:write',
  params: idParams,
  body: positionInput.partial().extend({
    openedAt: timestamp.optional(),
    version: version.optional(),
    openApplications: openApplications.optional(),
  }),
  response: positionDetails.extend({
    /** What `openApplications` did; null where it closed nothing or was left out. `left` are still open. */
    closedApplications: z.object({ closed: z.int(), left: z.int(), batchId: id.nullable() }).nullable(),
  }),
  errors: ['PLAN_LIMIT', 'CONFLICT'],
})

/** Deletes a position; restorable for 30 days. CONFLICT while it has open applications. */
export const deletePosition = endpoint({
  name: 'deletePosition',
  tag: 'Positions',
  summary: 'Delete a position',
  method: 'DELETE',
  path: '/positions/{id}/',
  permission: 'positions:write',
  params: idParams,
  status: 204,
  errors: ['CONFLICT'],
})

export const restorePosition = endpoint({
  name: 'restorePosition',
  tag: 'Positions',
  summary: 'Restore a deleted position',
  method: 'POST',
  path: '/positions/{id}/restore/',
  permission: 'positions:write',
  params: idParams,
  response: positionDetails,
  errors: ['PLAN_LIMIT', 'CONFLICT'],
})

/** Makes a new open position with the same fields and statuses, and no applications. */
export const copyPosition = endpoint({
  name: 'copyPosition',
  tag: 'Positions',
  summary: 'Copy a position',
  method: 'POST',
  path: '/positions/{id}/copy/',
  permission: 'positions:write',
  params: idParams,
  body: z.object({ name: lineName(200).optional(), companyId: id.optional() }).optional(),
  response: positionDetails,
  status: 201,
  errors: ['PLAN_LIMIT'],
})

export const listStatuses = endpoint({
  name: 'listStatuses',
  tag: 'Positions',
  summary: "List a position's statuses in order",
  method: 'GET',
  path: '/positions/{id}/statuses/',
  permission: 'positions:read',
  params: idParams,
  response: z.object({ items: z.array(status) }),
})

export const createStatus = endpoint({
  name: 'createStatus',
  tag: 'Positions',
  summary: 'Add a status to a position',
  method: 'POST',
  path: '/positions/statuses/',
  permission: 'positions:write',
  body: stageInput.extend({ positionId: id, order: z.int().min(0).max(30).optional() }),
  response: status,
  status: 201,
  errors: ['CONFLICT'],
})

/** Renames, recolours or changes a status. Its type can change only while no application is in it. */
export const updateStatus = endpoint({
  name: 'updateStatus',
  tag: 'Positions',
  summary: 'Change a status',
  method: 'PATCH',
  alsoPut: true,
  path: '/positions/statuses/{id}/',
  permission: 'positions:write',
  params: idParams,
  body: stageInput.partial().extend({ version: version.optional() }),
  response: status,
  errors: ['CONFLICT'],
})

/**
 * Deletes a status. Its applications go to `moveTo`, in the same order, each with a log; CONFLICT when it has
 * applications and no `moveTo`, or when it is the last `closed` one.
 */
export const deleteStatus = endpoint({
  name: 'deleteStatus',
  tag: 'Positions',
  summary: 'Delete a status and move its applications',
  method: 'DELETE',
  path: '/positions/statuses/{id}/',
  permission: 'positions:write',
  params: idParams,
  query: z.object({ moveTo: id.optional() }),
  body: z.object({ moveTo: id.optional() }).nullish(),
  status: 204,
  errors: ['CONFLICT'],
})

/**
 * Brings a deleted status back to its place, within 30 days. Applications its deletion moved come back with it, if
 * the caller deleted it and nobody changed them since. CONFLICT when its name is taken meanwhile.
 */
export const restoreStatus = endpoint({
  name: 'restoreStatus',
  tag: 'Positions',
  summary: 'Restore a deleted status',
  method: 'POST',
  path: '/positions/statuses/{id}/restore/',
  permission: 'positions:write',
  params: idParams,
  response: status,
  errors: ['CONFLICT'],
})

/** Puts the statuses in a new order: the full list of the position's status ids (bare or in `statusIds`), else VALIDATION. */
export const orderStatuses = endpoint({
  name: 'orderStatuses',
  tag: 'Positions',
  summary: "Reorder a position's statuses",
  method: 'PATCH',
  alsoPut: true,
  path: '/positions/{id}/statuses/order/',
  permission: 'positions:write',
  params: idParams,
  body: z.union([z.object({ statusIds: z.array(id).max(100) }), z.array(id).max(100)]),
  response: z.object({ items: z.array(status) }),
})

/** What happened to a position's applications, newest first; of those the caller may see. */
export const listPositionActivity = endpoint({
  name: 'listPositionActivity',
  tag: 'Positions',
  summary: "List the activity on a position's applications",
  method: 'GET',
  path: '/positions/{id}/activity/',
  permission: 'applications:read',
  params: idParams,
  query: pageQuery(['-at']).extend({ kind: list(z.enum(activityKinds)) }),
  response: page(activityLog.extend({ application: z.object({ id, candidateName: z.string() }) })),
})

/** Who works on a position: the agents that call for it, and the colleagues who did anything on it in 28 days. */
export const getPositionPeople = endpoint({
  name: 'getPositionPeople',
  tag: 'Positions',
  summary: 'Get who works on a position',
  method: 'GET',
  path: '/positions/{id}/people/',
  permission: 'positions:read',
  params: idParams,
  response: z.object({
    agents: z.array(agent.pick({ id: true, name: true, kind: true, status: true })),
    /** Those who did most first. */
    active: z.array(userRef.extend({ actions: z.int(), lastAt: timestamp })),
  }),
})
