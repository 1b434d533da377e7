import { z } from 'zod'
import { candidate } from './candidates.ts'
import { dispositionKeys, partyKeys } from './dispositions.ts'
import { id, timestamp, userRef } from './fields.ts'
import { statusTypeKeys } from './status-types.ts'

export const statusRef = z.object({
  id,
  name: z.string(),
  type: z.enum(statusTypeKeys),
  color: z.string(),
  slaDays: z.number().nullable(),
})

/** The last time anyone reached out: a call's outcome, or how it ended when nobody was spoken with. */
export const lastContact = z.object({ at: timestamp, result: z.string() })

/** What the caller may do with an application now. `whyNot` gives the reason for what is refused. */
export const applicationAbilities = z.object({
  edit: z.boolean(),
  move: z.boolean(),
  close: z.boolean(),
  reopen: z.boolean(),
  comment: z.boolean(),
  call: z.boolean(),
  /** Also of a person who asked not to be called: they may call us. */
  logInboundCall: z.boolean(),
  setCallback: z.boolean(),
  delete: z.boolean(),
  restore: z.boolean(),
  decide: z.boolean(),
})

/**
 * One row of the list, one card of the board. Contact data are null for those who may not see them. For client
 * reviewers `source`, `lastContact` and `callbackAt` are null, `tags` is empty and `doNotCall` is false.
 */
export const applicationRow = z.object({
  id,
  candidate: z.object({
    id,
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    doNotCall: z.boolean(),
  }),
  position: z.object({ id, name: z.string() }),
  company: z.object({ id, name: z.string() }),
  status: statusRef,
  /** Place in its column: fractional index, compared byte by byte. */
  rank: z.string(),
  enteredStatusAt: timestamp,
  /** When it becomes late in its status; null without a limit or once closed. */
  dueAt: timestamp.nullable(),
  owner: userRef.nullable(),
  source: z.string().nullable(),
  tags: z.array(z.string()),
  lastContact: lastContact.nullable(),
  callbackAt: timestamp.nullable(),
  disposition: z.object({ kind: z.enum(dispositionKeys), reason: z.string().nullable() }).nullable(),
  closedAt: timestamp.nullable(),
  deletedAt: timestamp.nullable(),
  appliedAt: timestamp,
  lastActivityAt: timestamp,
  createdAt: timestamp,
  version: z.int(),
  can: applicationAbilities,
})

export const disposition = z.object({
  kind: z.enum(dispositionKeys),
  party: z.enum(partyKeys).nullable(),
  reason: z.object({ id, name: z.string() }).nullable(),
  note: z.string().nullable(),
  /** The status it was in when decided. */
  status: z.object({ id: id.nullable(), name: z.string(), type: z.enum(statusTypeKeys) }),
  decidedAt: timestamp,
  decidedBy: userRef.nullable(),
})

/** Whether the person may be called now. */
export const callable = z.object({
  /** False with `reason`: they asked not to be called, there is no number, or the caller may not call people. */
  may: z.boolean(),
  /** By their clocks it is, or may be, before 8:00 or from 21:00 on: a warning, with `reason`, not a refusal. */
  quiet: z.boolean(),
  reason: z.string().nullable(),
  /** Where the number is: `22:14`, or `16:10–21:10` where it may be in several zones; null where nobody knows. */
  localTime: z.string().nullable(),
})

export const applicationDetails = applicationRow.extend({
  candidate: candidate,
  statuses: z.array(statusRef),
  /**
   * The statuses it has been in, in the order it first came there: seconds spent in each so far, the present one
   * included, how often, when last and by whom. Moves taken back do not count.
   */
  timeInStatus: z.array(
    z.object({
      statusId: id.nullable(),
      name: z.string(),
      seconds: z.number(),
      entries: z.int(),
      enteredAt: timestamp,
      enteredBy: z.string().nullable(),
    }),
  ),
  dispositionDetails: disposition.nullable(),
  resumeFile: z
    .object({ id, name: z.string(), contentType: z.string(), size: z.int(), url: z.string() })
    .nullable(),
  otherApplications: z.array(
    z.object({
      id,
      position: z.object({ id, name: z.string() }),
      company: z.object({ id, name: z.string() }),
      status: z.object({ name: z.string(), type: z.enum(statusTypeKeys), color: z.string() }),
      disposition: z.enum(dispositionKeys).nullable(),
      createdAt: timestamp,
    }),
  ),
  externalId: z.string().nullable(),
  callable,
  whyNot: z.record(z.string(), z.string()),
})
