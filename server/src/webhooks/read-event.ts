import type { VoiceProvider } from '@muster/contract/voice-webhooks.ts'
import { readGeneric } from './providers/read-generic.ts'
import { readRetell } from './providers/read-retell.ts'
import { readTwilio } from './providers/read-twilio.ts'
import { readVapi } from './providers/read-vapi.ts'
import { fieldsOf, pick, readText } from './read-values.ts'
import type { VoiceFacts } from './voice-facts.ts'

/** A report as it is kept: what came, with what the address said. */
export interface KeptEvent {
  sha256: string
  receivedAt: string
  query: Record<string, unknown>
  body: unknown
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Whether the address of a report names a workspace, and which; the id is null when what it names cannot be one. That is
 * different from naming none: such a report belongs to nobody.
 */
export function addressOf(query: Record<string, unknown>): { names: boolean; workspaceId: string | null } {
  if (!Object.hasOwn(query, 'workspace')) return { names: false, workspaceId: null }
  const { workspace } = query
  const isId = typeof workspace === 'string' && uuid.test(workspace)
  return { names: true, workspaceId: isId ? workspace.toLowerCase() : null }
}

const readers: Record<VoiceProvider, (event: KeptEvent) => VoiceFacts | null> = {
  twilio: ({ body, query }) => readTwilio(body, query),
  retell: ({ body }) => readRetell(body),
  vapi: ({ body }) => readVapi(body),
  generic: ({ body }) => readGeneric(body),
}

/** What a report says of a call; null when it names none. Always read from what was kept, so it can be read anew. */
export function readEvent(provider: VoiceProvider, event: KeptEvent): VoiceFacts | null {
  return readers[provider](event)
}

/** Said many times a call, and again in the report at its end. */
const chatter: ReadonlySet<string> = new Set([
  'assistant.started',
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

export function isChatter(provider: VoiceProvider, body: unknown): boolean {
  if (provider !== 'vapi' && provider !== 'retell') return false
  const fields = fieldsOf(body)
  const type = pick(fieldsOf(pick(fields, 'message')), 'type') ?? pick(fields, 'event', 'type')
  return chatter.has(readText(type, 60)?.toLowerCase() ?? '')
}
