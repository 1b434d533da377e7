import Stripe from 'stripe'
import { t } from '#texts'
import { AppError } from '../../app-error.ts'
import type { Config } from '../../config/config.ts'

/** Limits how long a call can hold its transaction open. */
const timeoutMs = 10_000

const clients = new WeakMap<Config['stripe'], Stripe>()

/**
 * Returns the Stripe client.
 * @throws UNAVAILABLE where no key is set
 */
export function stripeClient({ stripe }: Pick<Config, 'stripe'>): Stripe {
  if (!stripe.secretKey) throw new AppError('UNAVAILABLE', t`Stripe is not set up on this installation`)
  let client = clients.get(stripe)
  if (!client) {
    const testServer = stripe.apiUrl ? new URL(stripe.apiUrl) : null
    client = new Stripe(stripe.secretKey, {
      timeout: timeoutMs,
      maxNetworkRetries: 1,
      telemetry: false,
      ...(testServer ? { host: testServer.hostname, port: testServer.port, protocol: 'http' } : {}),
    })
    clients.set(stripe, client)
  }
  return client
}

/** @throws UNAVAILABLE when Stripe does not respond or refuses the request */
export async function callStripe<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError)
      throw new AppError('UNAVAILABLE', t`Stripe could not process the request. Try again in a moment.`, {
        retryAfterSeconds: 5,
        details: { stripe: error.code ?? error.type },
      })
    throw error
  }
}
