import Stripe from 'stripe'
import { t } from '#texts'
import type { Config } from '../../config.ts'
import { AppError } from '../../http/app-error.ts'

/** A call that takes longer is given up: the transaction it is made in must not be held for ever. */
const timeoutMs = 10_000

const clients = new WeakMap<Config['stripe'], Stripe>()

/** The client of Stripe's API. @throws UNAVAILABLE where no key is set */
export function stripeOf({ stripe }: Pick<Config, 'stripe'>): Stripe {
  if (!stripe.secretKey) throw new AppError('UNAVAILABLE', t`Stripe is not set up here`)
  let client = clients.get(stripe)
  if (!client) {
    const elsewhere = stripe.apiUrl ? new URL(stripe.apiUrl) : null
    client = new Stripe(stripe.secretKey, {
      timeout: timeoutMs,
      maxNetworkRetries: 1,
      telemetry: false,
      ...(elsewhere ? { host: elsewhere.hostname, port: elsewhere.port, protocol: 'http' } : {}),
    })
    clients.set(stripe, client)
  }
  return client
}

/** @throws UNAVAILABLE when Stripe does not answer, or refuses what was asked */
export async function askStripe<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError)
      throw new AppError('UNAVAILABLE', t`Stripe could not do this now. Try again in a moment.`, {
        retryAfterSeconds: 5,
        details: { stripe: error.code ?? error.type },
      })
    throw error
  }
}
