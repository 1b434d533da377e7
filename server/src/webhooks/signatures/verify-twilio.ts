import { createHash, createHmac } from 'node:crypto'
import { isEqualInConstantTime } from './digests.ts'
import { header } from './header.ts'
import type { Signature, SignedRequest } from './verify.ts'

/** Concatenates the form's names and values, sorted by name. A repeated name keeps each distinct value, sorted. */
function canonicalForm(form: string): string {
  const fields = new URLSearchParams(form)
  return [...new Set(fields.keys())]
    .sort()
    .flatMap((name) => [...new Set(fields.getAll(name))].sort().map((value) => name + value))
    .join('')
}

function signatureOf(secret: string, text: string): string {
  return createHmac('sha1', secret).update(text, 'utf8').digest('base64')
}

/**
 * Verifies `X-Twilio-Signature`: base64 of the HMAC-SHA1 of the full URL and the sorted form fields. For other bodies,
 * the URL has a SHA-256 of the body. There is no timestamp, but repeated reports are harmless.
 */
export function verifyTwilio(secret: string, { raw, headers, urls }: SignedRequest): Signature {
  const given = header(headers, 'x-twilio-signature')
  if (!given) return null
  const isForm = headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded')
  const fields = isForm ? canonicalForm(raw.toString('utf8')) : ''
  const isSigned = urls
    .filter((url) => isForm || coversBody(url, raw))
    .some((url) => isEqualInConstantTime(signatureOf(secret, url + fields), given))
  return isSigned ? { signedAt: null } : null
}

function coversBody(url: string, raw: Buffer): boolean {
  const hash = new URL(url).searchParams.get('bodySHA256')
  return (
    hash !== null && isEqualInConstantTime(hash.toLowerCase(), createHash('sha256').update(raw).digest('hex'))
  )
}
