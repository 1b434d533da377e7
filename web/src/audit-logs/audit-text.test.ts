import { describe, expect, it } from 'vitest'
import { actionText, subjectText } from './audit-text.ts'

const sources = import.meta.glob<string>(
  ['../../../server/src/**/*.ts', '!../../../server/src/testing/**', '!**/*.test.ts'],
  { eager: true, query: '?raw', import: 'default' },
)

/**
 * The actions that the server writes into the audit log: `area.verb`, also within conditional expressions.
 */
const written = [
  /action: '([a-z_-]+\.[a-z_]+)'/g,
  /'((?:access|api-key|impersonation|import|invitation|job|login|password|position|privacy|retention|second_factor|session|user|voice-secret|workspace)\.[a-z_]+)'/g,
]

describe('actionText', () => {
  it('has a text for every action that the server writes into the audit log', () => {
    const actions = Object.values(sources).flatMap((source) =>
      written.flatMap((pattern) => [...source.matchAll(pattern)].map(([, action]) => action!)),
    )
    expect(actions).toContain('user.suspended')
    const unnamed = new Set(actions.filter((action) => actionText(action) === action))
    expect([...unnamed].sort()).toEqual([])
  })
})

describe('subjectText', () => {
  it('has a word for every kind of record that the server writes into the audit log', () => {
    const kinds = Object.values(sources).flatMap((source) =>
      [...source.matchAll(/subject: \{ kind: '([a-z_-]+)'/g)].map(([, kind]) => kind!),
    )
    expect(kinds).toContain('call_queue')
    const unnamed = new Set(kinds.filter((kind) => subjectText({ kind, id: '', name: null }) === kind))
    expect([...unnamed]).toEqual([])
  })
})
