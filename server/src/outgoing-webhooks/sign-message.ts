import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** Returns a new secret in the format of Standard Webhooks. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64')
}

/** Returns the headers with which a receiver verifies a message and detects replays (standardwebhooks.com). */
export function signMessage(
  secret: string,
  id: string,
  atSeconds: number,
  body: string,
): Record<string, string> {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${atSeconds}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(atSeconds),
    'webhook-signature': `v1,${signature}`,
  }
}
