import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Switch, VisuallyHidden } from '@mantine/core'
import { listPlans, orderPlans } from '@muster/contract/plans.ts'
import { IconWallet } from '@tabler/icons-react'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentProps, type CSSProperties, lazy, Suspense, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate } from '../api/query.ts'
import { hasPrice, type Plan, planStateLabels, pricesText } from '../plans/plan-labels.ts'
import { plansQuery } from '../plans/plans-query.ts'
import { StateDot } from '../plans/state-dot.tsx'
import { ReorderHandle } from '../statuses/editor/reorder-handle.tsx'
import { useReorder } from '../statuses/editor/use-reorder.ts'
import { formatNumber } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { Section, Sections } from '../ui/section.tsx'
import { EmptyState } from '../ui/state.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import classes from './admin-billing.module.css'
import type { AdminPlansSearch } from './admin-billing-search.ts'

const PlanDrawer = lazy(() => import('./plan-drawer.tsx').then((module) => ({ default: module.PlanDrawer })))
const AddPlanDrawer = lazy(() =>
  import('./plan-drawer.tsx').then((module) => ({ default: module.AddPlanDrawer })),
)

const route = getRouteApi('/admin/plans')

interface PlanRowProps {
  plan: Plan
  held: boolean
  style: CSSProperties | undefined
  handleProps: ComponentProps<'button'> | null
}

function PlanRow({ plan, held, style, handleProps }: PlanRowProps) {
  const { id, name, state, isDefault } = plan
  const count = formatNumber(plan.subscribers ?? 0)
  return (
    <li className={classes.row} style={style} data-held={held || undefined}>
      {handleProps ? <ReorderHandle name={name} held={held} handleProps={handleProps} /> : <span />}
      <span className={classes.name}>
        <TextLink
          from="/admin/plans"
          to="/admin/plans"
          search={(now) => ({ ...now, open: id })}
          className={classes.link}
        >
          {name}
        </TextLink>
        {isDefault && (
          <Badge variant="light" color="gray" size="sm">
            <Trans>Default for new workspaces</Trans>
          </Badge>
        )}
      </span>
      <span className={classes.price}>{pricesText(plan.terms)}</span>
      <span>
        <StateDot fill={state === 'public' ? 'full' : state === 'hidden' ? 'half' : 'empty'}>
          {t(planStateLabels[state])}
        </StateDot>
      </span>
      <span className={classes.count}>
        {plural(plan.subscribers ?? 0, { one: `${count} workspace`, other: `${count} workspaces` })}
      </span>
    </li>
  )
}

/** Keeps the new order until the list is reloaded. */
function useOptimisticOrder(all: readonly Plan[]) {
  const [own, setOwn] = useState<readonly string[] | null>(null)
  const [known, setKnown] = useState(all)
  if (all !== known) {
    setKnown(all)
    setOwn(null)
  }
  const plans = all.filter(({ state }) => state !== 'archived')
  const ordered = own?.flatMap((id) => plans.find((plan) => plan.id === id) ?? [])
  const order = useMutation({
    mutationFn: (planIds: string[]) => call(orderPlans, { body: { planIds } }),
    onMutate: setOwn,
    onError: (error) => {
      setOwn(null)
      toastError(error, t`Order not changed`)
    },
    onSettled: () => invalidate(listPlans),
  })
  return { plans: ordered?.length === plans.length ? ordered : plans, order }
}

/** Lists the plans in the order customers see; a handle drags them. */
export function PlanList() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changes: AdminPlansSearch, ignoreBlocker = false) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace: true, ignoreBlocker })
  const { data } = useSuspenseQuery(endpointQuery(listPlans, plansQuery))
  const archived = data.items.filter(({ state }) => state === 'archived')
  const { plans, order } = useOptimisticOrder(data.items)
  const [announcement, announce] = useState('')
  const list = useRef<HTMLUListElement>(null)

  function move(id: string, to: number) {
    const before = plans.map((plan) => plan.id)
    const next = before.toSpliced(before.indexOf(id), 1).toSpliced(to, 0, id)
    const name = plans.find((plan) => plan.id === id)?.name ?? ''
    order.mutate(next, { onSuccess: () => toast(t`Moved ${name}`, () => order.mutate(before)) })
  }
  const reorder = useReorder({ list, items: plans, onMove: move, announce })
  const selling = plans.some(({ state }) => state === 'public')
  return (
    <Sections wide>
      <Section
        title={t`Plans`}
        text={
          selling
            ? t`Customers see plans for sale in this order.`
            : t`No plans are for sale. Workspaces see no prices.`
        }
        action={
          archived.length > 0 && (
            <Switch
              label={t`Show archived plans`}
              checked={search.archived ?? false}
              onChange={(event) => change({ archived: event.currentTarget.checked || undefined })}
            />
          )
        }
      >
        {plans.length === 0 && (
          <EmptyState
            icon={IconWallet}
            title={t`No plans`}
            text={t`Create a plan to sell it to workspaces.`}
          />
        )}
        <ul ref={list} className={classes.rows} data-carrying={reorder.heldId !== null || undefined}>
          {plans.map((plan, index) => (
            <PlanRow
              key={plan.id}
              plan={plan}
              held={plan.id === reorder.heldId}
              style={reorder.rowStyle(index)}
              handleProps={reorder.handleProps(plan.id)}
            />
          ))}
        </ul>
        {search.archived && (
          <ul className={classes.rows} aria-label={t`Archived plans`}>
            {archived.map((plan) => (
              <PlanRow key={plan.id} plan={plan} held={false} style={undefined} handleProps={null} />
            ))}
          </ul>
        )}
        <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      </Section>
      <Suspense>
        {search.add && (
          <AddPlanDrawer
            currency={plans.find((plan) => hasPrice(plan.terms))?.terms.currency ?? 'USD'}
            onClose={() => change({ add: undefined })}
            onDone={() => change({ add: undefined }, true)}
          />
        )}
        {search.open && (
          <PlanDrawer
            key={search.open}
            planId={search.open}
            name={data.items.find(({ id }) => id === search.open)?.name}
            onClose={() => change({ open: undefined })}
          />
        )}
      </Suspense>
    </Sections>
  )
}
