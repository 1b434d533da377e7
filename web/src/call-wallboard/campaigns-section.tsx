import { t } from '@lingui/core/macro'
import { Skeleton } from '@mantine/core'
import type { QueueReason } from '@muster/contract/call-queues.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorMessage } from '../api/api-error.ts'
import {
  groupText,
  stateLabels as personStates,
  queueStates,
  readyText,
} from '../call-queues/queue-labels.ts'
import { formatNumber } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { formatAmounts, formatMoney } from '../ui/money.ts'
import { Section } from '../ui/section.tsx'
import { ErrorState } from '../ui/state.tsx'
import { stateLabels, statusText } from '../voice-campaigns/campaign-labels.ts'
import classes from './wallboard.module.css'
import { type Campaign, campaignsQuery, peopleQuery } from './wallboard-queries.ts'

interface ReasonLinkProps {
  id: string
  reason: QueueReason
  title?: string | undefined
  content: ReactNode
}

/** Opens the people with this reason on the screen of the campaign. */
function ReasonLink({ id, reason, title, content }: ReasonLinkProps) {
  return (
    <TextLink to="/voice-campaigns/$id" params={{ id }} search={{ reason }} title={title}>
      {content}
    </TextLink>
  )
}

/** The people of a campaign by state, and why they wait or are blocked. Each reason opens its people. */
function People({ campaign, queueId }: { campaign: Campaign; queueId: string }) {
  const { data, error } = useQuery(peopleQuery(queueId, campaign))
  if (error && !data) return <p className={classes.caption}>{errorMessage(error)}</p>
  if (!data) return <Skeleton height={60} />
  return (
    <div className={classes.people}>
      {queueStates.map((state) => {
        const groups = data.groups.filter((group) => group.state === state)
        const sum = groups.reduce((total, { count }) => total + count, 0)
        const heading = (
          <>
            {t(personStates[state])} <b>{formatNumber(sum)}</b>
          </>
        )
        // The only reason has the name and the number of the state.
        const isReady = groups.length === 1 && groups[0]!.reason === 'ready'
        return (
          <div key={state} data-state={state}>
            <h4>{isReady ? <ReasonLink id={campaign.id} reason="ready" content={heading} /> : heading}</h4>
            {!isReady && (
              <ul>
                {groups.map((group) => (
                  <li
                    key={`${group.reason} ${group.readyAt} ${group.triedIn} ${JSON.stringify(group.closed)}`}
                  >
                    <ReasonLink
                      id={campaign.id}
                      reason={group.reason}
                      title={readyText(group) ?? undefined}
                      content={
                        <>
                          <span>{groupText(group)}</span> <span>{formatNumber(group.count)}</span>
                        </>
                      }
                    />
                  </li>
                ))}
              </ul>
            )}
          </div>
        )
      })}
    </div>
  )
}

function CampaignCard({ campaign }: { campaign: Campaign }) {
  const { id, name, state, queue, today, activeCalls, maxConcurrent, minutesPerDay, costPerDay } = campaign
  const minutes = formatNumber(Math.round(today.seconds / 60))
  const ofLimit = (value: string, limit: string | null) => (limit === null ? value : t`${value} of ${limit}`)
  const figures = [
    [t`Calls at once`, ofLimit(formatNumber(activeCalls), formatNumber(maxConcurrent))],
    [t`Minutes today`, ofLimit(minutes, minutesPerDay === null ? null : formatNumber(minutesPerDay))],
    [
      t`Cost today`,
      ofLimit(formatAmounts(today.costs), costPerDay && formatMoney(costPerDay.minor, costPerDay.currency)),
    ],
  ] as const
  return (
    <li className={classes.campaign}>
      <div className={classes.campaignHead}>
        <h3>
          <TextLink to="/voice-campaigns/$id" params={{ id }}>
            {name}
          </TextLink>{' '}
          <span className={classes.campaignState} data-state={state}>
            {t(stateLabels[state])}
          </span>
        </h3>
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
      {queue && <People campaign={campaign} queueId={queue.id} />}
    </li>
  )
}

/** The campaigns that run or are paused. */
export function CampaignsSection() {
  const { data, error, refetch } = useQuery(campaignsQuery)
  const shown = data?.items.filter(({ state }) => state === 'running' || state === 'paused')
  return (
    <Section
      title={t`Voice campaigns`}
      text={t`Campaigns that run or are paused. Minutes and costs count from midnight by the clock of the workspace, as their limits do.`}
    >
      {error && !data ? (
        <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
      ) : shown?.length === 0 ? (
        <p className={classes.note}>{t`No campaign is running`}</p>
      ) : (
        <ul className={classes.campaigns}>
          {shown
            ? shown.map((campaign) => <CampaignCard key={campaign.id} campaign={campaign} />)
            : [1].map((key) => <Skeleton key={key} height={120} />)}
        </ul>
      )}
    </Section>
  )
}
