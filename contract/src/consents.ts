import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, optionalText, text, timestamp, userRef } from './fields.ts'
import { computedPage, computedPageQuery } from './paging.ts'

/** The ways to contact a person, of which each has a state. */
export const contactChannels = ['person_call', 'voice_agent_call', 'text_message', 'email'] as const

/** What an entry is about: every channel, all calls, or one channel. */
export const consentChannels = ['any', 'calls', ...contactChannels] as const

/** Why a person is contacted. Only `recruiting` decides who is called. */
export const consentPurposes = ['recruiting', 'marketing'] as const

/** `cleared` takes back what was recorded before: nothing is known again. */
export const consentActions = ['given', 'revoked', 'cleared'] as const

export const consentSources = [
  'user',
  'api',
  'form',
  'call',
  'import',
  'import_undo',
  'merge',
  'unmerge',
  'earlier',
] as const

/** The sources that a client can name. Without one it is the user or the API. */
export const namedSources = ['form', 'call'] as const

export const channelStates = ['unknown', 'given', 'revoked'] as const

const httpUrl = text(2000).pipe(
  z.url({ protocol: /^https?$/, error: /*i18n*/ 'Enter a URL, such as https://example.com' }),
)

const channel = z
  .enum(consentChannels)
  .describe('What it is about: `any` channel, all `calls`, or one channel')
const purpose = z
  .enum(consentPurposes)
  .describe('Why the person is contacted. Only `recruiting` decides who is called.')
const action = z
  .enum(consentActions)
  .describe('`cleared` takes back what was recorded before: nothing is known again')

/** An entry of a person's consent. Entries are added and never changed. */
export const consentEntry = z.object({
  id,
  candidateId: id.describe('The candidate for whom it was recorded, who may have been merged since'),
  channel,
  purpose,
  action,
  wording: z.string().nullable().describe('The words that the person was shown or told'),
  source: z
    .enum(consentSources)
    .describe('How it was recorded; `earlier` for what was known before consent was kept as entries'),
  at: timestamp.describe('When the person gave or revoked it'),
  recordedAt: timestamp.describe('When it was recorded'),
  recordedBy: userRef.nullable().describe('Null for reports of voice providers'),
  evidence: z
    .object({
      url: z.string().nullable().describe('A link to the evidence'),
      file: z.object({ id, name: z.string() }).nullable().describe('A file, such as a signed form'),
      callId: id.nullable().describe('The call in which it was said'),
    })
    .describe('Empty for callers who may not see contact data'),
})

const channelState = z.object({
  channel: z.enum(contactChannels).describe('The channel'),
  state: z.enum(channelStates).describe('Whether the person may be contacted so, as far as anybody knows'),
  entryId: id.nullable().describe('The entry that decides; null if there is none'),
})

export const listConsents = endpoint({
  name: 'listConsents',
  tag: 'Candidates',
  summary: "List a candidate's consents",
  description:
    'Returns the entries of consent of a candidate and of those who were merged into them, newest first, and the state ' +
    'of each channel for recruiting. Each new entry changes the candidate, so candidates can be followed instead.',
  method: 'GET',
  path: '/candidates/{id}/consents/',
  permission: 'candidates:read',
  params: idParams,
  query: computedPageQuery(['-recordedAt', 'recordedAt']).omit({ q: true }),
  response: computedPage(consentEntry).extend({
    channels: z.array(channelState).describe('One for each channel'),
  }),
})

export const recordConsent = endpoint({
  name: 'recordConsent',
  tag: 'Candidates',
  summary: "Record a candidate's consent",
  description:
    'Adds an entry. A revocation takes effect at once and holds until an entry of the same channel follows that is not ' +
    'dated before it. Entries for `any` set `consent` of the candidate; a revocation of `calls` sets `doNotCall`.',
  method: 'POST',
  path: '/candidates/{id}/consents/',
  permission: 'candidates:write',
  params: idParams,
  body: z.object({
    channel,
    purpose: purpose.default('recruiting'),
    action,
    wording: optionalText(2000).describe('The words that the person was shown or told'),
    source: z.enum(namedSources).optional().describe('Where it was said; the caller if left out'),
    at: timestamp.optional().describe('When the person gave or revoked it; now if left out, never later'),
    evidenceUrl: z
      .union([httpUrl, z.literal('').transform(() => null)])
      .nullish()
      .describe('A link to the evidence'),
    evidenceFileId: id.nullish().describe('An uploaded file, such as a signed form'),
    evidenceCallId: id.nullish().describe('A call with this candidate'),
  }),
  response: consentEntry,
  status: 201,
})
