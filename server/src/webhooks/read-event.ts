import type { VoiceProvider } from '@muster/contract/voice-webhooks.ts'
import { readGeneric } from './providers/read-generic.ts'
import { readRetell } from './providers/read-retell.ts'
import { readTwilio } from './providers/read-twilio.ts'
import { readVapi } from './providers/read-vapi.ts'
import { fieldsOf, pick, readText } from './read-values.ts'
import type { VoiceFacts } from './voice-facts.ts'

/** A stored report: its body and its URL's query. */
export interface StoredEvent {
  sha256: string
  receivedAt: string
  query: Record<string, unknown>
  body: unknown
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a value of a URL is an ID. */
export function isIdInUrl(value: unknown): value is string {
  return typeof value === 'string' && uuid.test(value)
}

/**
 * Returns whether a report's URL names a workspace, and which. The id is null if the name is not a valid id. Such a
 * report belongs to nobody, unlike one that names none.
 */
export function workspaceInUrl(query: Record<string, unknown>): {
  names: boolean
  workspaceId: string | null
} {
  if (!Object.hasOwn(query, 'workspace')) return { names: false, workspaceId: null }
  const { workspace } = query
  return { names: true, workspaceId: isIdInUrl(workspace) ? workspace.toLowerCase() : null }
}

const readers: Record<VoiceProvider, (event: StoredEvent) => VoiceFacts | null> = {
  twilio: ({ body, query }) => readTwilio(body, query),
  retell: ({ body }) => readRetell(body),
  vapi: ({ body }) => readVapi(body),
  generic: ({ body }) => readGeneric(body),
}

/**
 * Parses a stored report; null if it names no call. Always parses the stored form, so reports can be parsed again
 * later.
 */
export function readEvent(provider: VoiceProvider, event: StoredEvent): VoiceFacts | null {
  return readers[provider](event)
}

/** Message types that repeat many times per call and are included in the final report. */
const progressTypes: ReadonlySet<string> = new Set([
  'assistant.started',
  'campaign.event',
  'conversation-update',
  'model-output',
  'speech-update',
  'transcript',
  "transcript[transcripttype='final']",
  'tool-calls',
  'function-call',
  'user-interrupted',
  'voice-input',
  'transcript_updated',
])

export function isProgressMessage(provider: VoiceProvider, body: unknown): boolean {
  if (provider !== 'vapi' && provider !== 'retell') return false
  const fields = fieldsOf(body)
  const type = pick(fieldsOf(pick(fields, 'message')), 'type') ?? pick(fields, 'event', 'type')
  return progressTypes.has(readText(type, 60)?.toLowerCase() ?? '')
}
