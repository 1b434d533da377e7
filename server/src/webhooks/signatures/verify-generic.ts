import { isHmac } from './digests.ts'
import { header, parseTimestamp } from './header.ts'
import type { Signature, SignedRequest } from './verify.ts'

/** Parses `t=<time>,v1=<hex>`, which some providers send in one header. */
function parseCombined(value: string): { time: string | undefined; digest: string | undefined } {
  return { time: /(?:^|,)t=(\d+)/.exec(value)?.[1], digest: /(?:^|,)v[01]=([0-9a-f]+)/i.exec(value)?.[1] }
}

/**
 * Verifies `X-Signature`: HMAC-SHA256 in hex of `X-Timestamp` and body, with or without a dot between them. The two
 * forms cannot be confused: a timestamp has only digits, and a JSON object does not start with one.
 */
export function verifyGeneric(secret: string, { raw, headers }: SignedRequest): Signature {
  const value = header(headers, 'x-signature')
  if (!value) return null
  const both = parseCombined(value)
  const time = header(headers, 'x-timestamp', 'x-signature-timestamp') ?? both.time
  const digest = both.digest ?? value.replace(/^(sha256|v1)=/i, '')
  const signedAt = parseTimestamp(time)
  if (!time || signedAt === null || /^[.\d]/.test(raw.toString('latin1', 0, 1))) return null
  const signed = isHmac(secret, [time, raw], digest) || isHmac(secret, [time, '.', raw], digest)
  return signed ? { signedAt } : null
}
