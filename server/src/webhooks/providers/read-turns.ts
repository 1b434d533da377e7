import { fieldsOf, pick, readText } from '../read-values.ts'
import type { Turn } from '../voice-facts.ts'

const maxTurns = 2000
const maxTurnLength = 5000
const maxTranscriptLength = 200_000

const agents: ReadonlySet<string> = new Set(['agent', 'assistant', 'bot', 'ai', 'model', 'system'])
const people: ReadonlySet<string> = new Set([
  'user',
  'customer',
  'human',
  'person',
  'caller',
  'candidate',
  'client',
])

function speakerOf(role: unknown): Turn['speaker'] | null {
  const key = readText(role, 40)?.toLowerCase()
  if (!key) return null
  if (agents.has(key)) return 'agent'
  return people.has(key) ? 'person' : null
}

function fromList(list: readonly unknown[]): Turn[] {
  return list.slice(0, maxTurns).flatMap((each): Turn[] => {
    const fields = fieldsOf(each)
    const role = readText(pick(fields, 'role', 'speaker', 'user'), 40)?.toLowerCase()
    // The agent's instructions, not speech.
    if (role === 'system') return []
    const speaker = speakerOf(role)
    const text = readText(pick(fields, 'message', 'content', 'text', 'transcript'), maxTurnLength)
    return speaker && text ? [{ speaker, text }] : []
  })
}

function fromLines(text: string): Turn[] {
  const turns: Turn[] = []
  for (const line of text.slice(0, maxTranscriptLength).split('\n').slice(0, maxTurns)) {
    const [, role, said] = /^\s*([^:\n]{1,40}):\s*(.+)$/u.exec(line) ?? []
    const speaker = speakerOf(role)
    if (speaker && said) turns.push({ speaker, text: said.trim() })
  }
  return turns
}

/** Returns the turns from the first readable value: a list of turns, or lines such as "User: Hello". */
export function readTurns(...values: unknown[]): { turns: Turn[] | null; transcript: string | null } {
  let transcript: string | null = null
  for (const value of values) {
    const text = typeof value === 'string' ? readText(value, maxTranscriptLength) : null
    const turns = Array.isArray(value) ? fromList(value) : text ? fromLines(text) : []
    if (turns.length > 0) return { turns, transcript: null }
    // Some providers send dots in place of omitted words.
    if (text && /\p{L}|\p{N}/u.test(text)) transcript ??= text
  }
  return { turns: null, transcript }
}
