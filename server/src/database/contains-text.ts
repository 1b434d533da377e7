import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Whether a lower-case expression has every word of what was typed, in any order. Each word is one LIKE on the
 * expression, which its trigram index answers; `%`, `_` and `\` stand for themselves.
 */
export function containsText(expression: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)
  if (words.length === 0) return sql<SqlBool>`true`
  const each = words.map((word) => sql`${expression} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`)
  return sql<SqlBool>`(${sql.join(each, sql` and `)})`
}
