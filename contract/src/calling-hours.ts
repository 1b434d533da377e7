import { z } from 'zod'
import { breaks, callingHours, checkBreaks } from './calling-breaks.ts'
import { endpoint } from './endpoint.ts'
import { id, idParams } from './fields.ts'

/** The days of which a rule says the hours. */
export const callingDays = ['weekdays', 'saturday', 'sunday'] as const

interface StateRule {
  state: string
  /** Hours of the day; null for no calls. Saturday is as Monday to Friday, and Sunday as Saturday, if left out. */
  weekdays: readonly [from: number, to: number]
  saturday?: readonly [from: number, to: number]
  sunday?: readonly [from: number, to: number] | null
  publicHolidays?: false
}

/**
 * The rules of a new workspace: states of the United States that are widely known to be stricter than federal law about
 * telephone sales. No legal advice: whether they hold for recruiting, and as they are now, is for the workspace to decide.
 */
export const defaultCallingHours: readonly StateRule[] = [
  { state: 'AL', weekdays: [8, 20], sunday: null, publicHolidays: false },
  { state: 'CT', weekdays: [9, 20] },
  { state: 'FL', weekdays: [8, 20] },
  { state: 'KY', weekdays: [10, 21] },
  { state: 'LA', weekdays: [8, 20], sunday: null, publicHolidays: false },
  { state: 'MA', weekdays: [8, 20] },
  { state: 'MD', weekdays: [8, 20] },
  { state: 'MN', weekdays: [9, 21] },
  { state: 'MS', weekdays: [8, 20], sunday: null, publicHolidays: false },
  { state: 'NM', weekdays: [9, 21] },
  { state: 'NV', weekdays: [9, 20] },
  { state: 'OK', weekdays: [8, 20] },
  { state: 'RI', weekdays: [9, 18], saturday: [10, 17], sunday: null, publicHolidays: false },
  { state: 'SD', weekdays: [9, 21], sunday: null },
  { state: 'TX', weekdays: [9, 21], sunday: [12, 21] },
  { state: 'UT', weekdays: [8, 21], sunday: null, publicHolidays: false },
  { state: 'WA', weekdays: [8, 20] },
  { state: 'WY', weekdays: [8, 20] },
]

const hours = z
  .object({
    from: z
      .int()
      .min(callingHours.from)
      .max(callingHours.to - 1)
      .describe('Minutes after midnight on the clock of the person called'),
    to: z
      .int()
      .min(callingHours.from + 1)
      .max(callingHours.to)
      .describe('Minutes after midnight on the clock of the person called'),
    breaks: breaks.default([]).describe('When nobody is called between these, from the earliest'),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: /*i18n*/ 'Choose an end after the start' })
  .superRefine(checkBreaks)
  .nullable()

const rule = {
  weekdays: hours.describe('The hours from Monday to Friday; null if nobody is called then'),
  saturday: hours.describe('The hours on Saturday; null if nobody is called then'),
  sunday: hours.describe('The hours on Sunday; null if nobody is called then'),
  publicHolidays: z.boolean().describe('Whether people are called on public holidays of the place'),
} as const

const place = {
  country: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, /*i18n*/ 'Enter a country code, such as US')
    .describe('ISO 3166 alpha-2'),
  state: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{1,3}$/, /*i18n*/ 'Enter a state code, such as TX')
    .nullable()
    .describe('The state or province, as ISO 3166-2 has it after the hyphen; null for the whole country'),
} as const

/** When people of a country or a state are called at most, in all queues and campaigns. */
export const callingHoursRule = z.object({
  id,
  country: z.string().describe('ISO 3166 alpha-2'),
  state: z.string().nullable().describe('The code of the state or province; null for the whole country'),
  placeName: z.string().describe('The name of the state or the country, in the language of the caller'),
  ...rule,
})

export const listCallingHours = endpoint({
  name: 'listCallingHours',
  tag: 'Call queues',
  summary: 'List stricter calling hours',
  description:
    'Returns the countries and states whose people are called at fewer hours than from 8:00 to 21:00, by country and name. ' +
    'Queues and voice campaigns obey them. New workspaces begin with rules of some states of the United States, which are no legal advice.',
  method: 'GET',
  path: '/calling-hours/',
  permission: 'calls:write',
  response: z.object({ items: z.array(callingHoursRule) }),
})

export const listCallingPlaces = endpoint({
  name: 'listCallingPlaces',
  tag: 'Call queues',
  summary: 'List the states of a country',
  description:
    'Returns the states or provinces for which stricter calling hours can be set. `byNumber` says whether phone numbers show the ' +
    'state. If not, the hours of any of its states hold for everybody in the country.',
  method: 'GET',
  path: '/calling-hours/places/{country}/',
  permission: 'calls:write',
  params: z.object({ country: place.country }),
  response: z.object({
    byNumber: z.boolean().describe('Whether the state follows from a phone number'),
    states: z
      .array(
        z.object({
          code: z.string().describe('As ISO 3166-2 has it after the hyphen'),
          name: z.string().describe('In the language of the caller, where it is known'),
        }),
      )
      .describe('By name; empty if the country has none for which hours can be set'),
  }),
})

export const createCallingHours = endpoint({
  name: 'createCallingHours',
  tag: 'Call queues',
  summary: 'Add stricter calling hours',
  description: 'Narrows the hours for a country or a state. CONFLICT if it has hours already.',
  method: 'POST',
  path: '/calling-hours/',
  permission: 'workspace:manage',
  body: z.object({ ...place, ...rule }),
  response: callingHoursRule,
  status: 201,
  errors: ['CONFLICT'],
})

export const updateCallingHours = endpoint({
  name: 'updateCallingHours',
  tag: 'Call queues',
  summary: 'Change stricter calling hours',
  description: 'Changes the fields sent. The next person is chosen by the new hours.',
  method: 'PATCH',
  alsoPut: true,
  path: '/calling-hours/{id}/',
  permission: 'workspace:manage',
  params: idParams,
  body: z.object(rule).partial(),
  response: callingHoursRule,
})

export const deleteCallingHours = endpoint({
  name: 'deleteCallingHours',
  tag: 'Call queues',
  summary: 'Remove stricter calling hours',
  description:
    'People of the country or the state are then called as the queue says, from 8:00 to 21:00 at most.',
  method: 'DELETE',
  path: '/calling-hours/{id}/',
  permission: 'workspace:manage',
  params: idParams,
  status: 204,
})
