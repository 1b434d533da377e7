import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Compares in constant time, whatever the lengths. */
export function isEqualInConstantTime(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

/** Returns whether `hex` is the HMAC-SHA256 of the parts. */
export function isHmac(secret: string, parts: readonly (string | Buffer)[], hex: string): boolean {
  if (!/^[0-9a-f]{64}$/i.test(hex)) return false
  const hmac = createHmac('sha256', secret)
  for (const part of parts) hmac.update(part)
  return timingSafeEqual(hmac.digest(), Buffer.from(hex, 'hex'))
}
