import { isHmac } from './digests.ts'
import { header } from './header.ts'
import type { Signature, SignedRequest } from './verify.ts'

/** Verifies `v=<ms>,d=<hex>`: HMAC-SHA256 of body and time with the API key. */
export function verifyRetell(secret: string, { raw, headers }: SignedRequest): Signature {
  const [, time, digest] =
    /^v=(\d{1,16}),d=([0-9a-f]+)$/i.exec(header(headers, 'x-retell-signature') ?? '') ?? []
  if (!time || !digest) return null
  return isHmac(secret, [raw, time], digest) ? { signedAt: Number(time) } : null
}
