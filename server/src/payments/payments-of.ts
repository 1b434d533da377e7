import type { Services } from '../services.ts'
import { createManualPayments } from './manual-payments.ts'
import type { Payments } from './payments.ts'
import { createStripePayments } from './stripe/stripe-payments.ts'

/** Returns the provider of new subscriptions: Stripe where its key is set. */
export function defaultProvider({ config }: Pick<Services, 'config'>): Payments['provider'] {
  return config.stripe.secretKey ? 'stripe' : 'manual'
}

/** Returns the payments of a provider; for null, those of new subscriptions. */
export function paymentsOf(services: Services): (provider: string | null) => Payments {
  return (provider) =>
    (provider ?? defaultProvider(services)) === 'stripe'
      ? createStripePayments(services)
      : createManualPayments(services)
}
