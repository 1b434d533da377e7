import { sql } from 'kysely'
import { openInvoice } from '../invoices/open-invoice.ts'
import type { Mailing } from '../mail/queue-mail.ts'
import {
  endSubscription,
  insertSubscription,
  noScheduledChange,
  planColumns,
  updateSubscription,
} from '../subscriptions/write-subscription.ts'
import type { Payments } from './payments.ts'

/** Creates payments by manual invoices, which a superadmin marks as paid. */
export function createManualPayments(services: Mailing): Payments {
  return {
    provider: 'manual',
    async begin(tx, workspaceId, offer, { trialDays, period, lines }) {
      if (trialDays > 0) {
        const { start, end } = period!
        await insertSubscription(tx, workspaceId, offer, {
          state: 'trialing',
          provider: 'manual',
          started_at: start,
          anchor_at: end,
          period_start: start,
          period_end: end,
          trial_ends_at: end,
        })
        return { outcome: 'trial', url: null, invoiceId: null }
      }
      const subscriptionId = await insertSubscription(tx, workspaceId, offer, {
        state: 'incomplete',
        provider: 'manual',
      })
      const { currency } = offer.terms
      const invoiceId = await openInvoice(tx, services, { workspaceId, subscriptionId, lines, currency })
      return { outcome: 'invoice', url: null, invoiceId }
    },
    async withdraw(tx, { row }) {
      await tx
        .updateTable('invoices')
        .set({ state: 'void', voided_at: sql<string>`now()` })
        .where('workspace_id', '=', row.workspace_id)
        .where('subscription_id', '=', row.id)
        .where('state', '=', 'open')
        .execute()
      await endSubscription(tx, row, 'withdrawn')
    },
    async changeNow(tx, { row }, offer, { lines, period }) {
      await updateSubscription(tx, row, {
        ...noScheduledChange,
        ...planColumns(offer),
        ...(period!.start === row.period_start ? {} : { anchor_at: period!.start }),
        period_start: period!.start,
        period_end: period!.end,
      })
      const { workspace_id: workspaceId, id: subscriptionId } = row
      const { currency } = offer.terms
      return { invoiceId: await openInvoice(tx, services, { workspaceId, subscriptionId, lines, currency }) }
    },
    async scheduleChange(tx, { row }, { planId, terms, interval, seats }) {
      await updateSubscription(tx, row, {
        ...noScheduledChange,
        next_plan_id: planId,
        next_terms: terms.number,
        next_interval: interval,
        next_seats: seats,
      })
    },
    async cancelScheduledChange(tx, { row }) {
      await updateSubscription(tx, row, noScheduledChange)
    },
    async end(tx, { row }, when, reason) {
      if (when === 'now') return endSubscription(tx, row, 'canceled')
      await updateSubscription(tx, row, {
        ...noScheduledChange,
        cancel_at_period_end: true,
        cancel_reason: reason,
      })
    },
    async portal() {
      return null
    },
  }
}
