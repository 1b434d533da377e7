import { type RawBuilder, type SqlBool, sql } from 'kysely'

function like(expression: RawBuilder<unknown>, part: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${expression} like fold(${`%${part.replace(/[\\%_]/g, '\\$&')}%`})`
}

/** Shorter parts have no trigram to look up. */
const shortestLookup = 3

/**
 * The domain of an address is that of thousands: looked up with the rest it cost 66 ms of 70 at a million, so the
 * index finds the part before the @, and the whole is compared on what it found.
 */
function contains(expression: RawBuilder<unknown>, word: string): RawBuilder<SqlBool> {
  const at = word.indexOf('@')
  if (at < shortestLookup) return like(expression, word)
  const notIndexed = sql`(${expression} || '')`
  return sql<SqlBool>`(${like(expression, word.slice(0, at + 1))} and ${like(notIndexed, word)})`
}

/**
 * Whether folded expressions (SQL's `fold`: lower case without accents) have every word of what was typed, in any order;
 * a word may be in any of several.
 * Each word is one LIKE on an expression, which its trigram index answers; `%`, `_` and `\` stand for themselves.
 */
export function containsText(
  expressions: RawBuilder<unknown> | readonly RawBuilder<unknown>[],
  typed: string,
): RawBuilder<SqlBool> {
  const places = [expressions].flat() as RawBuilder<unknown>[]
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)
  if (words.length === 0) return sql<SqlBool>`true`
  const each = words.map((word) => {
    const found = places.map((place) => contains(place, word))
    return sql`(${sql.join(found, sql` or `)})`
  })
  return sql<SqlBool>`(${sql.join(each, sql` and `)})`
}
