import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { listActivityLogs } from '@muster/contract/activity-logs.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { usePagesOf } from '../api/pages.ts'
import { endpointInfiniteQuery } from '../api/query.ts'
import { ChoiceButtons } from '../ui/choice-buttons.tsx'
import { formatNumber } from '../ui/format.ts'
import { ErrorState } from '../ui/state.tsx'
import { ActivityEntry } from './activity-entry.tsx'
import {
  type ActivityFilter,
  activityFilterKeys,
  activityFilters,
  activityInput,
  countOf,
} from './activity-query.ts'
import classes from './activity-timeline.module.css'
import { type ActivityLog, activityText } from './activity-words.ts'
import type { ApplicationDetails } from './application-query.ts'
import { NewComment } from './new-comment.tsx'
import { useCalls } from './use-calls.ts'
import { useFreshEntries } from './use-fresh-entries.ts'
import { usePermalink } from './use-permalink.ts'

interface ActivityTimelineProps {
  application: ApplicationDetails
  filter: ActivityFilter
  onFilter: (filter: ActivityFilter) => void
  /** The entry the address leads to. */
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

/** Said aloud when a colleague's entry slides in. */
function newsOf(log: ActivityLog | null): string {
  if (!log) return ''
  const who = log.actor.name
  if (log.kind === 'comment') return t`${who} commented`
  return log.kind === 'call' ? t`${who} called` : activityText(log)
}

function Waiting() {
  return (
    <div className={classes.list} role="status" aria-label={t`Loading`}>
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} height={36} mb={16} />
      ))}
    </div>
  )
}

/** Everything that happened, newest first, with a field to comment on top. */
export function ActivityTimeline(props: ActivityTimelineProps) {
  const { application, filter, onFilter, entry, onFile, commentRef } = props
  const { id } = application
  const input = activityInput(id, filter)
  const query = useInfiniteQuery(endpointInfiniteQuery(listActivityLogs, input))
  const pages = usePagesOf<ActivityLog>(query)
  const { calls, isPending: callsPending } = useCalls(id)
  const ready = !pages.isPending && !pages.isOutdated
  const { fresh, latest } = useFreshEntries(JSON.stringify(input), pages.rows, ready)
  const link = usePermalink(entry, pages)
  return (
    <section aria-label={t`Activity`}>
      <div className={classes.head}>
        <h2 className={classes.title}>
          <Trans>Activity</Trans>
        </h2>
        <Filters filter={filter} onFilter={onFilter} counts={query.data?.pages[0]?.counts ?? {}} />
      </div>
      {application.can.comment && <NewComment key={id} applicationId={id} ref={commentRef} />}
      <VisuallyHidden role="status">{newsOf(latest)}</VisuallyHidden>
      {link.isMissing && (
        <p className={classes.missing} role="status">
          {filter === 'all' ? (
            <Trans>The entry this link leads to is not here.</Trans>
          ) : (
            <Trans>The entry this link leads to is hidden by the filter.</Trans>
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
        <Waiting />
      ) : pages.rows.length === 0 ? (
        <p className={classes.none}>{t(activityFilters[filter].none)}</p>
      ) : (
        <ol className={classes.list} aria-busy={pages.isOutdated || undefined}>
          {pages.rows.map((log) => (
            <ActivityEntry
              key={log.id}
              ref={log.id === entry ? link.element : undefined}
              applicationId={id}
              log={log}
              call={calls.get(log.callId ?? '')}
              fresh={fresh.has(log.id)}
              target={log.id === entry}
              onFile={onFile}
            />
          ))}
        </ol>
      )}
      {pages.hasMore && (
        <Button
          variant="default"
          size="xs"
          className={classes.more}
          loading={query.isFetchingNextPage}
          onClick={pages.moreFailed ? pages.retryMore : pages.more}
        >
          {pages.moreFailed ? <Trans>Try again</Trans> : <Trans>Load earlier</Trans>}
        </Button>
      )}
    </section>
  )
}
