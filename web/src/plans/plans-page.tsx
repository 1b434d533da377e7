import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { getUsage, listPlans } from '@muster/contract/plans.ts'
import { getActiveSubscription } from '@muster/contract/subscriptions.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { endpointQuery } from '../api/query.ts'
import { Page } from '../layout/page.tsx'
import { usePermission } from '../session/session.ts'
import { Section, Sections } from '../ui/section.tsx'
import { BillingNotice } from './billing-notice.tsx'
import { InvoiceSection } from './invoice-section.tsx'
import { PlanComparison } from './plan-comparison.tsx'
import { limitKeys } from './plan-labels.ts'
import { plansQuery } from './plans-query.ts'
import type { PlansSearch } from './plans-search.ts'
import { SubscriptionSection } from './subscription-section.tsx'
import { UsageMeters } from './usage-meters.tsx'

const ChooseDrawer = lazy(() =>
  import('./choose-drawer.tsx').then((module) => ({ default: module.ChooseDrawer })),
)
const BillingDetailsDrawer = lazy(() =>
  import('./billing-details-drawer.tsx').then((module) => ({ default: module.BillingDetailsDrawer })),
)
const CallsDrawer = lazy(() =>
  import('../calls/calls-drawer.tsx').then((module) => ({ default: module.CallsDrawer })),
)

const route = getRouteApi('/plans')

/**
 * Shows the workspace's plan and usage and the plans on offer; without prices if the installation sells none.
 */
export function PlansPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: usage } = useSuspenseQuery(endpointQuery(getUsage))
  const { data: billingStatus } = useSuspenseQuery(endpointQuery(getActiveSubscription))
  const { data: plans } = useSuspenseQuery(endpointQuery(listPlans, plansQuery))
  const mayPay = usePermission('billing:manage')
  const change = (changes: PlansSearch, ignoreBlocker = false) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace: true, ignoreBlocker })
  const { selling, subscription, checkout } = billingStatus
  // Subscriptions continue after the installation stopped selling.
  const billed = selling || subscription !== null || checkout !== null
  const unlimited = limitKeys.every((key) => usage.limits[key] === 'unlimited')
  const chosen = plans.items.find(({ id }) => id === search.choose)
  return (
    <Page title={t`Plans`}>
      <Sections wide>
        {billed && <BillingNotice billingStatus={billingStatus} justPaid={search.paid ?? false} />}
        {billed && <SubscriptionSection billingStatus={billingStatus} />}
        <Section
          title={t`Current usage`}
          text={
            billed ? undefined : unlimited ? (
              <Trans>No plans available. Usage is unlimited and free of charge.</Trans>
            ) : (
              <Trans>No plans available. The administrator of this installation sets the limits.</Trans>
            )
          }
        >
          <UsageMeters usage={usage} />
        </Section>
        {selling && (
          <PlanComparison
            plans={plans.items}
            billingStatus={billingStatus}
            interval={search.by ?? 'month'}
            onInterval={(by) => change({ by: by === 'year' ? 'year' : undefined })}
          />
        )}
        {billed && mayPay && <InvoiceSection />}
      </Sections>
      <Suspense>
        {chosen?.can.buy && (
          <ChooseDrawer
            key={chosen.id}
            plan={chosen}
            billingStatus={billingStatus}
            interval={search.by ?? 'month'}
            onClose={() => change({ choose: undefined })}
          />
        )}
        {search.details && mayPay && (
          <BillingDetailsDrawer
            onClose={() => change({ details: undefined })}
            onDone={() => change({ details: undefined }, true)}
          />
        )}
        {search.calls && (
          <CallsDrawer
            query={{ startedFrom: usage.monthBegan, startedTo: usage.monthEnds }}
            title={t`Calls this month`}
            onClose={() => change({ calls: undefined })}
          />
        )}
      </Suspense>
    </Page>
  )
}
