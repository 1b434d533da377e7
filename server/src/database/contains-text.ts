import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Whether lower-case expressions have every word of what was typed, in any order; a word may be in any of several.
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
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    const found = places.map((place) => sql`${place} like ${pattern}`)
    return sql`(${sql.join(found, sql` or `)})`
  })
  return sql<SqlBool>`(${sql.join(each, sql` and `)})`
}
