import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, text, timestamp } from './fields.ts'
import { page, pageQuery } from './paging.ts'

/** Who calls people by voice agents; `generic` is the documented form for all others. */
export const voiceProviders = ['twilio', 'vapi', 'retell', 'generic'] as const

export type VoiceProvider = (typeof voiceProviders)[number]

const providerParams = z.object({ provider: z.enum(voiceProviders) })

/**
 * Takes a provider's report of a call, signed by the provider's own rules. Several reports of a call make one call:
 * repeats, disorder and missing ones are harmless, and values never seen before are kept as they are. Answers 200
 * `recorded` with the call, 200 `ignored` for what says nothing of a call, and 202 `unclaimed` for a call whose
 * workspace is not known, which is kept for the operator. 401 without a valid signature, or when it was signed more than
 * five minutes before or after now. The address may carry `workspace` (an id), which is then the only one considered, and,
 * for Twilio, `applicationId`. A call that began with a workspace's own secret is never continued with another's or with
 * the installation's.
 */
export const receiveVoiceEvent = endpoint({
  name: 'receiveVoiceEvent',
  tag: 'Calls',
  summary: "Take a voice provider's report of a call",
  method: 'POST',
  path: '/webhooks/voice/{provider}/',
  permission: 'public',
  params: providerParams,
  response: z.object({
    result: z.enum(['recorded', 'ignored', 'unclaimed']),
    callId: id.nullable(),
  }),
  errors: ['BAD_REQUEST', 'UNAUTHENTICATED', 'PAYLOAD_TOO_LARGE'],
})

export const voiceWebhook = z.object({
  provider: z.enum(voiceProviders),
  /** Where the provider sends its reports. */
  url: z.string(),
  /** Whose secret checks them: the workspace's own, the installation's, or nobody's, and then none is taken. */
  secret: z.enum(['workspace', 'installation', 'none']),
  setAt: timestamp.nullable(),
})

/** The addresses for voice providers, and whether reports to them can be checked. Secrets are never answered. */
export const listVoiceWebhooks = endpoint({
  name: 'listVoiceWebhooks',
  tag: 'Calls',
  summary: 'List the addresses for voice providers',
  method: 'GET',
  path: '/workspace/voice-webhooks/',
  permission: 'workspace:manage',
  response: z.object({ items: z.array(voiceWebhook) }),
})

/** Sets the workspace's own secret with a provider, or removes it with null; then the installation's counts. */
export const setVoiceSecret = endpoint({
  name: 'setVoiceSecret',
  tag: 'Calls',
  summary: "Set the workspace's secret with a voice provider",
  method: 'PUT',
  path: '/workspace/voice-webhooks/{provider}/',
  permission: 'workspace:manage',
  params: providerParams,
  body: z.object({ secret: text(500, 1).nullable() }),
  response: voiceWebhook,
})

/**
 * Why a report belongs to no workspace: it names no call; it names a workspace, an application or an agent that nobody has
 * here, or a workspace that accepts only its own secret; or it names none of them.
 */
export const unclaimedReasons = ['no_call', 'unknown_names', 'no_names'] as const

/** Reports of calls nobody is known to have made, newest first. */
export const listUnclaimedVoiceEvents = endpoint({
  name: 'listUnclaimedVoiceEvents',
  tag: 'Admin',
  summary: 'List reports of calls without a workspace',
  method: 'GET',
  path: '/admin/unclaimed-voice-events/',
  permission: 'platform:manage',
  query: pageQuery(['-receivedAt']),
  response: page(
    z.object({
      id,
      provider: z.enum(voiceProviders),
      providerCallId: z.string().nullable(),
      receivedAt: timestamp,
      /** Of the other side, as it came; null where the report does not say. */
      phone: z.string().nullable(),
      why: z.enum(unclaimedReasons),
      /** The report as it came. */
      event: z.unknown(),
    }),
  ),
})
