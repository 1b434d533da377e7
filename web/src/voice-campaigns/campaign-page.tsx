import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { type QueueReason, queueReasons } from '@muster/contract/call-queues.ts'
import {
  deleteVoiceCampaign,
  endVoiceCampaign,
  exportCampaignPeople,
  forecastVoiceCampaign,
  getVoiceCampaign,
  listVoiceCampaigns,
  pauseVoiceCampaign,
  restoreVoiceCampaign,
  startVoiceCampaign,
} from '@muster/contract/voice-campaigns.ts'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { GroupList } from '../call-queues/queue-groups.tsx'
import { CallsDrawer, type CallsQuery } from '../calls/calls-drawer.tsx'
import { ExportListButton } from '../exports/export-list-button.tsx'
import { IconButton } from '../layout/icon-button.tsx'
import { Page } from '../layout/page.tsx'
import { usePermission } from '../session/session.ts'
import { confirm } from '../ui/confirm.tsx'
import { formatNumber, formatTotalTime } from '../ui/format.ts'
import { formatAmounts } from '../ui/money.ts'
import { Section, Sections } from '../ui/section.tsx'
import { ErrorState } from '../ui/state.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { limitsText, stateLabels, statusText } from './campaign-labels.ts'
import { type Campaign, campaignQuery, type Forecast, forecastQuery } from './campaign-queries.ts'
import { ForecastSection } from './forecast-section.tsx'
import classes from './voice-campaigns.module.css'

const CampaignDialog = lazy(() =>
  import('./campaign-dialog.tsx').then((module) => ({ default: module.CampaignDialog })),
)
const PeopleDrawer = lazy(() =>
  import('../call-queues/people-drawer.tsx').then((module) => ({ default: module.PeopleDrawer })),
)

const route = getRouteApi('/voice-campaigns/$id')

function readAgain() {
  return Promise.all([
    invalidate(getVoiceCampaign),
    invalidate(listVoiceCampaigns),
    invalidate(forecastVoiceCampaign),
  ])
}

/** Asks before a campaign starts, with what the forecast says. */
async function confirmStart(campaign: Campaign, ready: number | undefined): Promise<boolean> {
  const { name } = campaign
  const agent = campaign.agent.name
  const people =
    ready === undefined
      ? ''
      : plural(ready, { one: '# person is ready now.', other: '# people are ready now.' })
  return confirm({
    title: t`Start ${name}?`,
    text: t`${agent} begins to call real people. ${people}`,
    action: t`Start calling`,
  })
}

function Actions({ campaign, ready }: { campaign: Campaign; ready: number | undefined }) {
  const { id, name, state } = campaign
  const navigate = useNavigate()
  const mayReadCalls = usePermission('calls:read')
  const change = useMutation({
    mutationFn: (endpoint: typeof startVoiceCampaign | typeof pauseVoiceCampaign | typeof endVoiceCampaign) =>
      call(endpoint, { params: { id } }),
    onError: (error) => toastError(error, t`Not changed`),
    onSettled: readAgain,
  })
  const remove = useMutation({
    mutationFn: () => call(deleteVoiceCampaign, { params: { id } }),
    onSuccess: async () => {
      await navigate({ to: '/voice-campaigns' })
      await invalidate(listVoiceCampaigns)
      toast(t`Deleted ${name}`, async () => {
        await call(restoreVoiceCampaign, { params: { id } }).catch((error) =>
          toastError(error, t`Not restored`),
        )
        await invalidate(listVoiceCampaigns)
      })
    },
    onError: (error) => toastError(error, t`Not deleted`),
  })
  return (
    <>
      {mayReadCalls && (
        <ExportListButton
          endpoint={exportCampaignPeople}
          params={{ id }}
          query={{}}
          label={t`People and results`}
        />
      )}
      {state !== 'ended' && (
        <IconButton
          icon={IconPencil}
          label={t`Edit ${name}`}
          onClick={() =>
            void navigate({ to: '/voice-campaigns/$id', params: { id }, search: { edit: true } })
          }
        />
      )}
      {(state === 'draft' || state === 'ended') && (
        <IconButton icon={IconTrash} label={t`Delete ${name}`} onClick={() => remove.mutate()} />
      )}
      {(state === 'running' || state === 'paused') && (
        <Button
          variant="default"
          loading={change.isPending}
          onClick={async () => {
            const confirmed = await confirm({
              title: t`End ${name}?`,
              text: t`It cannot be started again. Calls that were placed go on.`,
              action: t`End campaign`,
            })
            if (confirmed) change.mutate(endVoiceCampaign)
          }}
        >
          <Trans>End</Trans>
        </Button>
      )}
      {state === 'running' && (
        <Button loading={change.isPending} onClick={() => change.mutate(pauseVoiceCampaign)}>
          <Trans>Pause</Trans>
        </Button>
      )}
      {(state === 'draft' || state === 'paused') && (
        <Button
          loading={change.isPending}
          onClick={async () => {
            if (await confirmStart(campaign, ready)) change.mutate(startVoiceCampaign)
          }}
        >
          {state === 'draft' ? <Trans>Start</Trans> : <Trans>Resume</Trans>}
        </Button>
      )}
    </>
  )
}

interface FiguresProps {
  figures: Campaign['today']
  query: CallsQuery
  onOpen: (opened: { title: string; query: CallsQuery }) => void
}

/** The calls of a period. Each count opens its calls. */
function Figures({ figures, query, onOpen }: FiguresProps) {
  const counts = [
    [t`Placed`, figures.placed, { placed: 'true' }],
    [t`Answered`, figures.answered, { answered: 'true' }],
    [t`Spoken with`, figures.spokenWith, { conversation: 'true' }],
    [t`Qualified`, figures.qualified, { outcome: 'qualified' }],
  ] as const
  const { spokenWith, qualified, costs } = figures
  const each = (count: number) =>
    count > 0 ? costs.map(({ minor, currency }) => ({ minor: Math.round(minor / count), currency })) : []
  return (
    <dl className={classes.figures}>
      {counts.map(([label, value, filter]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <button
              type="button"
              className={classes.count}
              disabled={value === 0}
              onClick={() => onOpen({ title: label, query: { ...query, ...filter } as CallsQuery })}
            >
              {formatNumber(value)}
            </button>
          </dd>
        </div>
      ))}
      <div>
        <dt>
          <Trans>Talk time</Trans>
        </dt>
        <dd>{formatTotalTime(figures.seconds)}</dd>
      </div>
      <div>
        <dt>
          <Trans>Cost</Trans>
        </dt>
        <dd>{formatAmounts(costs)}</dd>
      </div>
      <div>
        <dt>
          <Trans>Per conversation</Trans>
        </dt>
        <dd>{formatAmounts(each(spokenWith))}</dd>
      </div>
      <div>
        <dt>
          <Trans>Per qualified</Trans>
        </dt>
        <dd>{formatAmounts(each(qualified))}</dd>
      </div>
    </dl>
  )
}

interface ContentProps {
  campaign: Campaign
  forecast: UseQueryResult<Forecast>
}

function Content({ campaign, forecast: { data: forecast, error, refetch } }: ContentProps) {
  const { id, state, queue, today, todayFrom, total, activeCalls } = campaign
  const { reason } = route.useSearch()
  const navigate = route.useNavigate()
  const [opened, setOpened] = useState<{ title: string; query: CallsQuery }>()
  const known =
    reason !== undefined && Object.hasOwn(queueReasons, reason) ? (reason as QueueReason) : undefined
  return (
    <>
      <Sections wide>
        <p className={classes.status} data-state={state} role="status">
          <b>{t(stateLabels[state])}</b> {statusText(campaign)}
        </p>
        <p className={classes.caption}>
          {campaign.agent.name} · {queue?.name ?? t`Deleted queue`} · {limitsText(campaign)}
        </p>
        <Section
          title={t`Today`}
          action={
            activeCalls > 0 && (
              <Button
                variant="default"
                size="compact-sm"
                onClick={() =>
                  setOpened({
                    title: t`Calls now`,
                    query: { campaignId: id, lifecycle: ['queued', 'ringing', 'in_progress'] },
                  })
                }
              >
                {plural(activeCalls, { one: '# call now', other: '# calls now' })}
              </Button>
            )
          }
        >
          <Figures figures={today} query={{ campaignId: id, startedFrom: todayFrom }} onOpen={setOpened} />
        </Section>
        <Section title={t`Since the start`}>
          <Figures figures={total} query={{ campaignId: id }} onOpen={setOpened} />
        </Section>
        {state !== 'ended' &&
          (error && !forecast ? (
            <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
          ) : forecast ? (
            <div className={classes.plan}>
              <Section title={t`Who is called`}>
                <GroupList groups={forecast.groups} />
              </Section>
              <ForecastSection forecast={forecast} isRunning={state === 'running'} />
            </div>
          ) : (
            <Skeleton height={220} />
          ))}
      </Sections>
      <CallsDrawer query={opened?.query} title={opened?.title ?? ''} onClose={() => setOpened(undefined)} />
      <Suspense>
        {known && queue && (
          <PeopleDrawer
            id={queue.id}
            reason={known}
            campaign={campaign.onlyWithConsent ? 'with_consent' : 'anyone'}
            onClose={() => void navigate({ search: {}, replace: true })}
          />
        )}
      </Suspense>
    </>
  )
}

/** One campaign: what it does, what came of its calls, and who is called when. */
export function CampaignPage() {
  const { id } = route.useParams()
  const { edit } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: campaign, error, refetch } = useQuery(campaignQuery(id))
  const hasForecast = campaign !== undefined && campaign.state !== 'ended'
  const forecast = useQuery({ ...forecastQuery(id), enabled: hasForecast })
  return (
    <Page
      title={campaign?.name ?? t`Voice campaign`}
      actions={campaign && <Actions campaign={campaign} ready={forecast.data?.ready} />}
    >
      {error && !campaign ? (
        <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
      ) : campaign ? (
        <Content campaign={campaign} forecast={forecast} />
      ) : (
        <Sections wide>
          <Skeleton height={320} />
        </Sections>
      )}
      <Suspense>
        {edit && campaign && (
          <CampaignDialog
            key={campaign.version}
            campaign={campaign}
            onClose={() => void navigate({ search: {}, replace: true })}
          />
        )}
      </Suspense>
    </Page>
  )
}
