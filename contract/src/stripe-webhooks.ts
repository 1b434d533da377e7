import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const receiveStripeEvent = endpoint({
  name: 'receiveStripeEvent',
  tag: 'Webhooks',
  summary: 'Receive an event from Stripe',
  description:
    'Accepts an event from Stripe, verified over its bytes with `STRIPE_WEBHOOK_SECRET` and at most 5 ' +
    'minutes old. Each event has one effect, however often and in whatever order events arrive. Without that ' +
    'secret all events are refused.',
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
