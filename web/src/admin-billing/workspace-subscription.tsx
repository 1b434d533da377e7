import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { cancelWorkspaceSubscription, getWorkspaceSubscription } from '@muster/contract/admin-billing.ts'
import { listAllInvoices } from '@muster/contract/invoices.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endpointQuery } from '../api/query.ts'
import { invoiceStateLabels, subscriptionStateLabels } from '../plans/plan-labels.ts'
import type { BillingStatus } from '../plans/plans-query.ts'
import { invoiceFill, overdueText, StateDot } from '../plans/state-dot.tsx'
import { SubscriptionSummary } from '../plans/subscription-summary.tsx'
import { confirm } from '../ui/confirm.tsx'
import { formatDay } from '../ui/format.ts'
import { LinkButton, TextLink } from '../ui/link.tsx'
import { formatMoney } from '../ui/money.ts'
import { Part } from '../ui/part.tsx'
import { ErrorState } from '../ui/state.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import classes from './admin-billing.module.css'
import { billingChanged } from './billing-changed.ts'
import { SetPlan } from './set-plan.tsx'

function Invoices({ workspaceId, name }: { workspaceId: string; name: string }) {
  const { data } = useQuery(endpointQuery(listAllInvoices, { query: { workspaceId, limit: 5 } }))
  if (!data || data.items.length === 0) return null
  return (
    <>
      <ul className={classes.plain} aria-label={t`Invoices`}>
        {data.items.map((invoice) => (
          <li key={invoice.id} className={classes.invoice}>
            <TextLink to="/admin/plans" search={{ view: 'invoices', q: invoice.number, open: invoice.id }}>
              {invoice.number}
            </TextLink>
            <StateDot fill={invoiceFill(invoice)}>
              {invoice.isOverdue ? overdueText() : t(invoiceStateLabels[invoice.state])}
            </StateDot>
            <span>{formatMoney(invoice.totalMinor, invoice.currency)}</span>
          </li>
        ))}
      </ul>
      <LinkButton to="/admin/plans" search={{ view: 'invoices', q: name }} variant="default">
        <Trans>View invoices</Trans>
      </LinkButton>
    </>
  )
}

function CancelButtons({
  workspaceId,
  billingStatus,
}: {
  workspaceId: string
  billingStatus: BillingStatus
}) {
  const params = { id: workspaceId }
  const cancel = useMutation({
    mutationFn: (when: 'now' | 'period_end') =>
      call(cancelWorkspaceSubscription, {
        params,
        body: { when, reason: t`By the administrator of the installation` },
      }),
    onSuccess: (next) => {
      void billingChanged()
      toast(next.subscription ? t`Plan ends at the end of the period` : t`Ended`)
    },
    onError: (error) => toastError(error, t`Plan not canceled`),
  })
  async function ask(when: 'now' | 'period_end') {
    const name = billingStatus.plan.name
    const on = formatDay(billingStatus.subscription?.periodEnd ?? '')
    const sure = await confirm({
      title: when === 'now' ? t`End ${name} now?` : t`Cancel ${name}?`,
      text:
        when === 'now'
          ? t`The workspace moves to its plan without payment immediately. Nothing is refunded automatically.`
          : t`The plan stays active until ${on}.`,
      action: when === 'now' ? t`End plan now` : t`Cancel plan`,
      cancel: t`Keep plan`,
    })
    if (sure) cancel.mutate(when)
  }
  const { subscription } = billingStatus
  // A past-due subscription has no paid period left.
  const endsLater = !subscription?.cancelsAtPeriodEnd && subscription?.state !== 'past_due'
  return (
    <>
      <Button variant="default" loading={cancel.isPending} onClick={() => void ask('now')}>
        <Trans>End plan now…</Trans>
      </Button>
      {endsLater && (
        <Button variant="default" loading={cancel.isPending} onClick={() => void ask('period_end')}>
          <Trans>Cancel plan…</Trans>
        </Button>
      )}
    </>
  )
}

function BillingStatusDetails({ billingStatus }: { billingStatus: BillingStatus }) {
  const { plan, subscription, checkout } = billingStatus
  const fill =
    subscription?.state === 'past_due' ? 'late' : subscription?.cancelsAtPeriodEnd ? 'half' : 'full'
  return (
    <>
      <p className={classes.name}>
        <b>{plan.name}</b>
        {subscription ? (
          <StateDot fill={fill}>
            {subscription.cancelsAtPeriodEnd
              ? t({ message: 'Canceled', context: 'a subscription' })
              : t(subscriptionStateLabels[subscription.state])}
          </StateDot>
        ) : (
          <Trans>without payment</Trans>
        )}
      </p>
      {subscription && <SubscriptionSummary subscription={subscription} />}
      {checkout && (
        <p>
          <Trans>{checkout.plan.name} is ordered and awaiting payment.</Trans>
        </p>
      )}
    </>
  )
}

/** Shows the plan and the open invoices of a workspace, and changes its plan. */
export function WorkspaceSubscription({ workspaceId, name }: { workspaceId: string; name: string }) {
  const [setting, setSetting] = useState(false)
  const { data, error, refetch } = useQuery(
    endpointQuery(getWorkspaceSubscription, { params: { id: workspaceId } }),
  )
  return (
    <Part label={t`Plan`} title={<Trans>Plan</Trans>}>
      {error && !data && <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={80} />}
      {data && (
        <>
          <BillingStatusDetails billingStatus={data} />
          <Invoices workspaceId={workspaceId} name={name} />
          {setting ? (
            <SetPlan workspaceId={workspaceId} billingStatus={data} onDone={() => setSetting(false)} />
          ) : (
            <div className={classes.buttons}>
              {data.subscription && <CancelButtons workspaceId={workspaceId} billingStatus={data} />}
              <Button variant="default" onClick={() => setSetting(true)}>
                <Trans>Change plan…</Trans>
              </Button>
            </div>
          )}
        </>
      )}
    </Part>
  )
}
