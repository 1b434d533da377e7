import { wcagContrast } from 'culori'
import { describe, expect, it } from 'vitest'
import { readTokens } from './read-tokens.ts'

const texts: [text: string, grounds: string[]][] = [
  ['ink', ['panel', 'bg', 'hover', 'accent-ground', 'line-soft']],
  ['ink-2', ['panel', 'bg', 'hover', 'accent-ground', 'line-soft']],
  ['ink-3', ['panel', 'bg', 'hover']],
  ['accent', ['panel', 'bg', 'hover', 'accent-ground']],
  ['warn', ['panel', 'warn-ground']],
  ['late', ['panel', 'late-ground']],
  ['good', ['panel']],
  ['on-accent', ['accent', 'accent-hover']],
]

describe.each(Object.entries(readTokens()))('in the %s', (_, tokens) => {
  it.each(texts)('%s is readable on each of its backgrounds', (text, grounds) => {
    for (const ground of grounds)
      expect(wcagContrast(tokens[text]!, tokens[ground]!), ground).toBeGreaterThanOrEqual(4.5)
  })
})
