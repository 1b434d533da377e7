import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { listActivityLogs } from '@muster/contract/activity-logs.ts'
import { IconArrowsDiagonal, IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo, type Ref, useDeferredValue, useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { usePages } from '../api/pages.ts'
import { CallButton } from '../calls/call-button.tsx'
import { StatusBadge } from '../statuses/status-badge.tsx'
import { formatNumber, formatTotal } from '../ui/format.ts'
import { Kbd } from '../ui/kbd.tsx'
import { ErrorState } from '../ui/state.tsx'
import { ActivityEntry } from './activity-entry.tsx'
import { activityInput } from './activity-query.ts'
import { commentDraft } from './comment-draft.ts'
import { endedAs } from './ended-as.ts'
import { MoveMenu, type MoveTarget } from './move-menu.tsx'
import { NewComment } from './new-comment.tsx'
import { PeekDetails } from './peek-details.tsx'
import classes from './peek-drawer.module.css'
import { type ApplicationRow, statusesQuery } from './queries.ts'
import { TimeHere } from './time-here.tsx'
import { useCalls } from './use-calls.ts'

interface PeekDrawerProps {
  row: ApplicationRow
  /** 1 for the first of the list; undefined for one that is not among its rows. */
  place: number | undefined
  total: { value: number; atLeast: boolean } | undefined
  onPrevious: () => void
  onNext: () => void
  onClose: () => void
  onMove: (target: MoveTarget) => void
  commentRef: Ref<HTMLTextAreaElement>
}

/** How far it came: one segment for each of the position's statuses but the closed ones. */
function Segments({ row }: { row: ApplicationRow }) {
  const { data } = useQuery(statusesQuery(row.position.id))
  const steps = (data?.items ?? []).filter(({ type }) => type !== 'closed')
  const at = steps.findIndex(({ id }) => id === row.status.id)
  return (
    <div className={classes.segments} aria-hidden>
      {steps.map(({ id }, index) => (
        <span key={id} data-passed={index <= at || undefined} />
      ))}
    </div>
  )
}

function Standing({ row }: { row: ApplicationRow }) {
  const { status, disposition, enteredStatusAt, dueAt } = row
  return (
    <p className={classes.standing}>
      <StatusBadge status={status} />
      <span className={classes.caption}>
        {disposition ? (
          endedAs(disposition)
        ) : (
          <TimeHere since={enteredStatusAt} dueAt={dueAt} limitDays={status.slaDays} />
        )}
      </span>
    </p>
  )
}

const Activity = memo(function Activity({ id: current }: { id: string }) {
  const { t } = useLingui()
  const [id] = useDebouncedValue(current, 120)
  const pages = usePages(listActivityLogs, activityInput(id, 'all'))
  const { calls } = useCalls(id)
  const pending = pages.isPending || pages.isOutdated || id !== current
  return (
    <section aria-label={t`Activity`} className={classes.activity}>
      <h3 className={classes.title}>
        <Trans>Activity</Trans>
      </h3>
      {pages.error ? (
        <ErrorState text={errorMessage(pages.error)} onRetry={pages.retry} />
      ) : pending ? (
        <div role="status" aria-label={t`Loading`}>
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} height={36} mb={16} />
          ))}
        </div>
      ) : (
        <ol className={classes.list}>
          {pages.rows.map((log) => (
            <ActivityEntry key={log.id} applicationId={id} log={log} call={calls.get(log.callId ?? '')} />
          ))}
        </ol>
      )}
      {pages.hasMore && !pending && (
        <Button variant="default" size="xs" onClick={pages.more}>
          <Trans>Show earlier</Trans>
        </Button>
      )}
    </section>
  )
})

interface CommentProps {
  applicationId: string
  commentRef: Ref<HTMLTextAreaElement>
}

const Comment = memo(function Comment({ applicationId, commentRef }: CommentProps) {
  // A field made anew for each row the cursor passes would be most of what the drawer costs. One in which nothing
  // stands, and nothing was written, serves the next as well.
  const [field, setField] = useState({ applicationId, count: 0, used: false })
  if (field.applicationId !== applicationId) {
    const fresh = field.used || commentDraft(applicationId) !== ''
    setField({ applicationId, count: field.count + (fresh ? 1 : 0), used: false })
  }
  return (
    <footer className={classes.comment}>
      <NewComment
        key={field.count}
        applicationId={applicationId}
        ref={commentRef}
        onUse={() => setField((now) => (now.used ? now : { ...now, used: true }))}
      />
    </footer>
  )
})

/** What stands in the drawer beside the list: the application the cursor is on. */
export function PeekDrawer(props: PeekDrawerProps) {
  const { row, place, total, onPrevious, onNext, onClose, onMove, commentRef } = props
  const { t } = useLingui()
  const number = formatNumber(place ?? 0)
  // The cursor goes on at once; the rest of the drawer follows when there is time.
  const settled = useDeferredValue(row)
  return (
    <>
      <header className={classes.head}>
        <span className={classes.caption}>
          {place === undefined ? t`Not in this list` : total && t`${number} of ${formatTotal(total)}`}
        </span>
        <span className={classes.buttons}>
          <ActionIcon
            onClick={onPrevious}
            disabled={place === undefined || place <= 1}
            aria-label={t`Previous`}
            title={t`Previous (k)`}
          >
            <IconChevronUp size={16} stroke={1.6} />
          </ActionIcon>
          <ActionIcon
            onClick={onNext}
            disabled={total !== undefined && !total.atLeast && place !== undefined && place >= total.value}
            aria-label={t`Next`}
            title={t`Next (j)`}
          >
            <IconChevronDown size={16} stroke={1.6} />
          </ActionIcon>
          <Link
            to="/applications/$id"
            params={{ id: row.id }}
            className={classes.expand}
            aria-label={t`Open`}
            title={t`Open (Enter)`}
          >
            <IconArrowsDiagonal size={16} stroke={1.6} />
          </Link>
          <ActionIcon onClick={onClose} aria-label={t`Close the drawer`} title={t`Close (Esc)`}>
            <IconX size={16} stroke={1.6} />
          </ActionIcon>
        </span>
      </header>
      <div className={classes.body}>
        <h2 className={classes.name}>{row.candidate.name}</h2>
        <p className={classes.what}>
          {row.position.name} · {row.company.name}
        </p>
        <Segments row={row} />
        <div className={classes.move}>
          <Standing row={row} />
          <CallButton called={row} className={classes.call} />
          <MoveMenu applications={[row]} onMove={onMove}>
            <Button variant="default" disabled={!row.can.move} rightSection={<Kbd>s</Kbd>}>
              <Trans>Move</Trans>
            </Button>
          </MoveMenu>
        </div>
        <PeekDetails row={settled} />
        <Activity id={settled.id} />
      </div>
      {row.can.comment && <Comment applicationId={row.id} commentRef={commentRef} />}
    </>
  )
}
