import { z } from 'zod'
import { callingClosure } from './calling-closure.ts'
import { candidate } from './candidates.ts'
import { dispositionKeys, partyKeys } from './dispositions.ts'
import { fieldValues, missingField } from './field-values.ts'
import { id, timestamp, timezone, userRef } from './fields.ts'
import { statusTypeKeys } from './status-types.ts'

export const statusRef = z.object({
  id,
  name: z.string(),
  type: z.enum(statusTypeKeys),
  color: z.string(),
  slaDays: z.number().nullable(),
})

/** The last contact: a call's outcome, or its end reason if there was no conversation. */
export const lastContact = z.object({ at: timestamp, result: z.string() })

/** What the caller may do with an application now. `whyNot` has the reason for each refusal. */
export const applicationAbilities = z.object({
  edit: z.boolean(),
  move: z.boolean(),
  close: z.boolean(),
  reopen: z.boolean(),
  comment: z.boolean(),
  call: z.boolean(),
  logInboundCall: z
    .boolean()
    .describe('Allowed even if the candidate asked not to be called: they may call us'),
  setCallback: z.boolean(),
  delete: z.boolean(),
  restore: z.boolean(),
  decide: z.boolean(),
})

/**
 * One row of the list or one card of the board. Contact data is null for callers who may not see it. For client
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
    customFields: fieldValues,
  }),
  position: z.object({ id, name: z.string() }),
  company: z.object({ id, name: z.string() }),
  status: statusRef,
  rank: z.string().describe('The place in its column: a fractional index, compared bytewise'),
  enteredStatusAt: timestamp,
  dueAt: timestamp
    .nullable()
    .describe('When it becomes overdue in its status; null without an SLA or once closed'),
  owner: userRef.nullable(),
  source: z.string().nullable(),
  tags: z.array(z.string()),
  customFields: fieldValues,
  lastContact: lastContact.nullable(),
  callbackAt: timestamp.nullable(),
  disposition: z.object({ kind: z.enum(dispositionKeys), reason: z.string().nullable() }).nullable(),
  closedAt: timestamp.nullable(),
  deletedAt: timestamp.nullable(),
  appliedAt: timestamp,
  lastActivityAt: timestamp,
  createdAt: timestamp,
  updatedAt: timestamp,
  version: z.int().describe('Raised by each change. Send it back to change only what you have read.'),
  can: applicationAbilities,
})

export const disposition = z.object({
  kind: z.enum(dispositionKeys),
  party: z.enum(partyKeys).nullable(),
  reason: z.object({ id, name: z.string() }).nullable(),
  note: z.string().nullable(),
  status: z
    .object({ id: id.nullable(), name: z.string(), type: z.enum(statusTypeKeys) })
    .describe('The status before the disposition'),
  decidedAt: timestamp,
  decidedBy: userRef.nullable(),
})

/** Whether the candidate may be called now. */
export const callable = z.object({
  may: z
    .boolean()
    .describe(
      'False, with `reason`, if they asked not to be called, have no number, or the caller may not call people',
    ),
  quiet: z
    .boolean()
    .describe(
      'It is not the time to call: before 8:00 or after 21:00 on their clock, a public holiday where they are, or outside stricter hours of their country or state. A warning with `reason`, not a refusal.',
    ),
  reason: z.string().nullable(),
  closed: callingClosure
    .nullable()
    .describe(
      'The public holiday or the stricter hours that make it `quiet`; null if it is not, or only the hour does',
    ),
  opens: z
    .object({ at: timestamp, timezone: timezone.describe('A timezone of the number') })
    .nullable()
    .describe(
      'When it is `quiet`: when people there are called next; null if it is not, or not within eight days',
    ),
  localTime: z
    .string()
    .nullable()
    .describe(
      'The local time of the number: `22:14`, or `16:10–21:10` if it may be in several zones; null if unknown',
    ),
  timezone: z
    .string()
    .nullable()
    .describe("The number's timezone; null if it is unknown, or the clocks of several possible ones differ"),
})

export const applicationDetails = applicationRow.extend({
  candidate: candidate,
  statuses: z.array(statusRef),
  timeInStatus: z
    .array(
      z.object({
        statusId: id.nullable(),
        name: z.string(),
        seconds: z.number(),
        entries: z.int(),
        enteredAt: timestamp,
        enteredBy: z.string().nullable(),
      }),
    )
    .describe(
      'The statuses it has been in, in the order of first entry: seconds spent in each (the current one included), how often, when last and by whom. Reverted moves do not count.',
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
  missingFields: z
    .array(missingField)
    .describe(
      'The custom fields that its status requires and that are empty, such as after an import or a move by the outcome of a call. Fields that the caller may not see are left out.',
    ),
  callable,
  whyNot: z.record(z.string(), z.string()),
})
