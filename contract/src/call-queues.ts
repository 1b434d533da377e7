import { z } from 'zod'
import { searchedFilters } from './application-filters.ts'
import { breaks, callingHours, checkBreaks, type Span } from './calling-breaks.ts'
import { callingClosure } from './calling-closure.ts'
import type { callEndReasons } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { exportQuery } from './exports.ts'
import type { fieldSubjects } from './field-subjects.ts'
import { fieldValue } from './field-values.ts'
import { id, idParams, optionalText, text, timestamp, timezone, userRef, version } from './fields.ts'
import { computedPage, computedPageQuery } from './paging.ts'

/** The order in which a queue calls people. Callbacks that are due always come first. */
export const callQueueOrders = ['newest', 'oldest', 'longest_in_status'] as const

export const dayParts = ['morning', 'afternoon', 'evening'] as const

export type DayPart = (typeof dayParts)[number]

/** When the afternoon and the evening begin, in minutes of the day. */
export const dayPartStarts = { afternoon: 12 * 60, evening: 17 * 60 } as const

/** Returns the part of the day of a time in minutes after midnight. */
export function dayPartAt(minutes: number): DayPart {
  if (minutes < dayPartStarts.afternoon) return 'morning'
  return minutes < dayPartStarts.evening ? 'afternoon' : 'evening'
}

/**
 * Whether a person in a queue can be called now, with the reason. Each person has one: the first that holds. Those who wait
 * become ready by themselves. A callback that is due sets aside the rules from `invalid_number` to `tried_recently`, and
 * `tried_this_time_of_day`.
 * `no_consent` is a rule of voice campaigns only.
 */
export const queueReasons = {
  no_phone: 'blocked',
  do_not_call: 'blocked',
  consent_withdrawn: 'blocked',
  no_consent: 'blocked',
  being_called: 'waiting',
  skipped: 'waiting',
  callback_later: 'waiting',
  callback_of_another: 'waiting',
  invalid_number: 'blocked',
  spoken_with: 'blocked',
  tries_used: 'blocked',
  tried_today: 'waiting',
  tried_recently: 'waiting',
  public_holiday: 'waiting',
  outside_hours: 'waiting',
  stricter_hours: 'waiting',
  tried_this_time_of_day: 'waiting',
  callback_due: 'ready',
  ready: 'ready',
} as const satisfies Record<string, 'ready' | 'waiting' | 'blocked'>

export type QueueReason = keyof typeof queueReasons

/** The reasons of calling hours, which no due callback sets aside. */
export const closedReasons = [
  'public_holiday',
  'outside_hours',
  'stricter_hours',
] as const satisfies QueueReason[]

export function isClosedReason(reason: QueueReason): reason is (typeof closedReasons)[number] {
  return (closedReasons as readonly QueueReason[]).includes(reason)
}

const reason = z.enum(Object.keys(queueReasons) as [QueueReason, ...QueueReason[]])

/** How long a person stays with a caller without being renewed, in seconds. */
export const claimSeconds = 120

/** How long a skipped person is left alone, in minutes. */
export const skipMinutes = 15

/** How long a due callback waits for the caller who agreed on it, in minutes. */
export const ownCallbackMinutes = 15

const filterValue = z.union([z.string().max(4000), z.array(z.string().max(400)).max(100)])

/** What a queue must not filter by: it has open applications only. */
const fixedFilters = ['open', 'deleted'] as const

export const queueFilters = searchedFilters.omit({ open: true, deleted: true }).strict()

/** How a call in vain can end so that a queue has a delay of its own for it. */
export const delayReasons = [
  'no_answer',
  'voicemail',
  'busy',
  'declined',
] as const satisfies readonly (typeof callEndReasons)[number][]

const delay = z
  .int()
  .min(0)
  .max(240 * 60, /*i18n*/ 'Wait for 10 days at most')
  .optional()

const minutesAfter = z
  .object({
    no_answer: delay.describe('After a call that nobody took'),
    voicemail: delay.describe('After a call that a voicemail took'),
    busy: delay.describe('After a busy line'),
    declined: delay.describe('After a declined call'),
  } satisfies Record<(typeof delayReasons)[number], z.ZodType>)
  .describe(
    'Minutes between two calls by how the first one ended. `hoursBetween` and `laterHours` count after all other endings.',
  )

const script = 'What the caller says and asks, shown during the call'

/** Whose fields a script can ask about. */
export const questionSubjects = [
  'candidate',
  'application',
  'call',
] as const satisfies readonly (typeof fieldSubjects)[number][]

/**
 * The fields that a script can ask about besides custom fields, with what they belong to. Answers are written under these names
 * with `updateCandidate` and `updateApplication`.
 */
export const builtInQuestions = {
  name: 'candidate',
  email: 'candidate',
  phone: 'candidate',
  location: 'candidate',
  currentTitle: 'candidate',
  currentCompany: 'candidate',
  profileUrl: 'candidate',
  notes: 'candidate',
  source: 'application',
} as const satisfies Record<string, (typeof questionSubjects)[number]>

export type BuiltInQuestion = keyof typeof builtInQuestions

/** Those that only users who may see contact data see. */
export const contactQuestions: readonly BuiltInQuestion[] = ['email', 'phone']

const builtInQuestion = z.enum(Object.keys(builtInQuestions) as [BuiltInQuestion, ...BuiltInQuestion[]])

export const questionLimits = { questions: 20, text: 200 } as const

const questionText = 'What the caller asks; null for the label of the field'

const questionsInput = z
  .array(
    z
      .object({
        fieldId: id.optional().describe('A custom field of candidates, applications or calls'),
        builtIn: builtInQuestion
          .optional()
          .describe('In place of `fieldId`: a field that every candidate or application has'),
        text: optionalText(questionLimits.text).describe(questionText),
      })
      .refine(({ fieldId, builtIn }) => (fieldId === undefined) !== (builtIn === undefined), {
        path: ['fieldId'],
        message: /*i18n*/ 'Name one field: fieldId or builtIn',
      }),
  )
  .max(questionLimits.questions)
  .describe(
    'The fields that the script asks about, in their order. Questions about fields that the caller may not see stay, behind these.',
  )

const builtIn = builtInQuestion.nullable().describe('The built-in field; null for a custom field')

const queueQuestion = z.object({
  fieldId: id.nullable().describe('The custom field; null for a built-in field'),
  builtIn,
  text: z.string().nullable().describe(questionText),
  subject: z.enum(questionSubjects).describe('What the field belongs to'),
  key: z.string().describe('The key of the field'),
  label: z.string().describe('The label of the field'),
  state: z
    .enum(['in_use', 'retired', 'removed'])
    .describe(
      'Only questions about fields `in_use` are asked. Callers who may not manage queues get no others.',
    ),
})

const minutes = z.int().describe('Minutes after midnight on the clock of the person called')

/** Waits between the second and the last of as many tries as a queue allows. */
export const maxLaterHours = 18

const rules = {
  filters: z
    .record(z.string().max(60), filterValue)
    .refine((filters) => Object.keys(filters).length <= 40, /*i18n*/ 'Too many filters')
    .refine(
      (filters) => fixedFilters.every((name) => !(name in filters)),
      /*i18n*/ 'A queue always has open applications. Leave out this filter.',
    )
    .describe(
      'The filters of the list of applications, as in its address, without `open` and `deleted`: a queue has open applications',
    ),
  order: z.enum(callQueueOrders).describe('Who is called first, after due callbacks'),
  callFrom: minutes.min(callingHours.from).max(callingHours.to - 1),
  callTo: minutes.min(callingHours.from + 1).max(callingHours.to),
  breaks: breaks.describe(
    'When nobody is called between `callFrom` and `callTo`, from the earliest. A change of these two alone removes the breaks that are no longer between them.',
  ),
  weekdays: z
    .array(z.int().min(1).max(7))
    .min(1, /*i18n*/ 'Choose at least one day')
    .max(7)
    .describe('The days on which people are called: 1 for Monday to 7 for Sunday'),
  skipHolidays: z
    .boolean()
    .describe(
      'Whether nobody is called on the public holidays of their country, or of their state if the phone number shows it',
    ),
  maxTries: z
    .int()
    .min(1)
    .max(20)
    .describe('Calls to a person since the last conversation, for all positions and queues together'),
  triesPerDay: z.int().min(1).max(10).describe('Calls to a person within 24 hours, for all positions'),
  hoursBetween: z
    .int()
    .min(0)
    .max(240)
    .describe('Hours between two calls to a person, unless `laterHours` or `minutesAfter` have a delay'),
  laterHours: z
    .array(z.int().min(0).max(240))
    .max(maxLaterHours)
    .describe(
      'Hours until the next call after the second one in vain, the third one and so on; the last also after all further ones. ' +
        'Empty: `hoursBetween` after each.',
    ),
  minutesAfter,
  otherTimeOfDay: z
    .boolean()
    .describe(
      'Whether the next call after one in vain is in another part of the day, by the clock of the person: morning until 12:00, ' +
        'afternoon until 17:00, evening. It makes no difference while only one part is within the calling hours.',
    ),
  script: optionalText(5000).describe(script),
  questions: questionsInput,
} as const

/** The rules of a new queue. */
export const queueDefaults = {
  filters: {},
  order: 'newest',
  callFrom: 9 * 60,
  callTo: 19 * 60,
  breaks: [],
  weekdays: [1, 2, 3, 4, 5],
  skipHolidays: false,
  maxTries: 5,
  triesPerDay: 2,
  hoursBetween: 3,
  laterHours: [],
  minutesAfter: {},
  otherTimeOfDay: false,
  script: null,
  questions: [],
} as const

export const callQueue = z.object({
  id,
  name: z.string(),
  filters: z
    .record(z.string(), z.union([z.string(), z.array(z.string())]))
    .nullable()
    .describe('The filters of its applications; null for callers who may not manage queues'),
  order: rules.order,
  callFrom: rules.callFrom,
  callTo: rules.callTo,
  breaks: rules.breaks,
  weekdays: rules.weekdays,
  skipHolidays: rules.skipHolidays,
  maxTries: rules.maxTries,
  triesPerDay: rules.triesPerDay,
  hoursBetween: rules.hoursBetween,
  laterHours: rules.laterHours,
  minutesAfter: rules.minutesAfter,
  otherTimeOfDay: rules.otherTimeOfDay,
  script: z.string().nullable().describe(script),
  questions: z
    .array(queueQuestion)
    .describe(
      'The fields that the script asks about, in their order, without those that the caller may not see',
    ),
  createdBy: userRef,
  version: z.int().describe('Raised by each change. Send it back to change only what you have read.'),
  createdAt: timestamp,
  updatedAt: timestamp,
  can: z.object({ edit: z.boolean() }),
})

/** The hours end after they begin. A change of one of them alone is checked by the server. */
const endsLater = ({ callFrom, callTo }: { callFrom?: number | undefined; callTo?: number | undefined }) =>
  callFrom === undefined || callTo === undefined || callFrom < callTo

export const hoursInOrder = {
  path: ['callTo'],
  message: /*i18n*/ 'Choose an end after the start',
}

interface ChangedHours {
  callFrom?: number | undefined
  callTo?: number | undefined
  breaks?: Span[] | undefined
}

/** A change of some of these alone is checked by the server. */
function checkChangedBreaks(
  { callFrom, callTo, breaks }: ChangedHours,
  context: z.core.$RefinementCtx,
): void {
  if (callFrom !== undefined && callTo !== undefined)
    checkBreaks({ from: callFrom, to: callTo, breaks }, context)
}

export const listCallQueues = endpoint({
  name: 'listCallQueues',
  tag: 'Call queues',
  summary: 'List call queues',
  description: 'Returns all queues, by name.',
  method: 'GET',
  path: '/call-queues/',
  permission: 'calls:write',
  response: z.object({ items: z.array(callQueue) }),
})

export const createCallQueue = endpoint({
  name: 'createCallQueue',
  tag: 'Call queues',
  summary: 'Create a call queue',
  description:
    'Adds a queue: whom to call, in which order, at which hours, how often. It stores no people: who is in it follows ' +
    'from its filters whenever it is read. VALIDATION names a filter that the list of applications does not know.',
  method: 'POST',
  path: '/call-queues/',
  permission: 'call-queues:manage',
  body: z
    .object({
      name: text(80, 1),
      filters: rules.filters.default({ ...queueDefaults.filters }),
      order: rules.order.default(queueDefaults.order),
      callFrom: rules.callFrom.default(queueDefaults.callFrom),
      callTo: rules.callTo.default(queueDefaults.callTo),
      breaks: rules.breaks.default([...queueDefaults.breaks]),
      weekdays: rules.weekdays.default([...queueDefaults.weekdays]),
      skipHolidays: rules.skipHolidays.default(queueDefaults.skipHolidays),
      maxTries: rules.maxTries.default(queueDefaults.maxTries),
      triesPerDay: rules.triesPerDay.default(queueDefaults.triesPerDay),
      hoursBetween: rules.hoursBetween.default(queueDefaults.hoursBetween),
      laterHours: rules.laterHours.default([...queueDefaults.laterHours]),
      minutesAfter: rules.minutesAfter.default({ ...queueDefaults.minutesAfter }),
      otherTimeOfDay: rules.otherTimeOfDay.default(queueDefaults.otherTimeOfDay),
      script: rules.script,
      questions: rules.questions.default([...queueDefaults.questions]),
    })
    .refine(endsLater, hoursInOrder)
    .superRefine(checkChangedBreaks),
  response: callQueue,
  status: 201,
  errors: ['CONFLICT'],
})

export const getCallQueue = endpoint({
  name: 'getCallQueue',
  tag: 'Call queues',
  summary: 'Get a call queue',
  method: 'GET',
  path: '/call-queues/{id}/',
  permission: 'calls:write',
  params: idParams,
  response: callQueue,
})

export const updateCallQueue = endpoint({
  name: 'updateCallQueue',
  tag: 'Call queues',
  summary: 'Change a call queue',
  description: 'Changes the fields sent. The next person is chosen by the new rules.',
  method: 'PATCH',
  alsoPut: true,
  path: '/call-queues/{id}/',
  permission: 'call-queues:manage',
  params: idParams,
  body: z
    .object({ name: text(80, 1), ...rules })
    .partial()
    .extend({ version: version.optional() })
    .refine(endsLater, hoursInOrder)
    .superRefine(checkChangedBreaks),
  response: callQueue,
  errors: ['CONFLICT'],
})

export const deleteCallQueue = endpoint({
  name: 'deleteCallQueue',
  tag: 'Call queues',
  summary: 'Delete a call queue',
  description: 'Deletes a queue, which can be restored for 30 days. People and calls stay as they are.',
  method: 'DELETE',
  path: '/call-queues/{id}/',
  permission: 'call-queues:manage',
  params: idParams,
  status: 204,
})

export const restoreCallQueue = endpoint({
  name: 'restoreCallQueue',
  tag: 'Call queues',
  summary: 'Restore a deleted call queue',
  description: 'Restores a deleted queue. CONFLICT if another queue has its name.',
  method: 'POST',
  path: '/call-queues/{id}/restore/',
  permission: 'call-queues:manage',
  params: idParams,
  response: callQueue,
  errors: ['CONFLICT'],
})

export const queueGroup = z.object({
  reason,
  state: z.enum(['ready', 'waiting', 'blocked']),
  count: z.int(),
  readyAt: timestamp
    .nullable()
    .describe('When the first of them becomes ready; null if that is unknown or never'),
  timezone: timezone
    .nullable()
    .describe(
      'With `outside_hours`, `public_holiday`, `stricter_hours` and `tried_this_time_of_day`: a time zone whose hours open then, or null with other reasons',
    ),
  triedIn: z
    .enum(dayParts)
    .nullable()
    .describe('With `tried_this_time_of_day`: the part of the day of the last call; null with other reasons'),
  closed: callingClosure
    .nullable()
    .describe(
      'With `public_holiday` and `stricter_hours`: where and why nobody is called; null with other reasons',
    ),
})

const ofCampaign = z
  .enum(['anyone', 'with_consent'])
  .optional()
  .describe(
    'The reasons as they are for a voice campaign, which has no callbacks of its own, and calls anyone or only people with ' +
      'consent. Without it, the reasons are those for the caller',
  )

export const countCallQueue = endpoint({
  name: 'countCallQueue',
  tag: 'Call queues',
  summary: 'Count the people in a call queue',
  description:
    'Returns how many people are ready, waiting or blocked, by reason. The counts add up to `total`. Callers count the ' +
    'applications that they may see.',
  method: 'GET',
  path: '/call-queues/{id}/counts/',
  permission: 'calls:write',
  params: idParams,
  query: z.object({ campaign: ofCampaign }),
  response: z.object({
    total: z.int(),
    ready: z.int().describe('How many can be called now, due callbacks included'),
    groups: z.array(queueGroup).describe('The counts by reason, in the order of the reasons'),
  }),
})

const queued = z.object({
  id: id.describe('The ID of the application'),
  candidate: z.object({ id, name: z.string() }),
  position: z.object({ id, name: z.string(), companyName: z.string() }),
  reason,
  readyAt: timestamp.nullable().describe('When they become ready; null if that is unknown or never'),
  callbackAt: timestamp.nullable(),
  tries: z.int().describe('Calls to them since the last conversation, for all positions'),
  lastContactAt: timestamp.nullable().describe('When they were last called; null if never'),
  lastContactResult: z.string().nullable().describe('How that call ended'),
  localTime: z.string().nullable().describe('The local time of the person, such as `16:05`'),
})

export const listQueuedPeople = endpoint({
  name: 'listQueuedPeople',
  tag: 'Call queues',
  summary: 'List the people in a call queue',
  description:
    'Returns the people in the order of the queue, each with the reason why they are not called now.',
  method: 'GET',
  path: '/call-queues/{id}/people/',
  permission: 'calls:write',
  params: idParams,
  query: computedPageQuery(['queue'])
    .omit({ q: true })
    .extend({
      reason: reason.optional().describe('Only people with this reason'),
      campaign: ofCampaign,
    }),
  response: computedPage(queued),
})

export const queuedPeopleColumns = [
  'candidate',
  'position',
  'company',
  'status',
  'state',
  'reason',
  'ready',
  'callback',
  'tries',
  'lastCall',
  'lastCallResult',
  'phone',
  'email',
  'candidateId',
  'applicationId',
] as const

export const exportQueuedPeople = endpoint({
  name: 'exportQueuedPeople',
  tag: 'Call queues',
  summary: 'Export the people in a call queue',
  description:
    'Exports the people in the order of the queue as CSV or XLSX, each with the reason why they are not called now. Callers ' +
    'export the applications that they may see. Also requires `calls:write`.',
  method: 'GET',
  path: '/call-queues/{id}/people/export/',
  permission: 'applications:export',
  params: idParams,
  query: z
    .object({ reason: reason.optional().describe('Only people with this reason'), campaign: ofCampaign })
    .extend(exportQuery(queuedPeopleColumns).shape),
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

const askedQuestion = z.object({
  fieldId: id.nullable().describe('The custom field; null for a built-in field'),
  builtIn,
  subject: z.enum(questionSubjects).describe('What the field belongs to'),
  key: z
    .string()
    .describe(
      'The key of the field, under which `customFields` takes the answer. Of a built-in field its name in the body.',
    ),
  text: z.string().describe('What the caller asks: the text of the queue, or the label of the field'),
  help: z.string().nullable().describe('The help text of the field; null if the queue has a text of its own'),
  value: fieldValue
    .nullable()
    .describe('The present value of the candidate or the application; of a call, the default value'),
  canEdit: z.boolean().describe('Whether the caller may answer it'),
})

const claim = z.object({
  applicationId: id,
  candidateId: id,
  until: timestamp.describe('Renew it before then, or the next caller gets the person'),
  why: z.enum(['callback', 'first_call', 'next_try']).describe('Why they are called now'),
  callbackAt: timestamp.nullable(),
  tries: z.int().describe('Calls to them since the last conversation, for all positions'),
  questions: z
    .array(askedQuestion)
    .describe('What the script asks, in order, without fields that the caller may not see'),
})

export const claimNextCall = endpoint({
  name: 'claimNextCall',
  tag: 'Call queues',
  summary: 'Take the next person to call',
  description:
    `Gives the next ready person to the caller for ${claimSeconds} seconds: nobody else gets them meanwhile. A person ` +
    'whom the caller still had is given back first, or with `skip` left alone for ' +
    `${skipMinutes} minutes. \`claim\` is null when nobody is ready, and \`nextAt\` says when somebody will be, if that is known. ` +
    'Log the call with `logCall`. Answers to `questions` are written as any change of these fields: with `updateCandidate`, `updateApplication`, ' +
    'or with the call.',
  method: 'POST',
  path: '/call-queues/{id}/claim/',
  permission: 'calls:write',
  params: idParams,
  body: z.object({
    skip: z.boolean().default(false).describe('Leave the person whom the caller still has alone for a while'),
  }),
  response: z.object({
    claim: claim.nullable().describe('The person to call now; null if nobody is ready'),
    nextAt: timestamp
      .nullable()
      .describe('Without a person: when somebody will be ready; null if that is unknown'),
  }),
})

export const renewClaim = endpoint({
  name: 'renewClaim',
  tag: 'Call queues',
  summary: 'Keep the person a caller has',
  description: `Extends the caller's claim by ${claimSeconds} seconds. CONFLICT once it has expired and somebody else has the person.`,
  method: 'PATCH',
  path: '/call-queues/{id}/claim/',
  permission: 'calls:write',
  params: idParams,
  body: z.object({ applicationId: id }),
  response: z.object({ until: timestamp.describe('When the claim ends') }),
  errors: ['CONFLICT'],
})

export const releaseClaim = endpoint({
  name: 'releaseClaim',
  tag: 'Call queues',
  summary: 'Give a person back to the queue',
  description: 'Ends the claim of the caller, if there is one.',
  method: 'DELETE',
  path: '/call-queues/{id}/claim/',
  permission: 'calls:write',
  params: idParams,
  status: 204,
})
