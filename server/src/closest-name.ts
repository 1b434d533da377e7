import { distance } from 'fastest-levenshtein'

/** Ignores case and separators, so that `updated_since` is close to `updatedSince`. */
function bareName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** Returns how many mistakes turn one name into the other. Swapped letters are one mistake. */
function mistakes(name: string, other: string): number {
  const letters = (word: string) => [...word].sort().join('')
  return letters(name) === letters(other) ? Number(name !== other) : distance(name, other)
}

/** Returns the known name that `name` is most likely a misspelling of: one mistake in so many letters at most. */
export function closestName(
  name: string,
  known: readonly string[],
  lettersPerMistake = 3,
): string | undefined {
  const bare = bareName(name.slice(0, 100))
  return known
    .map((each) => ({ each, found: mistakes(bare, bareName(each)) }))
    .filter(({ each, found }) => found <= Math.max(1, Math.floor(each.length / lettersPerMistake)))
    .sort((a, b) => a.found - b.found)[0]?.each
}
