import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { listOwnActivity, listUserActivity } from '@muster/contract/user-activity.ts'
import { IconActivity, IconBriefcase, IconShieldCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { type Pages, usePages } from '../api/pages.ts'
import type { RowOf } from '../api/query.ts'
import { ActivitySentence } from '../applications/timeline/activity-sentence.tsx'
import { actionText, subjectLink, subjectText } from '../audit-logs/audit-text.ts'
import { When } from '../ui/age.tsx'
import { ChoiceButtons } from '../ui/choice-buttons.tsx'
import { EmptyState, ErrorState } from '../ui/state.tsx'
import { PartSkeleton } from './part-skeleton.tsx'
import classes from './user-activity.module.css'

type Item = RowOf<typeof listUserActivity>
type Kind = 'all' | Item['kind']

function OnApplication({ log }: { log: NonNullable<Item['log']> }) {
  const { application, kind, body } = log
  return (
    <>
      <Link
        to="/applications/$id"
        params={{ id: application.id }}
        search={{ entry: log.id }}
        className={classes.name}
      >
        {application.candidateName}
      </Link>
      <span className={classes.sentence}>
        {kind === 'comment' ? (
          <Trans>Commented</Trans>
        ) : kind === 'call' ? (
          <Trans>Logged a call</Trans>
        ) : (
          <ActivitySentence log={log} />
        )}
      </span>
      {body && <span className={classes.body}>{body}</span>}
    </>
  )
}

/** Names the subject of an action, linked if it can be opened. */
function About({ subject }: { subject: NonNullable<NonNullable<Item['event']>['subject']> }) {
  const link = subjectLink(subject)
  const text = subjectText(subject)
  return (
    <>
      {': '}
      {link ? (
        <Link {...link} className={classes.name}>
          {text}
        </Link>
      ) : (
        text
      )}
    </>
  )
}

function Entry({ item }: { item: Item }) {
  const { log, event, at } = item
  const EntryIcon = log ? IconBriefcase : IconShieldCheck
  return (
    <li className={classes.entry}>
      <EntryIcon size={14} stroke={1.6} aria-hidden className={classes.icon} />
      <div className={classes.told}>
        {log && <OnApplication log={log} />}
        {event && (
          <>
            <span className={classes.sentence}>
              {actionText(event.action)}
              {event.subject && <About subject={event.subject} />}
            </span>
            {event.ip && <span className={classes.caption}>{t`From ${event.ip}`}</span>}
          </>
        )}
      </div>
      <span className={classes.caption}>
        <When at={at} />
      </span>
    </li>
  )
}

interface ActivityListProps {
  pages: Pages<Item>
  kind: Kind
  onKind: (kind: Kind) => void
}

function ActivityList({ pages, kind, onKind }: ActivityListProps) {
  const { rows, isPending, isOutdated, error, retry, hasMore, more, moreFailed, retryMore } = pages
  return (
    <div className={classes.part}>
      <ChoiceButtons<Kind>
        label={t`Activity type`}
        choices={[
          { value: 'all', label: t`Everything` },
          { value: 'application', label: t`On applications` },
          { value: 'account', label: t`Sign-ins, permissions, exports` },
        ]}
        chosen={kind}
        onChoose={onKind}
      />
      {error !== null && <ErrorState text={errorMessage(error)} onRetry={retry} />}
      {isPending && <PartSkeleton />}
      {!isPending && error === null && rows.length === 0 && (
        <EmptyState
          icon={IconActivity}
          title={t`No activity yet`}
          text={t`Moves, comments, calls, sign-ins and exports appear here.`}
        />
      )}
      <ol className={classes.list} data-outdated={isOutdated || undefined}>
        {rows.map((item) => (
          <Entry key={item.id} item={item} />
        ))}
      </ol>
      {hasMore && (
        <Button variant="default" onClick={moreFailed ? retryMore : more}>
          {moreFailed ? <Trans>Could not load more. Retry</Trans> : <Trans>Show earlier</Trans>}
        </Button>
      )}
    </div>
  )
}

const queryOf = (kind: Kind) => (kind === 'all' ? {} : { kind })

/** A user's activity, newest first. */
export function UserActivity({ userId }: { userId: string }) {
  const [kind, setKind] = useState<Kind>('all')
  const pages = usePages(listUserActivity, { params: { id: userId }, query: queryOf(kind) })
  return <ActivityList pages={pages} kind={kind} onKind={setKind} />
}

/** The user's own activity, newest first. */
export function OwnActivity() {
  const [kind, setKind] = useState<Kind>('all')
  const pages = usePages(listOwnActivity, { query: queryOf(kind) })
  return <ActivityList pages={pages} kind={kind} onKind={setKind} />
}
