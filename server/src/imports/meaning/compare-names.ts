/**
 * Whether two names can be one person's: equal up to case, accents, order and titles, one an abbreviation of the
 * other ("P. Sharma", "Priya Sharma"), or one with more given names. Two people who share an address have names
 * that do not agree; then they are shown as a conflict, never merged.
 */
export function namesAgree(one: string, other: string): boolean {
  const [fewer, more] = [words(one), words(other)].sort((a, b) => a.length - b.length) as [string[], string[]]
  if (fewer.length === 0) return true
  const left = [...more]
  let whole = 0
  for (const word of fewer) {
    const at = left.indexOf(word)
    const abbreviated = at === -1 ? left.findIndex((candidate) => isInitialOf(word, candidate)) : at
    if (abbreviated === -1) return false
    if (at !== -1) whole++
    left.splice(abbreviated, 1)
  }
  // "J. S." fits too many people, and so does a lone first name.
  return whole > 0 && (fewer.length > 1 || more.length === 1)
}

function isInitialOf(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length === 1 && long.startsWith(short)
}

function words(name: string): string[] {
  const folded = name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
  return folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}
