import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/**
 * What Stripe reports: checked over the bytes as they came with `STRIPE_WEBHOOK_SECRET`, at most 5 minutes old. Each
 * event has one effect however often and in whatever order they come. Without that secret none is taken.
 */
export const receiveStripeEvent = endpoint({
  name: 'receiveStripeEvent',
  tag: 'Webhooks',
  summary: 'Take an event of Stripe',
  method: 'POST',
  path: '/webhooks/stripe',
  permission: 'public',
  response: z.object({
    result: z
      .enum(['accepted', 'repeated', 'ignored'])
      .describe('`ignored`: of a kind that says nothing here'),
  }),
  errors: ['BAD_REQUEST'],
})
