import { z } from 'zod'
import { dispositionKeys } from './dispositions.ts'
import { flag, id, list, repeated, tag, text, timestamp } from './fields.ts'
import { positionStates } from './positions.ts'
import { funnelTypes, statusTypeKeys } from './status-types.ts'

/** The filters of the list, also taken by bulk actions and saved views. Several values of one filter are "any of". */
export const applicationFilters = z.object({
  /** Of these only those that match: what a list at hand reads again when it hears of changes. */
  applicationId: list(id),
  positionId: list(id),
  positionState: list(z.enum(positionStates)),
  companyId: list(id),
  pipelineId: list(id),
  candidateId: list(id),
  statusId: list(id),
  statusType: list(z.enum(statusTypeKeys)),
  /** User ids, or `none` for unassigned, or `me`. */
  ownerId: list(z.union([id, z.literal('none'), z.literal('me')])),
  source: repeated(text(120)),
  /** true: without a source. */
  sourceless: flag,
  tag: repeated(tag),
  disposition: list(z.enum(dispositionKeys)),
  /** Reasons of the disposition, or `none` for closed without one. */
  reasonId: list(z.union([id, z.literal('none')])),
  /** The type it was in when it was closed. */
  decidedType: list(z.enum(statusTypeKeys)),
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
  /** Came to this type or further, as far as the history says that was not taken back. */
  reachedType: z.enum(funnelTypes).optional(),
  /** true: hires that fill an opening, which are the earliest of their position, as many as it has openings. */
  fillsOpening: flag,
  /** Left a status of one of these types for another type within `leftFrom` and `leftTo`; moves taken back do not count. */
  leftType: list(z.enum(statusTypeKeys)),
  leftFrom: timestamp.optional(),
  leftTo: timestamp.optional(),
  /** Moved to another status within these times; moves taken back do not count. */
  movedFrom: timestamp.optional(),
  movedTo: timestamp.optional(),
  /** Hired for the last time within these times, as far as that was not taken back. */
  hiredFrom: timestamp.optional(),
  hiredTo: timestamp.optional(),
  /** A call on it was made by one of these agents, at any time. */
  agentId: list(id),
  /** Of the calls that the filters below ask for: made by one of these agents. */
  callAgentId: list(z.union([id, z.literal('none')])),
  /** Had a conversation with a person within these times. */
  spokenFrom: timestamp.optional(),
  spokenTo: timestamp.optional(),
  /** Had one, and first came to qualified or beyond afterwards. */
  convertedFrom: timestamp.optional(),
  convertedTo: timestamp.optional(),
  /** Was called by us within these times. */
  calledFrom: timestamp.optional(),
  calledTo: timestamp.optional(),
  /** A call of ours within these times reached a person. */
  contactMadeFrom: timestamp.optional(),
  contactMadeTo: timestamp.optional(),
  /** The first conversation with a person was within these times; with `attempts`, after so many calls of ours. */
  firstSpokenFrom: timestamp.optional(),
  firstSpokenTo: timestamp.optional(),
  attempts: z.coerce.number().int().min(0).max(10_000).optional(),
  /** Our first call was within these times. */
  firstCalledFrom: timestamp.optional(),
  firstCalledTo: timestamp.optional(),
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
