import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, text, timestamp } from './fields.ts'
import { computedPage, computedPageQuery } from './paging.ts'

/** Providers of voice agents; `generic` is the documented format for all others. */
export const voiceProviders = ['twilio', 'vapi', 'retell', 'generic'] as const

export type VoiceProvider = (typeof voiceProviders)[number]

const providerParams = z.object({ provider: z.enum(voiceProviders) })

export const receiveVoiceEvent = endpoint({
  name: 'receiveVoiceEvent',
  tag: 'Calls',
  summary: "Receive a voice provider's report of a call",
  description:
    "Accepts a provider's report of a call, signed by the provider's own rules. Several reports make one " +
    'call: repeated, reordered and missing reports are harmless, and unknown values are stored as they are. ' +
    'Returns 200 `recorded` with the call, 200 `ignored` for a report about no call, and 202 `unclaimed` for ' +
    'a call whose workspace is unknown, which is stored for superadmins. 401 without a valid signature, or ' +
    'if it was signed more than five minutes before or after now. The URL may contain `workspace` (an ID), ' +
    'which is then the only one considered, and, for Twilio, `applicationId`. A call that began with a ' +
    "workspace's own secret is never continued with another's or with the installation's.\n\n" +
    "Vapi's `campaign.predial` is `answered`: whether it may call the contact now, by the rules of the call queue that " +
    '`queue` of the URL names, with consent required. Whoever is `eligible` is not called by anybody else for two minutes.',
  method: 'POST',
  path: '/webhooks/voice/{provider}/',
  permission: 'public',
  params: providerParams,
  response: z.object({
    result: z.enum(['recorded', 'ignored', 'unclaimed', 'answered']),
    callId: id.nullable(),
    eligible: z.boolean().optional().describe('Of `answered`: whether the contact may be called now'),
    reason: z.string().optional().describe('Of `answered`: why, or why not, as in `listPredialAnswers`'),
  }),
  errors: ['BAD_REQUEST', 'UNAUTHENTICATED', 'PAYLOAD_TOO_LARGE'],
})

export const voiceWebhook = z.object({
  provider: z.enum(voiceProviders),
  url: z.string().describe('Where the provider sends its reports'),
  secret: z
    .enum(['workspace', 'installation', 'none'])
    .describe(
      "Whose secret verifies them: the workspace's, the installation's, or none, and then all are refused",
    ),
  setAt: timestamp.nullable(),
})

export const listVoiceWebhooks = endpoint({
  name: 'listVoiceWebhooks',
  tag: 'Calls',
  summary: 'List the URLs for voice providers',
  description:
    'Returns the URLs for voice providers, and whether reports to them can be verified. Secrets are never ' +
    'returned.',
  method: 'GET',
  path: '/workspace/voice-webhooks/',
  permission: 'workspace:manage',
  response: z.object({ items: z.array(voiceWebhook) }),
})

export const setVoiceSecret = endpoint({
  name: 'setVoiceSecret',
  tag: 'Calls',
  summary: "Set the workspace's secret with a voice provider",
  description:
    "Sets the workspace's own secret for a provider, or removes it with null; the installation's then " +
    'applies.',
  method: 'PUT',
  path: '/workspace/voice-webhooks/{provider}/',
  permission: 'workspace:manage',
  params: providerParams,
  body: z.object({ secret: text(500, 1).nullable() }),
  response: voiceWebhook,
})

/**
 * Why a report belongs to no workspace: it names no call; it names an unknown workspace, application or agent, or a
 * workspace that accepts only its own secret; or it names none of these.
 */
export const unclaimedReasons = ['no_call', 'unknown_names', 'no_names'] as const

export const listUnclaimedVoiceEvents = endpoint({
  name: 'listUnclaimedVoiceEvents',
  tag: 'Admin',
  summary: 'List unclaimed call reports',
  description: 'Returns reports of calls that belong to no known workspace, newest first.',
  method: 'GET',
  path: '/admin/unclaimed-voice-events/',
  permission: 'platform:manage',
  query: computedPageQuery(['-receivedAt']),
  response: computedPage(
    z.object({
      id,
      provider: z.enum(voiceProviders),
      providerCallId: z.string().nullable(),
      receivedAt: timestamp,
      phone: z
        .string()
        .nullable()
        .describe("The other side's number as received; null if the report has none"),
      why: z.enum(unclaimedReasons),
      event: z.unknown().describe('The report as received'),
    }),
  ),
})
