import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import type { PredialReason } from '@muster/contract/predial-answers.ts'
import { IconRobot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { errorMessage } from '../api/api-error.ts'
import list from '../call-queues/call-queues.module.css'
import { Page } from '../layout/page.tsx'
import { AddLink } from '../ui/add-link.tsx'
import { formatNumber } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { formatAmounts } from '../ui/money.ts'
import { EmptyState, ErrorState } from '../ui/state.tsx'
import { stateLabels, statusText } from './campaign-labels.ts'
import { type Campaign, campaignsQuery } from './campaign-queries.ts'
import { predialLabels } from './predial-labels.ts'
import { PredialSection } from './predial-section.tsx'
import classes from './voice-campaigns.module.css'

const CampaignDialog = lazy(() =>
  import('./campaign-dialog.tsx').then((module) => ({ default: module.CampaignDialog })),
)
const PredialDrawer = lazy(() =>
  import('./predial-drawer.tsx').then((module) => ({ default: module.PredialDrawer })),
)

const route = getRouteApi('/voice-campaigns')

function CampaignRow({ campaign }: { campaign: Campaign }) {
  const { id, name, state, queue, agent, today } = campaign
  const figures = [
    [t`Placed today`, formatNumber(today.placed)],
    [t`Spoken with`, formatNumber(today.spokenWith)],
    [t`Cost`, formatAmounts(today.costs)],
  ] as const
  return (
    <li className={list.item}>
      <div className={list.about}>
        <h2 className={classes.name}>
          <TextLink to="/voice-campaigns/$id" params={{ id }}>
            {name}
          </TextLink>
          <span className={classes.state} data-state={state}>
            {t(stateLabels[state])}
          </span>
        </h2>
        <p className={classes.caption}>
          {queue?.name ?? t`Deleted queue`} · {agent.name}
        </p>
        <p className={classes.caption}>{statusText(campaign)}</p>
      </div>
      <dl className={classes.figures}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

/** Lists the campaigns of voice agents with what each is doing. */
export function CampaignsPage() {
  const { add, answers } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch } = useQuery(campaignsQuery)
  const reason =
    answers !== undefined && Object.hasOwn(predialLabels, answers) ? (answers as PredialReason) : undefined
  const show = (search: { add?: true }) => void navigate({ search, replace: true })
  return (
    <Page
      title={t`Voice campaigns`}
      actions={
        <AddLink to="/voice-campaigns" search={{ add: true }}>
          <Trans>Add campaign</Trans>
        </AddLink>
      }
    >
      {error && !data ? (
        <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
      ) : data?.items.length === 0 ? (
        <EmptyState
          icon={IconRobot}
          title={t`No voice campaigns yet`}
          text={t`A campaign lets a voice agent call the people of a call queue by itself, within its hours and your limits. You see a forecast before anybody is called.`}
          action={
            <Button onClick={() => show({ add: true })}>
              <Trans>Add campaign</Trans>
            </Button>
          }
        />
      ) : (
        <ul className={list.list}>
          {data
            ? data.items.map((campaign) => <CampaignRow key={campaign.id} campaign={campaign} />)
            : [1, 2].map((key) => <Skeleton key={key} height={88} />)}
        </ul>
      )}
      <PredialSection />
      <Suspense>
        {add && <CampaignDialog campaign={undefined} onClose={() => show({})} />}
        {reason && <PredialDrawer reason={reason} onClose={() => show({})} />}
      </Suspense>
    </Page>
  )
}
