import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { phoneDigits } from '../contact-formats/phone-digits.ts'
import { containsText, type WordMatches } from '../database/contains-text.ts'

/** Like `containsText`, but also matches phone numbers: "(312) 555-0148" finds +13125550148. */
export function containsCandidateText(
  expressions: RawBuilder<unknown> | readonly RawBuilder<unknown>[],
  typed: string,
  matches?: WordMatches,
): RawBuilder<SqlBool> {
  const digits = phoneDigits(typed)
  if (!digits) return containsText(expressions, typed, matches)
  const byPhone = containsText(expressions, digits)
  return matches ? sql<SqlBool>`(${byPhone} or ${containsText([], typed, matches)})` : byPhone
}
