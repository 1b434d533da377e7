import type { RawBuilder, SqlBool } from 'kysely'
import { containsText } from '../database/contains-text.ts'

const fewestDigits = 5

/** The digits of a phone number however it is typed, without what a country's own callers dial first; else null. */
function phoneDigits(typed: string): string | null {
  if (!/^[+\d\s().\-/–]+$/.test(typed)) return null
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '')
  return digits.length >= fewestDigits ? digits : null
}

/** As `containsText`, for people: "(312) 555-0148" finds +13125550148. */
export function containsPerson(
  expressions: RawBuilder<unknown> | readonly RawBuilder<unknown>[],
  typed: string,
): RawBuilder<SqlBool> {
  return containsText(expressions, phoneDigits(typed) ?? typed)
}
