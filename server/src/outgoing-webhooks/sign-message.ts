import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** As Standard Webhooks writes them. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64')
}

/** The headers by which a receiver knows that a message is ours, and new (standardwebhooks.com). */
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
