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
import { formatMoney } from '../plans/money.ts'
import { invoiceStateWords, subscriptionStateWords } from '../plans/plan-words.ts'
import type { Standing } from '../plans/plans-query.ts'
import { invoiceFill, StateDot, sayOverdue } from '../plans/state-dot.tsx'
import { SubscriptionFacts } from '../plans/subscription-facts.tsx'
import { confirm } from '../ui/confirm.tsx'
import { formatDay } from '../ui/format.ts'
import { LinkButton, TextLink } from '../ui/link.tsx'
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
              {invoice.isOverdue ? sayOverdue() : t(invoiceStateWords[invoice.state])}
            </StateDot>
            <span>{formatMoney(invoice.totalMinor, invoice.currency)}</span>
          </li>
        ))}
      </ul>
      <LinkButton to="/admin/plans" search={{ view: 'invoices', q: name }} variant="default">
        <Trans>Its invoices</Trans>
      </LinkButton>
    </>
  )
}

function CancelButtons({ workspaceId, standing }: { workspaceId: string; standing: Standing }) {
  const params = { id: workspaceId }
  const cancel = useMutation({
    mutationFn: (when: 'now' | 'period_end') =>
      call(cancelWorkspaceSubscription, {
        params,
        body: { when, reason: t`By whoever runs the installation` },
      }),
    onSuccess: (next) => {
      void billingChanged()
      toast(next.subscription ? t`Ends with the period` : t`Ended`)
    },
    onError: (error) => toastError(error, t`Not cancelled`),
  })
  async function ask(when: 'now' | 'period_end') {
    const name = standing.plan.name
    const on = formatDay(standing.subscription?.periodEnd ?? '')
    const sure = await confirm({
      title: when === 'now' ? t`End ${name} now?` : t`Cancel ${name}?`,
      text:
        when === 'now'
          ? t`The workspace has the plan without payment at once. Nothing is paid back by itself.`
          : t`It goes on until ${on}.`,
      action: when === 'now' ? t`End it now` : t`Cancel the plan`,
      cancel: t`Keep it`,
    })
    if (sure) cancel.mutate(when)
  }
  const { subscription } = standing
  // What is past due has no paid time left.
  const endsLater = !subscription?.cancelsAtPeriodEnd && subscription?.state !== 'past_due'
  return (
    <>
      <Button variant="default" loading={cancel.isPending} onClick={() => void ask('now')}>
        <Trans>End now…</Trans>
      </Button>
      {endsLater && (
        <Button variant="default" loading={cancel.isPending} onClick={() => void ask('period_end')}>
          <Trans>Cancel the plan…</Trans>
        </Button>
      )}
    </>
  )
}

function Standings({ standing }: { standing: Standing }) {
  const { plan, subscription, checkout } = standing
  const fill =
    subscription?.state === 'past_due' ? 'late' : subscription?.cancelsAtPeriodEnd ? 'half' : 'full'
  return (
    <>
      <p className={classes.name}>
        <b>{plan.name}</b>
        {subscription ? (
          <StateDot fill={fill}>
            {subscription.cancelsAtPeriodEnd ? t`Cancelled` : t(subscriptionStateWords[subscription.state])}
          </StateDot>
        ) : (
          <Trans>without payment</Trans>
        )}
      </p>
      {subscription && <SubscriptionFacts subscription={subscription} />}
      {checkout && (
        <p>
          <Trans>{checkout.plan.name} is ordered and waits to be paid.</Trans>
        </p>
      )}
    </>
  )
}

/** The plan a workspace is on, what it owes, and putting it on another. */
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
          <Standings standing={data} />
          <Invoices workspaceId={workspaceId} name={name} />
          {setting ? (
            <SetPlan workspaceId={workspaceId} standing={data} onDone={() => setSetting(false)} />
          ) : (
            <div className={classes.buttons}>
              {data.subscription && <CancelButtons workspaceId={workspaceId} standing={data} />}
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
