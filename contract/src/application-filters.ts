import { z } from 'zod'
import { dispositionKeys } from './dispositions.ts'
import { type FieldSort, fieldSortPattern } from './field-subjects.ts'
import { fieldFilter } from './field-values.ts'
import { flag, id, list, repeated, tag, text, timestamp, timezone } from './fields.ts'
import { countedKeys, isCountedIn } from './measures.ts'
import { updateSorts } from './paging.ts'
import { positionStates } from './position-states.ts'
import { funnelTypes, statusTypeKeys } from './status-types.ts'

/** What `exploreReport` counts in a cell, as filters of the lists of applications and calls. */
export const countedFilters = z.object({
  counted: z
    .enum(countedKeys)
    .optional()
    .describe(
      'Counted by this measure of `exploreReport`, with `.part` in the numerator of its rate, between `countedFrom` and `countedTo`',
    ),
  countedFrom: timestamp.optional(),
  countedTo: timestamp.optional(),
  countedIn: repeated(text(300).refine(isCountedIn, /*i18n*/ 'Such as source=Referral'), 220).describe(
    'Counted in these groups of `exploreReport`: `source=Referral`, `source` for without one, `source!=Referral` for none of the values excluded in this way',
  ),
  countedReached: z
    .enum(funnelTypes)
    .optional()
    .describe('Of what `counted` counts, that which reached this type or further within `countedDays` days'),
  countedDays: z.coerce
    .number()
    .int()
    .min(1)
    .max(3660)
    .optional()
    .describe('The number of days, of 24 hours each, for `countedReached`'),
  countedValueFrom: z.coerce
    .number()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe('Of a duration that `counted` measures: at least so many days or hours'),
  countedValueTo: z.coerce
    .number()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe('Of a duration that `counted` measures: less than so many days or hours'),
  countedTimezone: timezone
    .optional()
    .describe("The timezone of days, weekdays and hours in `countedIn`; defaults to the workspace's"),
})

/** The filters of the list, bulk actions and saved views. Several values of one filter mean "any of". */
export const applicationFilters = z.object({
  applicationId: list(id).describe(
    'Restricts the result to these. A displayed list refetches changed rows with it.',
  ),
  positionId: list(id),
  positionState: list(z.enum(positionStates)).describe('On positions in one of these states'),
  companyId: list(id),
  pipelineId: list(id),
  candidateId: list(id),
  statusId: list(id),
  statusType: list(z.enum(statusTypeKeys)).describe('In a status of one of these types'),
  ownerId: list(z.union([id, z.literal('none'), z.literal('me')])).describe(
    'User IDs, `none` for unassigned, or `me`',
  ),
  source: repeated(text(120)).describe('From one of these sources'),
  sourceless: flag.describe('true: without a source'),
  tag: repeated(tag).describe('With one of these tags'),
  disposition: list(z.enum(dispositionKeys)).describe('Closed with one of these outcomes'),
  reasonId: list(z.union([id, z.literal('none')])).describe(
    'Reasons of the disposition, or `none` for closed without a reason',
  ),
  decidedType: list(z.enum(statusTypeKeys)).describe('The type before it was closed'),
  importId: id.optional(),
  open: flag.describe('true: without a disposition; false: only those with one'),
  late: flag.describe('true: overdue in its status'),
  callbackDue: flag.describe('true: a callback is due'),
  callbackFrom: timestamp.optional(),
  callbackTo: timestamp.optional(),
  neverContacted: flag.describe('true: never called'),
  createdFrom: timestamp.optional(),
  createdTo: timestamp.optional(),
  appliedFrom: timestamp.optional(),
  appliedTo: timestamp.optional(),
  closedFrom: timestamp.optional(),
  closedTo: timestamp.optional(),
  contactedFrom: timestamp.optional(),
  contactedTo: timestamp.optional(),
  enteredType: list(z.enum(statusTypeKeys)).describe(
    'Entered a status of one of these types, not from the same type, between `enteredFrom` and `enteredTo`. Reverted moves do not count.',
  ),
  enteredFrom: timestamp.optional(),
  enteredTo: timestamp.optional(),
  enteredByImport: flag.describe(
    'true: an import brought it to `enteredType` between these times; false: it was only moved or added there',
  ),
  reachedType: z
    .enum(funnelTypes)
    .optional()
    .describe('Reached this type or beyond. Reverted moves do not count.'),
  fillsOpening: flag.describe(
    "true: hires that fill an opening: each position's earliest, at most as many as it has openings",
  ),
  leftType: list(z.enum(statusTypeKeys)).describe(
    'Left a status of one of these types for another type between `leftFrom` and `leftTo`. Reverted moves do not count.',
  ),
  leftFrom: timestamp.optional(),
  leftTo: timestamp.optional(),
  movedFrom: timestamp
    .optional()
    .describe('Moved to another status between these times. Reverted moves do not count.'),
  movedTo: timestamp.optional(),
  hiredFrom: timestamp.optional().describe('Last hired between these times. Reverted moves do not count.'),
  hiredTo: timestamp.optional(),
  agentId: list(id).describe('One of these agents made a call on it, at any time'),
  callAgentId: list(z.union([id, z.literal('none')])).describe(
    'Restricts the calls of the filters below to these agents',
  ),
  queueId: list(id).describe(
    'One of these call queues gave a call on it, at any time. Restricts the calls of the filters below to those of these queues.',
  ),
  campaignId: list(id).describe(
    'One of these voice campaigns placed a call on it, at any time. Restricts the calls of the filters below to those of these campaigns.',
  ),
  spokenFrom: timestamp.optional().describe('Had a conversation between these times'),
  spokenTo: timestamp.optional(),
  convertedFrom: timestamp
    .optional()
    .describe('Had a conversation between these times and first reached qualified or beyond after it'),
  convertedTo: timestamp.optional(),
  calledFrom: timestamp.optional().describe('Was called (outbound) between these times'),
  calledTo: timestamp.optional(),
  contactMadeFrom: timestamp.optional().describe('An outbound call between these times reached a person'),
  contactMadeTo: timestamp.optional(),
  firstSpokenFrom: timestamp
    .optional()
    .describe(
      'The first conversation was between these times; with `attempts`, after that many outbound calls',
    ),
  firstSpokenTo: timestamp.optional(),
  attempts: z.coerce.number().int().min(0).max(10_000).optional(),
  firstCalledFrom: timestamp.optional().describe('The first outbound call was between these times'),
  firstCalledTo: timestamp.optional(),
  ...countedFilters.shape,
  field: fieldFilter.describe(
    'As in other lists, by a custom field of the application. Of its candidate, position or company: `candidate.key:operator:value`, `position.key:operator:value` or `company.key:operator:value`.',
  ),
  deleted: flag.describe('true: deleted in the last 30 days, for callers who may restore them'),
})

/** The filters of the list and its search. */
export const searchedFilters = applicationFilters.extend({ q: text(200).optional() })

export const applicationSorts = [
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
  'callbackAt',
] as const

export type ApplicationSort = (typeof applicationSorts)[number] | FieldSort

const fieldSort = z.string().regex(fieldSortPattern, /*i18n*/ 'Unknown sort order') as unknown as z.ZodType<
  FieldSort,
  FieldSort
>

function sortQuery<Sort extends string>(sorts: readonly [Sort, ...Sort[]]) {
  return z
    .union([z.enum(sorts), fieldSort], /*i18n*/ 'Unknown sort order')
    .default('-lastActivityAt' as never)
    .describe(
      'A field, or `-field` for descending. `field.<key>` is a sortable custom field of the application, `candidate.<key>` one of its candidate. Rows without a value are last.',
    )
}

export const applicationSort = sortQuery(applicationSorts)

/** As `applicationSort`, for the list, which also sorts by the last change. */
export const listedSort = sortQuery([...applicationSorts, ...updateSorts])
