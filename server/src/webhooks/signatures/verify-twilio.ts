import { createHash, createHmac } from 'node:crypto'
import { header } from './header.ts'
import { sameText } from './same-digest.ts'
import type { Signature, SignedRequest } from './verify.ts'

/** Names and values in a row, sorted by name; of a repeated name each value once, sorted too. */
function spellOut(form: string): string {
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
 * `X-Twilio-Signature`: base64 of the HMAC-SHA1 of the whole address and the sorted form fields. Of a body that is no
 * form, the address carries the SHA-256. There is no time in it: repeats are harmless by themselves.
 */
export function verifyTwilio(secret: string, { raw, headers, urls }: SignedRequest): Signature {
  const given = header(headers, 'x-twilio-signature')
  if (!given) return null
  const isForm = headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded')
  const fields = isForm ? spellOut(raw.toString('utf8')) : ''
  const isSigned = urls
    .filter((url) => isForm || coversBody(url, raw))
    .some((url) => sameText(signatureOf(secret, url + fields), given))
  return isSigned ? { signedAt: null } : null
}

function coversBody(url: string, raw: Buffer): boolean {
  const hash = new URL(url).searchParams.get('bodySHA256')
  return hash !== null && sameText(hash.toLowerCase(), createHash('sha256').update(raw).digest('hex'))
}
