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
import { subscriptionStateWords } from './plan-words.ts'
import classes from './plans-page.module.css'
import { type Standing, standingChanged } from './plans-query.ts'
import { StateDot } from './state-dot.tsx'
import { SubscriptionFacts } from './subscription-facts.tsx'

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
      <Trans>Cards and receipts at Stripe</Trans>
    </Button>
  )
}

function Buttons({ standing }: { standing: Standing }) {
  const { subscription, can } = standing
  const resume = useMutation({
    mutationFn: () => call(resumeSubscription),
    onSuccess: (next) => {
      standingChanged(next)
      toast(t`${next.plan.name} goes on`)
    },
    onError: (error) => toastError(error, t`Not resumed`),
  })
  const cancel = useMutation({
    mutationFn: () => call(cancelSubscription, { body: {} }),
    onSuccess: (next) => {
      standingChanged(next)
      const name = standing.plan.name
      if (next.subscription) toast(t`${name} is cancelled`, () => resume.mutate())
      else toast(t`${name} has ended`)
    },
    onError: (error) => toastError(error, t`Not cancelled`),
  })
  async function ask() {
    const [name, on] = [standing.plan.name, formatDay(subscription?.periodEnd ?? '')]
    const rest = standing.fallback.name
    const sure = await confirm({
      title: t`Cancel ${name}?`,
      text:
        subscription?.state === 'past_due'
          ? t`A payment is overdue, so it ends at once. The workspace has ${rest} then, and all its data.`
          : t`It goes on until ${on}, and you can take this back until then. Nothing you have is lost.`,
      action: t`Cancel the plan`,
      cancel: t`Keep it`,
    })
    if (sure) cancel.mutate()
  }
  if (!can.cancel && !can.resume && !can.portal) return null
  return (
    <span className={classes.buttons}>
      {can.portal && <Portal />}
      {can.resume && (
        <Button variant="default" loading={resume.isPending} onClick={() => resume.mutate()}>
          {subscription?.cancelsAtPeriodEnd ? <Trans>Resume</Trans> : <Trans>Keep the plan as it is</Trans>}
        </Button>
      )}
      {can.cancel && (
        <Button variant="default" loading={cancel.isPending} onClick={() => void ask()}>
          <Trans>Cancel the plan…</Trans>
        </Button>
      )}
    </span>
  )
}

/** The plan the workspace is on, and the subscription that pays for it. */
export function SubscriptionSection({ standing }: { standing: Standing }) {
  const { plan, subscription } = standing
  const state = subscription?.state
  const fill = state === 'past_due' ? 'late' : subscription?.cancelsAtPeriodEnd ? 'half' : 'full'
  return (
    <Section title={t`Current plan`} action={<Buttons standing={standing} />}>
      <div className={classes.plan}>
        <b>{plan.name}</b>
        {state && (
          <StateDot fill={fill}>
            {subscription.cancelsAtPeriodEnd ? t`Cancelled` : t(subscriptionStateWords[state])}
          </StateDot>
        )}
        {!subscription && (
          <span className={classes.caption}>
            <Trans>Nothing is charged for it</Trans>
          </span>
        )}
      </div>
      {subscription && <SubscriptionFacts subscription={subscription} />}
    </Section>
  )
}
