import { z } from 'zod'
import { activityKinds, activityLog } from './activity-logs.ts'
import { agent } from './agents.ts'
import { closing, dispositionKeys } from './dispositions.ts'
import { endpoint } from './endpoint.ts'
import { fieldExportQuery } from './exports.ts'
import { fieldFilter, fieldValues, fieldValuesInput } from './field-values.ts'
import { flag, id, idParams, list, optionalText, timestamp, userRef, version } from './fields.ts'
import { lineName } from './names.ts'
import { listQuery, page, pageQuery } from './paging.ts'
import { stageInput } from './pipelines.ts'
import { positionStates } from './position-states.ts'
import { statusTypeKeys } from './status-types.ts'

/** One column of a position's board. */
export const status = z.object({
  id,
  positionId: id,
  name: z.string(),
  type: z.enum(statusTypeKeys),
  color: z.string(),
  slaDays: z.number().nullable(),
  order: z.int(),
  version: z.int().describe('Raised by each change. Send it back to change only what you have read.'),
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
  hired: z.int().describe('Openings filled: hires, at most the openings. `counts.hired` has all hires.'),
  location: z.string().nullable(),
  description: z.string().nullable(),
  owner: userRef.nullable(),
  hiringManager: userRef.nullable(),
  openedAt: timestamp,
  closedAt: timestamp.nullable(),
  customFields: fieldValues,
  counts: countByType.describe('Applications by the type of their current status'),
  version: z.int().describe('Raised by each change. Send it back to change only what you have read.'),
  createdAt: timestamp,
  updatedAt: timestamp,
  deletedAt: timestamp.nullable(),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
})

export const positionDetails = position.extend({
  statuses: z.array(status),
  reached: countByType.describe(
    'Applications that reached a type or beyond, whatever their current status. For `closed`, those in it',
  ),
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
  customFields: fieldValuesInput.optional(),
})

const positionSorts = ['-createdAt', 'createdAt', 'name', '-name', 'company', '-company'] as const

const positionFilters = z.object({
  positionId: list(id).describe('Only these'),
  companyId: list(id),
  pipelineId: list(id),
  state: list(z.enum(positionStates)).describe('In one of these states'),
  ownerId: list(id),
  deleted: flag.describe('true: deleted ones instead'),
  field: fieldFilter,
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

/** The columns of an export in their default order. */
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

export const exportPositions = endpoint({
  name: 'exportPositions',
  tag: 'Positions',
  summary: 'Export positions',
  description: 'Exports all matching positions as CSV or XLSX. Also requires `positions:read`.',
  method: 'GET',
  path: '/positions/export/',
  permission: 'applications:export',
  query: listQuery(positionSorts)
    .extend(positionFilters.shape)
    .extend(fieldExportQuery(positionExportColumns).shape),
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

export const createPosition = endpoint({
  name: 'createPosition',
  tag: 'Positions',
  summary: 'Create a position',
  description:
    'Creates a position. Its statuses are given, or copied from the pipeline (the default one unless another ' +
    'is given).',
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

/** The dispositions for a closing position's applications: closing it hires nobody. */
export const closingDispositions = dispositionKeys.filter((kind) => kind !== 'hired')

/** What happens to the open applications of a closing position. */
const openApplications = z.discriminatedUnion('action', [
  z.object({ action: z.literal('leave') }),
  closing.extend({
    action: z.literal('close'),
    disposition: z.enum(closingDispositions).default('position_closed'),
  }),
])

export const updatePosition = endpoint({
  name: 'updatePosition',
  tag: 'Positions',
  summary: 'Change a position',
  description:
    'Changes a position. With `state: "closed"`, `openApplications` decides about its open applications: ' +
    '`leave` (the default) leaves them open; `close` closes those that the caller sees, in the same ' +
    'transaction and as one batch for `undoBatch`, and requires `applications:close`. It may be sent again ' +
    'for a closed position, and is a VALIDATION for one that is not closed.\n\n' +
    'Time to fill starts at `openedAt`: VALIDATION for a time in the future, after the position closed or ' +
    'after its first hire.',
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
    closedApplications: z
      .object({ closed: z.int(), left: z.int(), batchId: id.nullable() })
      .nullable()
      .describe(
        'What `openApplications` did; null if it closed nothing or was left out. `left` are still open.',
      ),
  }),
  errors: ['PLAN_LIMIT', 'CONFLICT'],
})

export const deletePosition = endpoint({
  name: 'deletePosition',
  tag: 'Positions',
  summary: 'Delete a position',
  description:
    'Deletes a position, which can be restored for 30 days. CONFLICT while it has open applications.',
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

export const copyPosition = endpoint({
  name: 'copyPosition',
  tag: 'Positions',
  summary: 'Copy a position',
  description: 'Creates an open position with the same fields and statuses, and no applications.',
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

export const updateStatus = endpoint({
  name: 'updateStatus',
  tag: 'Positions',
  summary: 'Change a status',
  description:
    'Renames a status or changes its color, SLA or type. The type can change only while no application is in ' +
    'it.',
  method: 'PATCH',
  alsoPut: true,
  path: '/positions/statuses/{id}/',
  permission: 'positions:write',
  params: idParams,
  body: stageInput.partial().extend({ version: version.optional() }),
  response: status,
  errors: ['CONFLICT'],
})

export const deleteStatus = endpoint({
  name: 'deleteStatus',
  tag: 'Positions',
  summary: 'Delete a status and move its applications',
  description:
    'Deletes a status. Its applications move to `moveTo`, in the same order, each with a log entry. CONFLICT ' +
    'if it has applications and `moveTo` is missing, or if it is the last `closed` one.',
  method: 'DELETE',
  path: '/positions/statuses/{id}/',
  permission: 'positions:write',
  params: idParams,
  query: z.object({ moveTo: id.optional() }),
  body: z.object({ moveTo: id.optional() }).nullish(),
  status: 204,
  errors: ['CONFLICT'],
})

export const restoreStatus = endpoint({
  name: 'restoreStatus',
  tag: 'Positions',
  summary: 'Restore a deleted status',
  description:
    'Restores a deleted status at its place, within 30 days. Applications that its deletion moved return to ' +
    'it, if the caller deleted it and nobody changed them since. CONFLICT if its name is taken.',
  method: 'POST',
  path: '/positions/statuses/{id}/restore/',
  permission: 'positions:write',
  params: idParams,
  response: status,
  errors: ['CONFLICT'],
})

export const orderStatuses = endpoint({
  name: 'orderStatuses',
  tag: 'Positions',
  summary: "Reorder a position's statuses",
  description:
    "Reorders the statuses. VALIDATION unless all of the position's status IDs are sent (as an array or in " +
    '`statusIds`).',
  method: 'PATCH',
  alsoPut: true,
  path: '/positions/{id}/statuses/order/',
  permission: 'positions:write',
  params: idParams,
  body: z.union([z.object({ statusIds: z.array(id).max(100) }), z.array(id).max(100)]),
  response: z.object({ items: z.array(status) }),
})

export const listPositionActivity = endpoint({
  name: 'listPositionActivity',
  tag: 'Positions',
  summary: "List the activity on a position's applications",
  description: "Returns the activity of a position's applications that the caller may see, newest first.",
  method: 'GET',
  path: '/positions/{id}/activity/',
  permission: 'applications:read',
  params: idParams,
  query: pageQuery(['-at']).extend({ kind: list(z.enum(activityKinds)) }),
  response: page(activityLog.extend({ application: z.object({ id, candidateName: z.string() }) })),
})

export const getPositionPeople = endpoint({
  name: 'getPositionPeople',
  tag: 'Positions',
  summary: 'Get who works on a position',
  description:
    'Returns who works on a position: the agents that call for it, and the users who did anything on it in ' +
    '28 days.',
  method: 'GET',
  path: '/positions/{id}/people/',
  permission: 'positions:read',
  params: idParams,
  response: z.object({
    agents: z.array(agent.pick({ id: true, name: true, kind: true, status: true })),
    active: z.array(userRef.extend({ actions: z.int(), lastAt: timestamp })).describe('Most active first'),
  }),
})
