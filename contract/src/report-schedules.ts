import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, id, idParams, text, timestamp, timezone, userRef, version } from './fields.ts'

export const frequencies = ['daily', 'weekly', 'monthly'] as const

/** The most recipients of a schedule. */
export const maxRecipients = 50

/** Why a recipient gets no email, as far as it is known now. */
export const recipientStates = ['active', 'unsubscribed', 'inactive', 'no_access'] as const

/**
 * What came of a delivery: `empty` and `failed` were emailed too, and say so. `withdrawn`: the owner of the schedule may not send
 * it any more.
 */
export const deliveryOutcomes = [
  'pending',
  'sent',
  'empty',
  'failed',
  'unsubscribed',
  'inactive',
  'no_access',
  'withdrawn',
  'limited',
] as const

const weekday = z.int().min(1).max(7)

const timing = {
  frequency: z.enum(frequencies).describe('How often it is sent'),
  weekdays: z
    .array(weekday)
    .max(7)
    .default([])
    .describe('For `weekly`: the days from 1, Monday, to 7; else empty'),
  monthDay: z
    .int()
    .min(1)
    .max(31)
    .nullable()
    .default(null)
    .describe('For `monthly`: the day of the month, or the last one of a shorter month; else null'),
  hour: z.int().min(0).max(23).describe('The hour of the day in `timezone`'),
  timezone,
}

export const reportSchedule = z.object({
  id,
  report: z.object({ id, name: z.string() }).describe('The saved report that is sent'),
  owner: userRef.describe('Who added it: it is sent with their right to share the report'),
  ...timing,
  weekdays: z.array(z.int()).describe('For `weekly`: the days from 1, Monday, to 7; else empty'),
  monthDay: z.int().nullable().describe('For `monthly`: the day of the month; else null'),
  withPdf: z.boolean().describe('Whether the report is attached as a PDF with its chart and figures'),
  withRows: z
    .boolean()
    .describe('Whether the rows behind the report are attached for recipients who may export them'),
  isPaused: z.boolean().describe('Whether it is not sent at present'),
  nextAt: timestamp.nullable().describe('When it is sent next; null while it is paused'),
  recipients: z
    .array(
      z.object({
        user: userRef,
        state: z
          .enum(recipientStates)
          .describe(
            '`unsubscribed` by the link in an email; `inactive`: suspended, deleted or never signed in; `no_access`: not allowed to see the report',
          ),
        unsubscribedAt: timestamp.nullable().describe('When they unsubscribed; null if they did not'),
      }),
    )
    .describe('The users it is sent to, each with the figures of the rows that they may see'),
  version: z.int().describe('Raised by each change. Send it back to change only what you have read.'),
  createdAt: timestamp,
  updatedAt: timestamp,
  can: z
    .object({ edit: z.boolean() })
    .describe('`edit`: change all of it. Everybody who sees it may pause and delete it.'),
})

const recipientIds = z
  .array(id)
  .min(1, /*i18n*/ 'Choose at least one recipient')
  .max(maxRecipients)
  .describe('The users it is sent to. Others than the caller require `views:share`.')

const input = z.object({
  reportId: id.describe('The saved report to send'),
  ...timing,
  withPdf: z.boolean().default(true).describe('Attaches the report as a PDF with its chart and figures'),
  withRows: z.boolean().default(false).describe('Attaches the rows for recipients who may export them'),
  isPaused: z.boolean().default(false).describe('Whether it is not sent at present'),
  recipientIds,
})

export const listReportSchedules = endpoint({
  name: 'listReportSchedules',
  tag: 'Analytics',
  summary: 'List report schedules',
  description:
    "Returns the caller's own schedules, by the name of their report. With `all`, those of everybody in the workspace, " +
    'which requires `workspace:manage`.',
  method: 'GET',
  path: '/report-schedules/',
  permission: 'reports:read',
  query: z.object({
    reportId: id.optional().describe('Only those of this saved report'),
    all: flag.describe('true: also those of other users'),
  }),
  response: z.object({ items: z.array(reportSchedule) }),
})

export const createReportSchedule = endpoint({
  name: 'createReportSchedule',
  tag: 'Analytics',
  summary: 'Email a saved report on a schedule',
  description:
    'Sends a saved report by email: daily, weekly or monthly, at an hour of a timezone. Each recipient gets the ' +
    'figures of the rows that they may see at the time of sending. Sending to others requires `views:share`; ' +
    'client reviewers can get only measures, groupings and filters that they may see. VALIDATION of ' +
    '`recipientIds` for users who cannot get it.',
  method: 'POST',
  path: '/report-schedules/',
  permission: 'reports:read',
  body: input,
  response: reportSchedule,
  status: 201,
})

export const getReportSchedule = endpoint({
  name: 'getReportSchedule',
  tag: 'Analytics',
  summary: 'Get a report schedule',
  method: 'GET',
  path: '/report-schedules/{id}/',
  permission: 'reports:read',
  params: idParams,
  response: reportSchedule,
})

export const updateReportSchedule = endpoint({
  name: 'updateReportSchedule',
  tag: 'Analytics',
  summary: 'Change a report schedule',
  description:
    "Changes the caller's own schedule. Recipients who unsubscribed stay unsubscribed: only they can subscribe again. Of " +
    'a schedule of somebody else, callers with `workspace:manage` change `isPaused` alone: FORBIDDEN for all other fields.',
  method: 'PATCH',
  alsoPut: true,
  path: '/report-schedules/{id}/',
  permission: 'reports:read',
  params: idParams,
  body: z.object({
    frequency: timing.frequency.optional(),
    weekdays: z.array(weekday).max(7).optional().describe('For `weekly`: the days from 1, Monday, to 7'),
    monthDay: z.int().min(1).max(31).nullable().optional().describe('For `monthly`: the day of the month'),
    hour: timing.hour.optional(),
    timezone: timezone.optional(),
    withPdf: z.boolean().optional().describe('Attaches the report as a PDF with its chart and figures'),
    withRows: z.boolean().optional().describe('Attaches the rows for recipients who may export them'),
    isPaused: z.boolean().optional().describe('Whether it is not sent at present'),
    recipientIds: recipientIds.optional(),
    version: version.optional(),
  }),
  response: reportSchedule,
  errors: ['CONFLICT'],
})

export const deleteReportSchedule = endpoint({
  name: 'deleteReportSchedule',
  tag: 'Analytics',
  summary: 'Delete a report schedule',
  description:
    "Deletes the caller's own schedule with the record of what was sent, or with `workspace:manage` that of somebody else.",
  method: 'DELETE',
  path: '/report-schedules/{id}/',
  permission: 'reports:read',
  params: idParams,
  status: 204,
})

const sending = z.object({
  id,
  dueAt: timestamp.describe('The time of the schedule that it was sent for'),
  deliveries: z
    .array(
      z.object({
        user: userRef,
        outcome: z
          .enum(deliveryOutcomes)
          .describe(
            '`sent`, `empty` and `failed` were emailed. The others were not: `withdrawn` as the owner may not send it any more, `limited` as too many reports were sent to them.',
          ),
        mail: z
          .enum(['waiting', 'sent', 'retrying', 'canceled'])
          .nullable()
          .describe('The state of the email; null if there is none'),
        endedAt: timestamp.nullable().describe('When the outcome was known; null while it is pending'),
      }),
    )
    .describe('What each recipient got'),
})

export const listReportSendings = endpoint({
  name: 'listReportSendings',
  tag: 'Analytics',
  summary: 'List what a schedule sent',
  description: 'Returns the last 20 times that the schedule was due, the newest first.',
  method: 'GET',
  path: '/report-schedules/{id}/sendings/',
  permission: 'reports:read',
  params: idParams,
  response: z.object({ items: z.array(sending) }),
})

export const sendSavedReport = endpoint({
  name: 'sendSavedReport',
  tag: 'Analytics',
  summary: 'Email a saved report to yourself',
  description: 'Sends a saved report to the caller now, as a schedule would.',
  method: 'POST',
  path: '/saved-reports/{id}/send/',
  permission: 'reports:read',
  params: idParams,
  body: z.object({
    withPdf: z.boolean().default(true).describe('Attaches the report as a PDF with its chart and figures'),
    withRows: z.boolean().default(false).describe('Attaches the rows if the caller may export them'),
  }),
  status: 202,
  response: z.object({ id: id.describe('The ID of the sending') }),
  errors: ['RATE_LIMITED'],
})

export const downloadSavedReport = endpoint({
  name: 'downloadSavedReport',
  tag: 'Analytics',
  summary: 'Download a saved report as a PDF',
  description:
    "Returns a saved report with its chart and figures, as of now, of the rows that the caller may see, in the caller's " +
    'language. Requires `reports:read` too.',
  method: 'GET',
  path: '/saved-reports/{id}/pdf/',
  permission: 'reports:export',
  params: idParams,
  streams: 'application/pdf',
  errors: ['UNAVAILABLE'],
})

export const downloadReport = endpoint({
  name: 'downloadReport',
  tag: 'Analytics',
  summary: 'Download a question of Explore as a PDF',
  description:
    'Returns what `downloadSavedReport` returns, for a question that is not saved. Requires `reports:read` too. VALIDATION for a ' +
    'filter or period that no report can have.',
  method: 'GET',
  path: '/explore/pdf/',
  permission: 'reports:export',
  query: z.object({
    name: text(200, 1).describe('The title of the PDF and the name of the file'),
    search: text(8000).describe(
      'The search parameters of the screen, as in its URL: `measure=hired&by=source&days=90`',
    ),
  }),
  streams: 'application/pdf',
  errors: ['UNAVAILABLE'],
})

const token = z.string().min(1, /*i18n*/ 'Required').max(500).describe('From the link in the email')

const subscription = z.object({
  report: z.string().describe('The name of the report'),
  workspace: z.string().describe('The name of the workspace'),
  isSubscribed: z.boolean().describe('Whether the report is emailed to them'),
})

export const setReportSubscription = endpoint({
  name: 'setReportSubscription',
  tag: 'Analytics',
  summary: 'Unsubscribe from an emailed report, or subscribe again',
  description:
    'Works with the signed link of an email, without signing in. VALIDATION of `token` for a link that does not work.',
  method: 'POST',
  path: '/report-subscriptions/',
  permission: 'public',
  body: z.object({
    token,
    isSubscribed: z.boolean().describe('false to unsubscribe, true to subscribe again'),
  }),
  response: subscription,
  errors: ['RATE_LIMITED'],
})

export const unsubscribeWithOneClick = endpoint({
  name: 'unsubscribeWithOneClick',
  tag: 'Analytics',
  summary: 'Unsubscribe from an emailed report by its header',
  description:
    'The address of the `List-Unsubscribe` header, which mail programs call (RFC 8058). The body is ignored. VALIDATION ' +
    'of `token` for a link that does not work.',
  method: 'POST',
  path: '/report-subscriptions/{token}/',
  permission: 'public',
  params: z.object({ token }),
  response: subscription,
})
