import { header, readStamp } from './header.ts'
import { isHmac } from './same-digest.ts'
import type { Signature, SignedRequest } from './verify.ts'

/** `t=<time>,v1=<hex>`, as some providers write both into one header. */
function together(value: string): { time: string | undefined; digest: string | undefined } {
  return { time: /(?:^|,)t=(\d+)/.exec(value)?.[1], digest: /(?:^|,)v[01]=([0-9a-f]+)/i.exec(value)?.[1] }
}

/**
 * `X-Signature`: HMAC-SHA256 in hex over `X-Timestamp` and body, with or without a dot between them. The two cannot be
 * mistaken for one another: a time has digits alone, and JSON does not begin with one of these.
 */
export function verifyGeneric(secret: string, { raw, headers }: SignedRequest): Signature {
  const value = header(headers, 'x-signature')
  if (!value) return null
  const both = together(value)
  const time = header(headers, 'x-timestamp', 'x-signature-timestamp') ?? both.time
  const digest = both.digest ?? value.replace(/^(sha256|v1)=/i, '')
  const signedAt = readStamp(time)
  if (!time || signedAt === null || /^[.\d]/.test(raw.toString('latin1', 0, 1))) return null
  const signed = isHmac(secret, [time, raw], digest) || isHmac(secret, [time, '.', raw], digest)
  return signed ? { signedAt } : null
}
