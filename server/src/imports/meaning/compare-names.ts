/**
 * Whether two names are the same: the same words up to case, accents, order and courtesy titles. "Sr", "Jr", numerals,
 * initials and second names tell people apart, so that a person decides about them.
 */
export function namesAgree(one: string, other: string): boolean {
  const [left, right] = [words(one), words(other)]
  if (left.length === 0 || right.length === 0) return true
  return left.toSorted().join(' ') === right.toSorted().join(' ')
}

/** Whether one name can be a shorter form of the other: abbreviated ("P. Sharma") or with fewer given names. */
export function namesOverlap(one: string, other: string): boolean {
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

/** "Sr" is no title: it tells a father from his son. */
const titles = new Set([
  'mr',
  'mrs',
  'ms',
  'miss',
  'mx',
  'dr',
  'prof',
  'herr',
  'frau',
  'mme',
  'mlle',
  'sra',
  'srta',
])

/** Two spellings of one suffix. */
const generations: Record<string, string> = {
  junior: 'jr',
  senior: 'sr',
  '2nd': 'ii',
  '3rd': 'iii',
  '4th': 'iv',
}

function words(name: string): string[] {
  const folded = name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
  const all = folded.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '')
  const named = all.filter((word) => !titles.has(word)).map((word) => generations[word] ?? word)
  return named.length > 0 ? named : all
}
