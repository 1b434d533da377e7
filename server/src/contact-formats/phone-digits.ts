const minDigits = 5

/** Returns the digits of a phone number without trunk prefix, however it is typed, or null if it is none. */
export function phoneDigits(typed: string): string | null {
  if (!/^[+\d\s().\-/–]+$/.test(typed)) return null
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '')
  return digits.length >= minDigits ? digits : null
}
