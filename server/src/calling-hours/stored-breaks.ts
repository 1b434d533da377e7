import type { Span } from '@muster/contract/calling-breaks.ts'

/** Returns breaks as columns store them, from the earliest. */
export function storedBreaks(breaks: readonly Span[] = []): string {
  return JSON.stringify(breaks.toSorted((a, b) => a.from - b.from))
}
