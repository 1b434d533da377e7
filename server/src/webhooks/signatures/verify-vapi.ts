import { isEqualInConstantTime, isHmac } from './digests.ts'
import { header, parseTimestamp } from './header.ts'
import type { Signature, SignedRequest } from './verify.ts'

/**
 * Verifies Vapi's credential: the secret itself in `X-Vapi-Secret` or as a bearer token, or an HMAC-SHA256 of the body,
 * preceded by a timestamp if Vapi sends one.
 */
export function verifyVapi(secret: string, { raw, headers }: SignedRequest): Signature {
  const shared =
    header(headers, 'x-vapi-secret') ?? /^Bearer (.+)$/i.exec(header(headers, 'authorization') ?? '')?.[1]
  const signature = header(headers, 'x-vapi-signature', 'x-signature')
  if (signature) {
    const digest = signature.replace(/^sha256=/i, '')
    const time = header(headers, 'x-vapi-timestamp', 'x-timestamp')
    if (time === null) return isHmac(secret, [raw], digest) ? { signedAt: null } : null
    const signedAt = parseTimestamp(time)
    const signed = isHmac(secret, [time, '.', raw], digest) || isHmac(secret, [time, raw], digest)
    return signed && signedAt !== null ? { signedAt } : null
  }
  return shared && isEqualInConstantTime(shared, secret) ? { signedAt: null } : null
}
