import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { listPositionActivity } from '@muster/contract/positions.ts'
import {
  type Icon,
  IconArrowRight,
  IconCircleX,
  IconDots,
  IconMessage,
  IconPhone,
  IconPlus,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { errorMessage } from '../api/api-error.ts'
import { usePages } from '../api/pages.ts'
import type { RowOf } from '../api/query.ts'
import { ActivitySentence } from '../applications/timeline/activity-sentence.tsx'
import type { ActivityKind } from '../applications/timeline/activity-text.ts'
import { When } from '../ui/age.tsx'
import { ChoiceButtons } from '../ui/choice-buttons.tsx'
import { ErrorState } from '../ui/state.tsx'
import type { ActivityFilter } from './activity-query.ts'
import { activityQuery } from './activity-query.ts'
import classes from './position-activity.module.css'

type Entry = RowOf<typeof listPositionActivity>

const filterLabels: Record<ActivityFilter, MessageDescriptor> = {
  all: msg`All`,
  moves: msg`Moves`,
  comments: msg`Comments`,
  calls: msg`Calls`,
}

const icons: Partial<Record<ActivityKind, Icon>> = {
  created: IconPlus,
  imported: IconPlus,
  moved: IconArrowRight,
  reopened: IconArrowRight,
  disposition: IconCircleX,
  comment: IconMessage,
  call: IconPhone,
}

function EntryContent({ entry }: { entry: Entry }) {
  const { actor, kind, body, deletedAt } = entry
  if (kind === 'comment') {
    return deletedAt ? (
      <Trans>
        <b>{actor.name}</b> deleted a comment
      </Trans>
    ) : (
      <Trans>
        <b>{actor.name}</b> commented
      </Trans>
    )
  }
  if (kind === 'call') {
    return (
      <Trans>
        <b>{actor.name}</b> logged a call
      </Trans>
    )
  }
  return (
    <>
      <ActivitySentence log={entry} />
      {body && ': '}
    </>
  )
}

function ActivityItem({ entry }: { entry: Entry }) {
  const { application, kind, at, body, revertedAt } = entry
  const EntryIcon = icons[kind] ?? IconDots
  return (
    <li className={classes.entry} data-reverted={revertedAt ? true : undefined}>
      <EntryIcon size={14} stroke={1.6} aria-hidden className={classes.icon} />
      <div>
        <p className={classes.line}>
          <Link to="/applications/$id" params={{ id: application.id }} className={classes.name}>
            {application.candidateName}
          </Link>
          <span className={classes.at}>
            <When at={at} />
          </span>
        </p>
        <p className={classes.sentence}>
          <EntryContent entry={entry} />
          {revertedAt && (
            <>
              {' · '}
              <Trans>undone</Trans>
            </>
          )}
        </p>
        {body && <p className={classes.body}>{body}</p>}
      </div>
    </li>
  )
}

interface PositionActivityProps {
  positionId: string
  filter: ActivityFilter
  onFilter: (filter: ActivityFilter) => void
}

/** The activity on all applications of a position, newest first. */
export function PositionActivity({ positionId, filter, onFilter }: PositionActivityProps) {
  const pages = usePages(listPositionActivity, activityQuery(positionId, filter))
  const { rows, isPending, isOutdated, error, retry, hasMore, more, moreFailed, retryMore } = pages
  return (
    <section className={classes.section} aria-label={t`Activity`}>
      <header className={classes.head}>
        <h2 className={classes.title}>
          <Trans>Activity</Trans>
        </h2>
        <ChoiceButtons
          label={t`Activity type`}
          choices={(Object.keys(filterLabels) as ActivityFilter[]).map((value) => ({
            value,
            label: t(filterLabels[value]),
          }))}
          chosen={filter}
          onChoose={onFilter}
        />
      </header>
      {error ? (
        <ErrorState text={errorMessage(error)} onRetry={retry} />
      ) : isPending ? (
        <div role="status" aria-label={t`Loading`} className={classes.pending}>
          {[0, 1, 2, 3, 4].map((row) => (
            <Skeleton key={row} height={40} />
          ))}
        </div>
      ) : (
        <ol className={classes.list} data-outdated={isOutdated || undefined}>
          {rows.map((entry) => (
            <ActivityItem key={entry.id} entry={entry} />
          ))}
          {rows.length === 0 && (
            <li className={classes.none}>
              {filter === 'all' ? (
                <Trans>
                  No activity yet. Moves, comments and calls on this position’s applications appear here.
                </Trans>
              ) : (
                <Trans>No matching activity yet.</Trans>
              )}
            </li>
          )}
        </ol>
      )}
      {hasMore && (
        <Button variant="default" onClick={moreFailed ? retryMore : more}>
          {moreFailed ? <Trans>Could not load more. Retry</Trans> : <Trans>Show earlier</Trans>}
        </Button>
      )}
    </section>
  )
}
