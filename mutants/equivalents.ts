import { readFileSync } from 'node:fs'

/** A mutant that no test can catch, since behavior is unchanged. */
export interface Equivalent {
  key: string
  reason: string
}

export const equivalents: readonly Equivalent[] = JSON.parse(
  readFileSync(new URL('./equivalents.json', import.meta.url), 'utf8'),
)

/** Returns the source file of a key. */
export function fileOfKey(key: string): string {
  return key.slice(0, key.indexOf(' '))
}
