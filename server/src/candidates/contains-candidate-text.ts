import type { RawBuilder, SqlBool } from 'kysely'
import { containsText } from '../database/contains-text.ts'

const minDigits = 5

/** Returns the digits of a phone number without trunk prefix, however it is typed, or null if it is none. */
function phoneDigits(typed: string): string | null {
  if (!/^[+\d\s().\-/–]+$/.test(typed)) return null
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '')
  return digits.length >= minDigits ? digits : null
}

/** Like `containsText`, but also matches phone numbers: "(312) 555-0148" finds +13125550148. */
export function containsCandidateText(
  expressions: RawBuilder<unknown> | readonly RawBuilder<unknown>[],
  typed: string,
): RawBuilder<SqlBool> {
  return containsText(expressions, phoneDigits(typed) ?? typed)
}
