import * as contract from '@muster/contract/stripe-webhooks.ts'
import Stripe from 'stripe'
import { t } from '#texts'
import { AppError } from '../app-error.ts'
import { databaseNow } from '../database/database-clock.ts'
import { writeTransaction } from '../database/transaction.ts'
import { webhookHandler } from '../http/handler.ts'
import { idOf } from './stripe/read-subscription.ts'

const toleranceSeconds = 300

function refused(): AppError {
  return new AppError('UNAUTHENTICATED', t`The signature is missing or wrong`)
}

/** Returns whether the signature's time is further in the future than the tolerance. The SDK refuses only old ones. */
function isAhead(signature: string, now: Date): boolean {
  const times = signature.split(',').filter((item) => item.startsWith('t='))
  // With several times, the one checked here might not be the signed one.
  if (times.length !== 1) return true
  const signedAt = Number.parseInt(times[0]!.slice(2), 10)
  return !(signedAt - Math.floor(now.getTime() / 1000) <= toleranceSeconds)
}

/**
 * @throws UNAUTHENTICATED for an event that Stripe did not sign, or signed more than five minutes before or after `now`
 */
function readEvent(raw: Buffer, signature: unknown, secret: string | null, now: Date): Stripe.Event {
  if (!secret || typeof signature !== 'string' || isAhead(signature, now)) throw refused()
  try {
    return Stripe.webhooks.constructEvent(raw, signature, secret, toleranceSeconds, undefined, now.getTime())
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) throw refused()
    throw new AppError('BAD_REQUEST', t`The request could not be read`)
  }
}

function customerOf(event: Stripe.Event): string | null {
  const object = event.data.object as {
    object?: string
    id?: string
    customer?: string | { id: string } | null
  }
  return object.object === 'customer' ? (object.id ?? null) : idOf(object.customer)
}

/**
 * Receives a Stripe event. The event only names the customer; a job then fetches the current state. So events may
 * arrive in any order, and repeats do nothing.
 */
export const receiveStripeEvent = webhookHandler(
  contract.receiveStripeEvent,
  async ({ services }, request) => {
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const { webhookSecret } = services.config.stripe
    // Uses the database's clock, which all nodes share.
    const now = await databaseNow(services.db)
    const event = readEvent(raw, request.headers['stripe-signature'], webhookSecret, now)
    const customer = customerOf(event)
    return writeTransaction(services.db, async (tx) => {
      const { numInsertedOrUpdatedRows: added } = await tx
        .insertInto('stripe_events')
        .values({ id: event.id, type: event.type, customer_id: customer })
        .onConflict((known) => known.doNothing())
        .executeTakeFirst()
      if (!added) return { result: 'repeated' as const }
      const account = customer
        ? await tx
            .selectFrom('billing_accounts')
            .where('stripe_customer_id', '=', customer)
            .select('workspace_id')
            .executeTakeFirst()
        : undefined
      if (!account) return { result: 'ignored' as const }
      const workspaceId = account.workspace_id
      await services.jobs.send(tx, 'sync-stripe', { workspaceId }, { onceFor: workspaceId })
      return { result: 'accepted' as const }
    })
  },
)
