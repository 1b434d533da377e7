import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { errorMessage } from '../api/api-error.ts'
import { ReportCalls } from '../dashboard/report-calls.tsx'
import { Page } from '../layout/page.tsx'
import { usePermission } from '../session/session.ts'
import { formatTime } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { ErrorState } from '../ui/state.tsx'
import { CallbacksSection } from './callbacks-section.tsx'
import { CampaignsSection } from './campaigns-section.tsx'
import { CostsSection } from './costs-section.tsx'
import { Figures } from './figures.tsx'
import { PaceSection } from './pace-section.tsx'
import { HoursSection, NumbersSection } from './rates-sections.tsx'
import { TalkingSection } from './talking-section.tsx'
import classes from './wallboard.module.css'
import { type Wallboard, wallboardQuery } from './wallboard-queries.ts'

const route = getRouteApi('/call-queues/wallboard')

function Board({ wallboard, receivedAt }: { wallboard: Wallboard; receivedAt: number }) {
  const runsCampaigns = usePermission('voice-campaigns:run')
  return (
    <div className={classes.board}>
      <Figures wallboard={wallboard} />
      <div className={classes.column}>
        <TalkingSection wallboard={wallboard} receivedAt={receivedAt} />
        {runsCampaigns && <CampaignsSection />}
        <HoursSection wallboard={wallboard} />
      </div>
      <div className={classes.column}>
        <CallbacksSection wallboard={wallboard} />
        <PaceSection wallboard={wallboard} />
        <NumbersSection wallboard={wallboard} />
        <CostsSection wallboard={wallboard} />
      </div>
    </div>
  )
}

/** The wallboard: who calls whom now, and how the calls of today go, for whoever leads the callers. */
export function WallboardPage() {
  const { calls } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, dataUpdatedAt, error, refetch } = useQuery(wallboardQuery())
  const readAt = data && formatTime(data.at)
  return (
    <Page
      title={t`Wallboard`}
      breadcrumb={
        <h1 className={classes.title}>
          <TextLink to="/call-queues">
            <Trans>Call queues</Trans>
          </TextLink>{' '}
          <span aria-hidden>/</span> <Trans>Wallboard</Trans>
        </h1>
      }
    >
      {error && !data ? (
        <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          {error && (
            <p className={classes.stale} role="alert">
              <Trans>These numbers are from {readAt}.</Trans> {errorMessage(error)}
            </p>
          )}
          <Board wallboard={data} receivedAt={dataUpdatedAt} />
        </>
      ) : (
        <div className={classes.board}>
          <Skeleton height={76} className={classes.tiles} />
          <Skeleton height={320} />
          <Skeleton height={320} />
        </div>
      )}
      {calls && (
        <ReportCalls
          search={{ calls }}
          onClose={() => void navigate({ search: {}, replace: true, resetScroll: false })}
        />
      )}
    </Page>
  )
}
