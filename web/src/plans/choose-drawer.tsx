import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Drawer, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Interval } from '@muster/contract/plans.ts'
import { checkout, previewChange } from '@muster/contract/subscriptions.ts'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage, fieldErrors } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endpointQuery } from '../api/query.ts'
import { formatDay } from '../ui/format.ts'
import { ErrorState } from '../ui/state.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import { ChangePreview, type Preview } from './change-preview.tsx'
import type { Plan } from './plan-labels.ts'
import classes from './plans-page.module.css'
import { type BillingStatus, storeBillingStatus } from './plans-query.ts'
import { intervalFor, PurchaseFields } from './purchase-fields.tsx'

interface ChooseDrawerProps {
  plan: Plan
  billingStatus: BillingStatus
  /** The interval chosen in the comparison. */
  interval: Interval
  onClose: () => void
}

/** Returns the label of the button, by what it does. */
function actionLabel({ effect, trialDays, at }: Preview, byHand: boolean): string {
  if (effect === 'checkout') {
    if (trialDays > 0 && byHand) return t`Start trial`
    return byHand ? t`Order with invoice` : t`Continue to payment`
  }
  if (effect === 'period_end' || Date.parse(at) > Date.now() + 60_000) return t`Change on ${formatDay(at)}`
  return t`Change now`
}

/** Previews and confirms the choice of a plan. */
export function ChooseDrawer({ plan, billingStatus, interval, onClose }: ChooseDrawerProps) {
  const { subscription, payments } = billingStatus
  const [purchase, setPurchase] = useState({
    interval: intervalFor(plan.terms, interval),
    seats: plan.terms.perSeat ? (subscription?.seats ?? undefined) : undefined,
  })
  const [asked] = useDebouncedValue(purchase, 250)
  const preview = useQuery({
    ...endpointQuery(previewChange, { query: { planId: plan.id, ...asked } }),
    placeholderData: keepPreviousData,
  })
  // Undefined seats default to those in use; the field shows the number.
  const shown = { ...purchase, seats: purchase.seats ?? preview.data?.seats ?? undefined }
  const buy = useMutation({
    mutationFn: () => call(checkout, { body: { planId: plan.id, ...shown } }),
    onSuccess: ({ outcome, url, invoiceId, ...next }) => {
      if (outcome === 'redirect' && url) return window.location.assign(url)
      storeBillingStatus(next)
      const name = plan.name
      // An order has no subscription before it is paid; a free plan starts when the current one ends.
      const at = next.subscription?.change?.at ?? next.subscription?.periodEnd
      const on = at ? formatDay(at) : ''
      if (outcome === 'scheduled' || (outcome === 'free' && at))
        toast(t`The plan changes to ${name} on ${on}`)
      else if (outcome === 'invoice' && invoiceId) toast(t`Ordered ${name}. The invoice is below.`)
      else toast(t`Plan changed to ${name}`)
      onClose()
    },
    onError: (error) => toastError(error, t`Plan not changed`),
  })
  const { data, error } = preview
  const stale = purchase !== asked || preview.isPlaceholderData
  const name = plan.name
  const refused = fieldErrors(error)
  return (
    <Drawer
      opened={useOpened(true)}
      onClose={onClose}
      position="right"
      size="min(480px, 100vw)"
      title={t`Change to ${name}`}
    >
      <div className={classes.parts}>
        <PurchaseFields terms={plan.terms} purchase={shown} errors={refused} onChange={setPurchase} />
        {error && !data && !refused.seats && (
          <ErrorState text={errorMessage(error)} onRetry={() => void preview.refetch()} />
        )}
        {!data && !error && <Skeleton height={160} />}
        {data && <ChangePreview preview={data} interval={asked.interval} />}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            disabled={!data || stale || Boolean(error) || data.effect === 'none'}
            loading={buy.isPending || (buy.isSuccess && buy.data.outcome === 'redirect')}
            onClick={() => buy.mutate()}
          >
            {data ? actionLabel(data, payments === 'manual') : t`Change now`}
          </Button>
        </div>
      </div>
    </Drawer>
  )
}
