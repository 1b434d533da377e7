import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, text, timestamp } from './fields.ts'

/** How long an access token lets a browser connect to Twilio. */
export const browserCallTokenSeconds = 600

/** The names of the parameters that the browser sends to Twilio, and Twilio to us. */
export const browserCallParameters = { callId: 'muster_call_id', applicationId: 'application_id' } as const

export const browserCallSettings = z.object({
  accountId: z
    .string()
    .nullable()
    .describe('The Account SID of the key for placing calls through Twilio; null without one'),
  keyId: z
    .string()
    .nullable()
    .describe('The SID of the API key; null if calls in the browser are not set up'),
  appId: z.string().nullable().describe('The SID of the TwiML App'),
  callerNumber: z.string().nullable().describe('The number that people see, as E.164'),
  setAt: timestamp.nullable().describe('When it was set up'),
  url: z.string().describe('The voice request URL of the TwiML App'),
})

export const getBrowserCallSettings = endpoint({
  name: 'getBrowserCallSettings',
  tag: 'Calls',
  summary: 'Get the settings of calls in the browser',
  description:
    'Returns how users call in the browser through Twilio. The secret of the API key is never returned.',
  method: 'GET',
  path: '/workspace/browser-calls/',
  permission: 'workspace:manage',
  response: browserCallSettings,
})

export const setBrowserCallSettings = endpoint({
  name: 'setBrowserCallSettings',
  tag: 'Calls',
  summary: 'Set up calls in the browser',
  description:
    "Sets with which API key, TwiML App and number of the workspace's Twilio account users call in the browser. CONFLICT " +
    'without a key for placing calls through Twilio, since its auth token verifies what Twilio sends. `keySecret` may be ' +
    'left out if the API key stays the same.',
  method: 'PUT',
  path: '/workspace/browser-calls/',
  permission: 'workspace:manage',
  body: z.object({
    keyId: z
      .string()
      .trim()
      .regex(/^SK[0-9a-fA-F]{32}$/, /*i18n*/ 'Enter an API key SID: SK and 32 letters and digits')
      .describe('The SID of the API key, which starts with SK'),
    keySecret: text(500, 1).optional().describe('The secret of the API key'),
    appId: z
      .string()
      .trim()
      .regex(/^AP[0-9a-fA-F]{32}$/, /*i18n*/ 'Enter a TwiML App SID: AP and 32 letters and digits')
      .describe('The SID of the TwiML App, which starts with AP'),
    callerNumber: text(60, 1).describe(
      "The number that people see: one of the Twilio account. Without a country code, it is one of the workspace's country",
    ),
  }),
  response: browserCallSettings,
  errors: ['CONFLICT'],
})

export const removeBrowserCallSettings = endpoint({
  name: 'removeBrowserCallSettings',
  tag: 'Calls',
  summary: 'Remove the settings of calls in the browser',
  description: 'Removes the API key, the TwiML App and the number. Users then call by phone.',
  method: 'DELETE',
  path: '/workspace/browser-calls/',
  permission: 'workspace:manage',
  status: 204,
})

export const getBrowserCalls = endpoint({
  name: 'getBrowserCalls',
  tag: 'Calls',
  summary: 'Tell whether users call in the browser',
  description: 'Returns whether the workspace has set up calls in the browser.',
  method: 'GET',
  path: '/browser-calls/',
  permission: 'calls:write',
  response: z.object({ configured: z.boolean().describe('Whether calls in the browser are set up') }),
})

export const prepareBrowserCall = endpoint({
  name: 'prepareBrowserCall',
  tag: 'Calls',
  summary: 'Prepare a call in the browser',
  description:
    "Returns what Twilio's Voice SDK needs to call the person whom the caller has claimed in a call queue: an access token, " +
    'and the ID of the call. Connect with the parameters `muster_call_id` and `application_id`. CONFLICT if calls in the ' +
    'browser are not set up, if the caller does not have this person now, or if the person may not be called now: they have ' +
    'no number, asked not to be called, withdrew their consent, or it is outside calling hours. All of it is checked again ' +
    'when Twilio asks whom to dial.',
  method: 'POST',
  path: '/browser-calls/',
  permission: 'calls:write',
  body: z.object({ applicationId: id }),
  response: z.object({
    callId: id.describe('Log the call with it as `placedCallId`'),
    token: z.string().describe('An access token of Twilio for outgoing calls'),
    expiresAt: timestamp.describe('Until when the token lets the browser connect'),
  }),
  showsSecret: true,
  errors: ['CONFLICT'],
})

const webhookErrors = ['BAD_REQUEST', 'UNAUTHENTICATED', 'PAYLOAD_TOO_LARGE'] as const

export const dialBrowserCall = endpoint({
  name: 'dialBrowserCall',
  tag: 'Calls',
  summary: 'Tell Twilio whom to dial',
  description:
    "The voice request URL of the TwiML App. Twilio asks it when a browser calls, signed with the account's auth token. The " +
    'answer is TwiML: it dials the number of the person whom this user has claimed at this moment, or rejects the call. The ' +
    'browser never chooses the number. 401 without a valid signature.',
  method: 'POST',
  path: '/webhooks/browser-calls/{workspaceId}/',
  permission: 'public',
  params: z.object({ workspaceId: id }),
  streams: 'text/xml',
  errors: webhookErrors,
})

export const receiveBrowserCallReport = endpoint({
  name: 'receiveBrowserCallReport',
  tag: 'Calls',
  summary: "Receive Twilio's report of a call in the browser",
  description:
    "Accepts Twilio's status callbacks of a call that a user placed in the browser, signed with the account's auth token. " +
    'Repeated and reordered reports are harmless. The answer is empty TwiML. 401 without a valid signature.',
  method: 'POST',
  path: '/webhooks/browser-calls/{workspaceId}/{callId}/',
  permission: 'public',
  params: z.object({ workspaceId: id, callId: id.describe('The ID of the call') }),
  streams: 'text/xml',
  errors: webhookErrors,
})
