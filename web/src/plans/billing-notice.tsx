import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { downloadInvoice } from '@muster/contract/invoices.ts'
import { withdrawCheckout } from '@muster/contract/subscriptions.ts'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../api/call.ts'
import { downloadFile } from '../exports/download-export.ts'
import { formatDay } from '../ui/format.ts'
import { formatMoney } from '../ui/money.ts'
import { toast, toastError } from '../ui/toast.tsx'
import classes from './plans-page.module.css'
import { type BillingStatus, storeBillingStatus } from './plans-query.ts'

interface NoticeProps {
  level: 'told' | 'warn' | 'late'
  children: ReactNode
  actions?: ReactNode
}

function Notice({ level, children, actions }: NoticeProps) {
  return (
    <section className={classes.notice} data-level={level} aria-label={t`Notice`}>
      <p>{children}</p>
      {actions && <span className={classes.buttons}>{actions}</span>}
    </section>
  )
}

/** After a payment: Stripe reports it a moment later, and then the page updates. */
function Paid({ name }: { name: string }) {
  return (
    <Notice level="told">
      <Trans>Thank you. {name} starts as soon as Stripe confirms the payment, usually within a minute.</Trans>
    </Notice>
  )
}

function Checkout({
  checkout,
  mayChange,
}: {
  checkout: NonNullable<BillingStatus['checkout']>
  mayChange: boolean
}) {
  const withdraw = useMutation({
    mutationFn: () => call(withdrawCheckout),
    onSuccess: (billingStatus) => {
      storeBillingStatus(billingStatus)
      toast(t`Order withdrawn`)
    },
    onError: (error) => toastError(error, t`Order not withdrawn`),
  })
  const { plan, invoice, url } = checkout
  return (
    <Notice
      level="told"
      actions={
        mayChange && (
          <>
            <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
              <Trans>Withdraw order</Trans>
            </Button>
            {invoice && (
              <Button onClick={() => void downloadFile(downloadInvoice, { id: invoice.id })}>
                <Trans>Download invoice</Trans>
              </Button>
            )}
            {!invoice && url && (
              <Button component="a" href={url}>
                <Trans>Continue to payment</Trans>
              </Button>
            )}
          </>
        )
      }
    >
      {invoice ? (
        <Trans>
          {plan.name} is ordered. It starts when invoice {invoice.number} for{' '}
          {formatMoney(invoice.totalMinor, invoice.currency)} is paid, due on {formatDay(invoice.dueAt)}.
        </Trans>
      ) : (
        <Trans>{plan.name} is not paid yet. It starts when the payment is complete.</Trans>
      )}
    </Notice>
  )
}

/** Shows what needs attention: a trial that ends, an overdue payment, or a scheduled end. */
export function BillingNotice({
  billingStatus,
  justPaid,
}: {
  billingStatus: BillingStatus
  justPaid: boolean
}) {
  const { subscription, checkout, lastEnded, plan, fallback, can } = billingStatus
  const notices: ReactNode[] = []
  if (checkout && justPaid && !checkout.invoice) notices.push(<Paid key="paid" name={checkout.plan.name} />)
  else if (checkout) notices.push(<Checkout key="checkout" checkout={checkout} mayChange={can.change} />)
  if (subscription?.state === 'past_due') {
    const since = formatDay(subscription.pastDueSince ?? subscription.periodEnd)
    const until = subscription.endsAt && formatDay(subscription.endsAt)
    notices.push(
      <Notice key="due" level="late">
        {until ? (
          <Trans>
            A payment has been overdue since {since}. Your plan ends on {until} unless you pay before then.
          </Trans>
        ) : (
          <Trans>A payment has been overdue since {since}. Your plan stays active for now.</Trans>
        )}
      </Notice>,
    )
  } else if (subscription?.cancelsAtPeriodEnd) {
    const on = formatDay(subscription.periodEnd)
    notices.push(
      <Notice key="cancels" level="warn">
        <Trans>
          {subscription.plan.name} is canceled and ends on {on}. The workspace then moves to {fallback.name}{' '}
          and keeps all its data.
        </Trans>
      </Notice>,
    )
  } else if (subscription?.state === 'trialing' && subscription.trialEndsAt) {
    const on = formatDay(subscription.trialEndsAt)
    notices.push(
      <Notice key="trial" level="told">
        <Trans>The trial ends on {on}. The first payment is due then.</Trans>
      </Notice>,
    )
  }
  if (subscription?.change && !subscription.cancelsAtPeriodEnd) {
    const [name, on] = [subscription.change.plan.name, formatDay(subscription.change.at)]
    notices.push(
      <Notice key="change" level="told">
        <Trans>
          The plan changes to {name} on {on}. Nothing changes until then.
        </Trans>
      </Notice>,
    )
  }
  if (!subscription && !checkout && lastEnded && lastEnded.reason !== 'replaced') {
    const [name, on] = [lastEnded.plan.name, formatDay(lastEnded.endedAt)]
    notices.push(
      <Notice key="ended" level="warn">
        {lastEnded.reason === 'unpaid' ? (
          <Trans>
            {name} ended on {on} because it was not paid. The workspace is now on {plan.name} and keeps all
            its data.
          </Trans>
        ) : (
          <Trans>
            {name} ended on {on}. The workspace is now on {plan.name} and keeps all its data.
          </Trans>
        )}
      </Notice>,
    )
  }
  return notices
}
