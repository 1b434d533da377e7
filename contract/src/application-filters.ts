import { z } from 'zod'
import { dispositionKeys } from './dispositions.ts'
import { flag, id, list, repeated, tag, text, timestamp } from './fields.ts'
import { statusTypeKeys } from './status-types.ts'

/** The filters of the list, also taken by bulk actions and saved views. Several values of one filter are "any of". */
export const applicationFilters = z.object({
  /** Of these only those that match: what a list at hand reads again when it hears of changes. */
  applicationId: list(id),
  positionId: list(id),
  companyId: list(id),
  pipelineId: list(id),
  candidateId: list(id),
  statusId: list(id),
  statusType: list(z.enum(statusTypeKeys)),
  /** User ids, or `none` for unassigned, or `me`. */
  ownerId: list(z.union([id, z.literal('none'), z.literal('me')])),
  source: repeated(text(120)),
  tag: repeated(tag),
  disposition: list(z.enum(dispositionKeys)),
  reasonId: list(id),
  importId: id.optional(),
  /** true: without a disposition; false: only those with one. */
  open: flag,
  /** Past its days in status. */
  late: flag,
  /** A callback is due now or earlier. */
  callbackDue: flag,
  /** Nobody was ever called. */
  neverContacted: flag,
  createdFrom: timestamp.optional(),
  createdTo: timestamp.optional(),
  appliedFrom: timestamp.optional(),
  appliedTo: timestamp.optional(),
  closedFrom: timestamp.optional(),
  closedTo: timestamp.optional(),
  contactedFrom: timestamp.optional(),
  contactedTo: timestamp.optional(),
  /** Entered a status of one of these types, from another type, within `enteredFrom` and `enteredTo`; moves taken back do not count. */
  enteredType: list(z.enum(statusTypeKeys)),
  enteredFrom: timestamp.optional(),
  enteredTo: timestamp.optional(),
  /** Had a conversation with a person within these times. */
  spokenFrom: timestamp.optional(),
  spokenTo: timestamp.optional(),
  /** true: those deleted in the last 30 days, for who may restore them. */
  deleted: flag,
})

/** The filters of the list with its search. */
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
