import { type RawBuilder, type SqlBool, sql } from 'kysely'

export function isLike(expression: RawBuilder<unknown>, part: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${expression} like fold(${`%${part.replace(/[\\%_]/g, '\\$&')}%`})`
}

/** Shorter parts have no trigrams to look up. */
export const minTrigram = 3

/**
 * The domain of an email address is shared by thousands: looking it up took 66 of 70 ms at a million. So the index
 * finds the part before the @, and the whole word is compared on those rows.
 */
export function containsWord(expression: RawBuilder<unknown>, word: string): RawBuilder<SqlBool> {
  const at = word.indexOf('@')
  if (at < minTrigram) return isLike(expression, word)
  const notIndexed = sql`(${expression} || '')`
  return sql<SqlBool>`(${isLike(expression, word.slice(0, at + 1))} and ${isLike(notIndexed, word)})`
}

/** Returns the words of a search text. */
export function wordsOf(typed: string): string[] {
  return typed.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)
}

/** Returns further conditions under which a word is found; any of them is enough. */
export type WordMatches = (word: string) => readonly RawBuilder<SqlBool>[]

/**
 * Tells whether folded expressions (SQL's `fold`: lower case without accents) contain every word of a search text, in
 * any order; each word may be in any of them, or be found by `matches`. Each word is one LIKE on an expression, which its
 * trigram index answers; `%`, `_` and `\` stand for themselves.
 */
export function containsText(
  expressions: RawBuilder<unknown> | readonly RawBuilder<unknown>[],
  typed: string,
  matches: WordMatches = () => [],
): RawBuilder<SqlBool> {
  const places = [expressions].flat() as RawBuilder<unknown>[]
  const words = wordsOf(typed)
  if (words.length === 0) return sql<SqlBool>`true`
  const each = words.map((word) => {
    const found = [...places.map((place) => containsWord(place, word)), ...matches(word)]
    return found.length > 0 ? sql`(${sql.join(found, sql` or `)})` : sql`false`
  })
  return sql<SqlBool>`(${sql.join(each, sql` and `)})`
}
