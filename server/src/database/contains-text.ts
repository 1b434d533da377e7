import { type RawBuilder, type SqlBool, sql } from 'kysely'

function like(expression: RawBuilder<unknown>, part: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${expression} like fold(${`%${part.replace(/[\\%_]/g, '\\$&')}%`})`
}

/** Shorter parts have no trigrams to look up. */
const minTrigram = 3

/**
 * The domain of an email address is shared by thousands: looking it up took 66 of 70 ms at a million. So the index
 * finds the part before the @, and the whole word is compared on those rows.
 */
function contains(expression: RawBuilder<unknown>, word: string): RawBuilder<SqlBool> {
  const at = word.indexOf('@')
  if (at < minTrigram) return like(expression, word)
  const notIndexed = sql`(${expression} || '')`
  return sql<SqlBool>`(${like(expression, word.slice(0, at + 1))} and ${like(notIndexed, word)})`
}

/**
 * Tells whether folded expressions (SQL's `fold`: lower case without accents) contain every word of a search text, in
 * any order; each word may be in any of them. Each word is one LIKE on an expression, which its trigram index answers;
 * `%`, `_` and `\` stand for themselves.
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
