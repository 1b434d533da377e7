import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { listCandidateActivity } from '@muster/contract/activity-logs.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { usePagesOf } from '../../api/pages.ts'
import { endpointInfiniteQuery } from '../../api/query.ts'
import { ChoiceButtons } from '../../ui/choice-buttons.tsx'
import { formatNumber } from '../../ui/format.ts'
import { useNow } from '../../ui/now.ts'
import { ErrorState } from '../../ui/state.tsx'
import type { ApplicationDetails } from '../application-query.ts'
import { UnreachedCalls } from './activity-calls.tsx'
import { groupByDay } from './activity-days.ts'
import { ActivityEntry } from './activity-entry.tsx'
import {
  type ActivityFilter,
  activityFilterKeys,
  activityFilters,
  activityInput,
  countOf,
} from './activity-query.ts'
import { type ActivityLog, activityText } from './activity-text.ts'
import classes from './activity-timeline.module.css'
import { NewComment } from './new-comment.tsx'
import { useCalls } from './use-calls.ts'
import { useFreshEntries } from './use-fresh-entries.ts'
import { usePermalink } from './use-permalink.ts'

interface ActivityTimelineProps {
  candidateId: string
  /** The application shown, which comments are about; null for a person without one. */
  application: ApplicationDetails | null
  filter: ActivityFilter
  onFilter: (filter: ActivityFilter) => void
  /** The entry to scroll to. */
  entry: string | undefined
  onFile: (fileId: string) => void
  commentRef: Ref<HTMLTextAreaElement>
}

function Filters(
  props: Pick<ActivityTimelineProps, 'filter' | 'onFilter'> & { counts: Record<string, number> },
) {
  const { filter, onFilter, counts } = props
  return (
    <ChoiceButtons
      label={t`Show`}
      choices={activityFilterKeys
        .map((value) => ({ value, count: countOf(value, counts) }))
        .filter(({ value, count }) => count > 0 || value === 'all' || value === filter)
        .map(({ value, count }) => ({
          value,
          label: (
            <>
              {t(activityFilters[value].label)} <span className={classes.count}>{formatNumber(count)}</span>
            </>
          ),
        }))}
      chosen={filter}
      onChoose={onFilter}
    />
  )
}

/** Returns the announcement for screen readers when a colleague's entry appears. */
function announcementOf(log: ActivityLog | null): string {
  if (!log) return ''
  const who = log.actor.name
  if (log.kind === 'comment') return t`${who} commented`
  return log.kind === 'call' ? t`${who} called` : activityText(log)
}

function TimelineSkeleton() {
  return (
    <div className={classes.list} role="status" aria-label={t`Loading`}>
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} height={36} mb={16} />
      ))}
    </div>
  )
}

/** Changes of the person, which the history has on one of their applications. */
const aboutPerson: readonly ActivityLog['kind'][] = ['edited', 'merged', 'unmerged']

/**
 * The history of a person across their applications, newest first and by day, with a field for a comment on the
 * application shown.
 */
export function ActivityTimeline(props: ActivityTimelineProps) {
  const { candidateId, application, filter, onFilter, entry, onFile, commentRef } = props
  const input = activityInput(candidateId, filter)
  const query = useInfiniteQuery(endpointInfiniteQuery(listCandidateActivity, input))
  const pages = usePagesOf<ActivityLog>(query)
  const { calls, isPending: callsPending } = useCalls(candidateId)
  const now = useNow()
  const ready = !pages.isPending && !pages.isOutdated
  const { fresh, latest } = useFreshEntries(JSON.stringify(input), pages.rows, ready)
  const link = usePermalink(entry, pages)
  const days = groupByDay(pages.rows, { calls, target: entry, now })
  const isElsewhere = (log: ActivityLog) =>
    log.application.id !== application?.id && !aboutPerson.includes(log.kind)
  return (
    <section aria-label={t`Activity`} className={classes.timeline}>
      <div className={classes.head}>
        <Filters filter={filter} onFilter={onFilter} counts={query.data?.pages[0]?.counts ?? {}} />
      </div>
      <div className={classes.scroll}>
        <VisuallyHidden role="status">{announcementOf(latest)}</VisuallyHidden>
        {link.isMissing && (
          <p className={classes.missing} role="status">
            {filter === 'all' ? (
              <Trans>The linked entry was not found.</Trans>
            ) : (
              <Trans>The linked entry is hidden by the filter.</Trans>
            )}
            {filter !== 'all' && (
              <Button size="compact-xs" variant="subtle" onClick={() => onFilter('all')}>
                <Trans>Show all</Trans>
              </Button>
            )}
          </p>
        )}
        {pages.error ? (
          <ErrorState text={errorMessage(pages.error)} onRetry={pages.retry} />
        ) : pages.isPending || callsPending ? (
          <TimelineSkeleton />
        ) : pages.rows.length === 0 ? (
          <p className={classes.none}>{t(activityFilters[filter].none)}</p>
        ) : (
          <div aria-busy={pages.isOutdated || undefined}>
            {days.map((day) => (
              <div key={day.name} className={classes.day}>
                <h3 className={classes.dayName}>{day.name}</h3>
                <ol className={classes.list}>
                  {day.entries.map((each) =>
                    each.kind === 'calls' ? (
                      <UnreachedCalls
                        key={each.id}
                        logs={each.logs}
                        calls={calls}
                        elsewhere={isElsewhere(each.logs[0]!)}
                        onFile={onFile}
                      />
                    ) : (
                      <ActivityEntry
                        key={each.id}
                        ref={each.id === entry ? link.element : undefined}
                        log={each.log}
                        call={calls.get(each.log.callId ?? '')}
                        elsewhere={isElsewhere(each.log)}
                        fresh={fresh.has(each.id)}
                        target={each.id === entry}
                        onFile={onFile}
                      />
                    ),
                  )}
                </ol>
              </div>
            ))}
          </div>
        )}
        {pages.hasMore && (
          <Button
            variant="default"
            size="xs"
            className={classes.more}
            loading={query.isFetchingNextPage}
            onClick={pages.moreFailed ? pages.retryMore : pages.more}
          >
            {pages.moreFailed ? <Trans>Retry</Trans> : <Trans>Load earlier</Trans>}
          </Button>
        )}
      </div>
      {application?.can.comment && (
        <div className={classes.newComment}>
          <NewComment key={application.id} application={application} ref={commentRef} />
        </div>
      )}
    </section>
  )
}
