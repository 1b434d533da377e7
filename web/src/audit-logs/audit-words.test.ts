import { describe, expect, it } from 'vitest'
import { actionText } from './audit-words.ts'

const sources = import.meta.glob<string>(
  ['../../../server/src/**/*.ts', '!../../../server/src/testing/**', '!**/*.test.ts'],
  { eager: true, query: '?raw', import: 'default' },
)

/** What the server writes into the audit log: `area.verb`, whether at once or chosen between two. */
const written = [
  /action: '([a-z_-]+\.[a-z_]+)'/g,
  /'((?:access|api-key|impersonation|import|invitation|job|login|password|position|privacy|retention|second_factor|session|user|voice-secret|workspace)\.[a-z_]+)'/g,
]

describe('actionText', () => {
  it('has words for everything the server writes into the audit log', () => {
    const actions = Object.values(sources).flatMap((source) =>
      written.flatMap((pattern) => [...source.matchAll(pattern)].map(([, action]) => action!)),
    )
    expect(actions).toContain('user.suspended')
    const unnamed = new Set(actions.filter((action) => actionText(action) === action))
    expect([...unnamed].sort()).toEqual([])
  })
})
