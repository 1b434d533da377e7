import { z } from 'zod'
import { applicationSort, searchedFilters } from './application-filters.ts'
import { closing } from './dispositions.ts'
import { endpoint } from './endpoint.ts'
import { fieldValuesInput, fillingInput, missingField } from './field-values.ts'
import { id, tag, timestamp } from './fields.ts'
import { total } from './paging.ts'
import { statusTypeKeys } from './status-types.ts'

export const bulkApplications = endpoint({
  name: 'bulkApplications',
  tag: 'Applications',
  summary: 'Change many applications',
  description:
    'Runs one action on up to 1,000 applications. Applications that it cannot change are returned in ' +
    '`refused` with the reason; the others are changed in one transaction. `batchId` undoes it. For more ' +
    'than 1,000, send the `batchId` of the first call with the later ones, so that one undo reverts all of ' +
    'them. `changed` counts those that are different now: an application that has the values already is neither ' +
    'changed nor refused.\n\n' +
    '`setFields` sets custom fields that the caller may change: else FORBIDDEN.\n\n' +
    'Applications without custom fields that the new status requires are refused with FIELDS_REQUIRED; `missing` ' +
    'names the fields. Repeat the call for them with values in `customFields` and `candidate.customFields`.',
  method: 'POST',
  path: '/applications/bulk/',
  permission: 'applications:read',
  body: z.object({
    applicationIds: z.array(id).min(1).max(1000),
    batchId: id.optional(),
    action: z.discriminatedUnion('kind', [
      /** Moves to a status, or in each position to its first status of a type. */
      z.object({
        kind: z.literal('move'),
        toStatusId: id.optional(),
        toStatusType: z.enum(statusTypeKeys).optional(),
        ...fillingInput,
      }),
      z.object({ kind: z.literal('assign'), ownerId: id.nullable() }),
      z.object({
        kind: z.literal('tag'),
        add: z.array(tag).max(20).default([]),
        remove: z.array(tag).max(20).default([]),
      }),
      /** When to call again; null removes it. Candidates who asked not to be called are refused. */
      z.object({ kind: z.literal('callback'), callbackAt: timestamp.nullable() }),
      /** Sets custom fields of the applications; null empties one. */
      z.object({ kind: z.literal('setFields'), customFields: fieldValuesInput }),
      closing.extend({ kind: z.literal('close'), ...fillingInput }),
      z.object({ kind: z.literal('reopen'), ...fillingInput }),
      z.object({ kind: z.literal('delete') }),
      z.object({ kind: z.literal('restore') }),
    ]),
  }),
  response: z.object({
    changed: z.int(),
    refused: z.array(
      z.object({
        applicationId: id,
        code: z.string(),
        message: z.string(),
        missing: z
          .array(missingField)
          .describe('With FIELDS_REQUIRED, the custom fields that are empty. Else it is empty.'),
      }),
    ),
    batchId: id.nullable(),
  }),
})

export const undoBatch = endpoint({
  name: 'undoBatch',
  tag: 'Applications',
  summary: 'Undo a move or bulk action',
  description:
    'Reverts a move, close or bulk action of the caller, for each application that nobody has changed since. ' +
    'The others are returned in `refused`. `applicationIds` restricts it to these.',
  method: 'POST',
  path: '/applications/undo/',
  permission: 'applications:read',
  body: z.object({ batchId: id, applicationIds: z.array(id).min(1).max(1000).optional() }),
  response: z.object({
    changed: z.int(),
    refused: z.array(z.object({ applicationId: id, code: z.string(), message: z.string() })),
  }),
})

/** The maximum size of a selection by filter. */
export const selectionCap = 10_000

export const selectApplications = endpoint({
  name: 'selectApplications',
  tag: 'Applications',
  summary: 'Select all applications that match',
  description:
    "Returns the IDs of up to 10,000 matching applications in the list's order, and for each action how many " +
    'of them it can be run on.',
  method: 'GET',
  path: '/applications/selection/',
  permission: 'applications:read',
  query: searchedFilters.extend({ sort: applicationSort }),
  response: z.object({
    applicationIds: z.array(id),
    total,
    able: z.record(z.string(), z.int()).describe('How many of them each action can be run on'),
    closed: z.int(),
    positionIds: z.array(id),
  }),
})
