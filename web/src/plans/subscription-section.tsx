import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { cancelSubscription, openPortal, resumeSubscription } from '@muster/contract/subscriptions.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { confirm } from '../ui/confirm.tsx'
import { formatDay } from '../ui/format.ts'
import { Section } from '../ui/section.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { subscriptionStateLabels } from './plan-labels.ts'
import classes from './plans-page.module.css'
import { type BillingStatus, storeBillingStatus } from './plans-query.ts'
import { StateDot } from './state-dot.tsx'
import { SubscriptionSummary } from './subscription-summary.tsx'

function Portal() {
  const open = useMutation({
    mutationFn: () => call(openPortal),
    onSuccess: ({ url }) => {
      if (url) window.location.assign(url)
    },
    onError: (error) => toastError(error, t`Not opened`),
  })
  return (
    <Button variant="default" loading={open.isPending} onClick={() => open.mutate()}>
      <Trans>Manage payments in Stripe</Trans>
    </Button>
  )
}

function Buttons({ billingStatus }: { billingStatus: BillingStatus }) {
  const { subscription, can } = billingStatus
  const resume = useMutation({
    mutationFn: () => call(resumeSubscription),
    onSuccess: (next) => {
      storeBillingStatus(next)
      toast(t`Resumed ${next.plan.name}`)
    },
    onError: (error) => toastError(error, t`Not resumed`),
  })
  const cancel = useMutation({
    mutationFn: () => call(cancelSubscription, { body: {} }),
    onSuccess: (next) => {
      storeBillingStatus(next)
      const name = billingStatus.plan.name
      if (next.subscription) toast(t`Canceled ${name}`, () => resume.mutate())
      else toast(t`${name} has ended`)
    },
    onError: (error) => toastError(error, t`Plan not canceled`),
  })
  async function ask() {
    const [name, on] = [billingStatus.plan.name, formatDay(subscription?.periodEnd ?? '')]
    const rest = billingStatus.fallback.name
    const sure = await confirm({
      title: t`Cancel ${name}?`,
      text:
        subscription?.state === 'past_due'
          ? t`A payment is overdue, so the plan ends immediately. The workspace moves to ${rest} and keeps all its data.`
          : t`The plan stays active until ${on}. You can resume it until then. No data is lost.`,
      action: t`Cancel plan`,
      cancel: t`Keep plan`,
    })
    if (sure) cancel.mutate()
  }
  if (!can.cancel && !can.resume && !can.portal) return null
  return (
    <span className={classes.buttons}>
      {can.portal && <Portal />}
      {can.resume && (
        <Button variant="default" loading={resume.isPending} onClick={() => resume.mutate()}>
          {subscription?.cancelsAtPeriodEnd ? <Trans>Resume</Trans> : <Trans>Keep current plan</Trans>}
        </Button>
      )}
      {can.cancel && (
        <Button variant="default" loading={cancel.isPending} onClick={() => void ask()}>
          <Trans>Cancel plan…</Trans>
        </Button>
      )}
    </span>
  )
}

/** The workspace's plan and subscription. */
export function SubscriptionSection({ billingStatus }: { billingStatus: BillingStatus }) {
  const { plan, subscription } = billingStatus
  const state = subscription?.state
  const fill = state === 'past_due' ? 'late' : subscription?.cancelsAtPeriodEnd ? 'half' : 'full'
  return (
    <Section title={t`Current plan`} action={<Buttons billingStatus={billingStatus} />}>
      <div className={classes.plan}>
        <b>{plan.name}</b>
        {state && (
          <StateDot fill={fill}>
            {subscription.cancelsAtPeriodEnd
              ? t({ message: 'Canceled', context: 'a subscription' })
              : t(subscriptionStateLabels[state])}
          </StateDot>
        )}
        {!subscription && (
          <span className={classes.caption}>
            <Trans>Free of charge</Trans>
          </span>
        )}
      </div>
      {subscription && <SubscriptionSummary subscription={subscription} />}
    </Section>
  )
}
