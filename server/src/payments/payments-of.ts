import type { Services } from '../services.ts'
import { createManualPayments } from './manual-payments.ts'
import type { Payments } from './payments.ts'
import { createStripePayments } from './stripe/stripe-payments.ts'

/** How a new subscription is paid: at Stripe where its key is set. */
export function usualProvider({ config }: Pick<Services, 'config'>): Payments['provider'] {
  return config.stripe.secretKey ? 'stripe' : 'manual'
}

/** The way subscriptions of a provider are paid; of null, that of a new one. */
export function paymentsOf(services: Services): (provider: string | null) => Payments {
  return (provider) =>
    (provider ?? usualProvider(services)) === 'stripe'
      ? createStripePayments(services)
      : createManualPayments(services)
}
