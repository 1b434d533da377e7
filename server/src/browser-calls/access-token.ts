import { browserCallTokenSeconds } from '@muster/contract/browser-calls.ts'
import { SignJWT } from 'jose'
import type { BrowserCallAccount } from './browser-call-account.ts'

/** Twilio takes letters, digits and underscores as an identity, so the ID of a user goes without its hyphens. */
export function identityOf(userId: string): string {
  return userId.replaceAll('-', '')
}

/** Returns the user of `client:…`, as Twilio names the browser; null for any other caller. */
export function userOfClient(from: string): string | null {
  const [, ...parts] =
    /^client:([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(from) ?? []
  return parts.length === 0 ? null : parts.join('-')
}

/** Returns an access token of Twilio with which a user may place calls through the TwiML App, and take none. */
export async function createAccessToken(
  { accountId, keyId, keySecret, appId }: BrowserCallAccount,
  userId: string,
  now = new Date(),
): Promise<{ token: string; expiresAt: string }> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  const expiresAt = issuedAt + browserCallTokenSeconds
  const grants = { identity: identityOf(userId), voice: { outgoing: { application_sid: appId } } }
  const token = await new SignJWT({ jti: `${keyId}-${issuedAt}`, grants })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', cty: 'twilio-fpa;v=1' })
    .setIssuer(keyId)
    .setSubject(accountId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(new TextEncoder().encode(keySecret))
  return { token, expiresAt: new Date(expiresAt * 1000).toISOString() }
}
