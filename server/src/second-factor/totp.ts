import { Secret, TOTP } from 'otpauth'

const period = 30
/** How many steps a phone's clock may be off. */
const drift = 1

function totpOf(secret: string, label: string): TOTP {
  // What every authenticator app supports: SHA-1, six digits, 30 seconds (RFC 6238).
  return new TOTP({ issuer: 'Muster', label, secret: Secret.fromBase32(secret), period })
}

/** Returns a new secret of 160 bits, in Base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** Returns the URI for the QR code. */
export function totpUri(secret: string, email: string): string {
  return totpOf(secret, email).toString()
}

/** Returns the time step of a code, now or one step off; null for a wrong code. */
export function stepOf(secret: string, code: string, at: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = totpOf(secret, '').validate({ token: code, timestamp: at, window: drift })
  return delta === null ? null : Math.floor(at / 1000 / period) + delta
}
