import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Select, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  grantPlan,
  previewWorkspaceChange,
  setWorkspaceSubscription,
} from '@muster/contract/admin-billing.ts'
import { listPlans } from '@muster/contract/plans.ts'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage, fieldErrors } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endpointQuery } from '../api/query.ts'
import { ChangePreview } from '../plans/change-preview.tsx'
import { hasPrice, type Plan, planStateLabels } from '../plans/plan-labels.ts'
import { type BillingStatus, plansQuery } from '../plans/plans-query.ts'
import { intervalFor, type Purchase, PurchaseFields } from '../plans/purchase-fields.tsx'
import { ErrorState } from '../ui/state.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import classes from './admin-billing.module.css'
import { billingChanged } from './billing-changed.ts'

interface SetPlanProps {
  workspaceId: string
  billingStatus: BillingStatus
  onDone: () => void
}

/** Grants a plan without payment; the workspace has it whenever it pays for nothing. */
function Grant({ plan, workspaceId, billingStatus, onDone }: SetPlanProps & { plan: Plan }) {
  const grant = useMutation({
    mutationFn: () => call(grantPlan, { params: { id: workspaceId }, body: { planId: plan.id } }),
    onSuccess: () => {
      void billingChanged()
      toast(t`Assigned ${plan.name} without payment`)
      onDone()
    },
    onError: (error) => toastError(error, t`Plan not changed`),
  })
  return (
    <Button
      variant="default"
      loading={grant.isPending}
      title={billingStatus.subscription ? t`Takes effect when the subscription ends` : undefined}
      onClick={() => grant.mutate()}
    >
      <Trans>Assign without payment</Trans>
    </Button>
  )
}

/** Returns why a plan cannot be sold by manual invoice, or null. */
function saleRefusal({ subscription, can }: BillingStatus): string | null {
  if (subscription?.provider === 'stripe')
    return t`This workspace's subscription is managed in Stripe. Its owner can change it.`
  return can.change ? null : t`An invoice is overdue. Pay it before changing the plan.`
}

function Sell({ plan, workspaceId, billingStatus, onDone }: SetPlanProps & { plan: Plan }) {
  const params = { id: workspaceId }
  const [purchase, setPurchase] = useState<Purchase>({
    interval: intervalFor(plan.terms, 'month'),
    seats: plan.terms.perSeat ? (billingStatus.subscription?.seats ?? undefined) : undefined,
  })
  const [asked] = useDebouncedValue(purchase, 250)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...endpointQuery(previewWorkspaceChange, { params, query: { planId: plan.id, ...asked } }),
    placeholderData: keepPreviousData,
  })
  const stale = purchase !== asked || isPlaceholderData
  const refused = fieldErrors(error)
  const shown = { ...purchase, seats: purchase.seats ?? data?.seats ?? undefined }
  const sell = useMutation({
    mutationFn: () => call(setWorkspaceSubscription, { params, body: { planId: plan.id, ...shown } }),
    onSuccess: ({ checkout }) => {
      void billingChanged()
      toast(checkout ? t`Ordered ${plan.name}. The invoice was sent to the owners.` : t`Plan changed`)
      onDone()
    },
    onError: (failure) => toastError(failure, t`Plan not changed`),
  })
  return (
    <>
      <PurchaseFields terms={plan.terms} purchase={shown} errors={refused} onChange={setPurchase} />
      {error && !data && !refused.seats && (
        <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton height={80} />}
      {data && <ChangePreview preview={data} interval={asked.interval} />}
      <div className={classes.buttons}>
        <Grant plan={plan} workspaceId={workspaceId} billingStatus={billingStatus} onDone={onDone} />
        <Button
          loading={sell.isPending}
          disabled={!data || stale || Boolean(error) || data.effect === 'none'}
          onClick={() => sell.mutate()}
        >
          <Trans>Sell with invoice</Trans>
        </Button>
      </div>
    </>
  )
}

/** Puts a workspace on a plan, including hidden ones: sold by invoice, or granted without payment. */
export function SetPlan({ workspaceId, billingStatus, onDone }: SetPlanProps) {
  const [chosen, choose] = useState<string | null>(null)
  const { data } = useQuery(endpointQuery(listPlans, plansQuery))
  const offered = data?.items.filter(({ state }) => state !== 'archived') ?? []
  const plan = offered.find(({ id }) => id === chosen)
  const more = { workspaceId, billingStatus, onDone }
  const whyNot = saleRefusal(billingStatus)
  return (
    <div className={classes.form}>
      <Select
        label={t`Plan`}
        data={offered.map(({ id, name, state }) => ({
          value: id,
          label: state === 'public' ? name : `${name} (${t(planStateLabels[state])})`,
        }))}
        allowDeselect={false}
        value={chosen}
        onChange={choose}
      />
      {plan && hasPrice(plan.terms) && whyNot === null && <Sell key={plan.id} plan={plan} {...more} />}
      {plan && (!hasPrice(plan.terms) || whyNot !== null) && (
        <>
          {hasPrice(plan.terms) && <p className={classes.told}>{whyNot}</p>}
          <div className={classes.buttons}>
            <Grant plan={plan} {...more} />
          </div>
        </>
      )}
      <div className={classes.buttons}>
        <Button variant="subtle" color="gray" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </div>
  )
}
