import { ActionIcon, Anchor, Button, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { listActivityLogs } from '@muster/contract/activity-logs.ts'
import { dispositions } from '@muster/contract/dispositions.ts'
import { IconArrowsDiagonal, IconChevronDown, IconChevronUp, IconPhone, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo, type Ref, useDeferredValue } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { usePages } from '../api/pages.ts'
import { usePermission } from '../session/session.ts'
import { StatusBadge } from '../statuses/status-badge.tsx'
import { Age, When } from '../ui/age.tsx'
import { formatNumber, formatTotal } from '../ui/format.ts'
import { Kbd } from '../ui/kbd.tsx'
import { ErrorState } from '../ui/state.tsx'
import { ActivityEntry } from './activity-entry.tsx'
import { activityInput } from './activity-query.ts'
import { NewComment, useCalls } from './activity-timeline.tsx'
import { applicationQuery } from './application-query.ts'
import { Fact, Facts, nothing } from './facts.tsx'
import { MoveMenu, type MoveTarget } from './move-menu.tsx'
import classes from './peek-drawer.module.css'
import { type ApplicationRow, statusesQuery } from './queries.ts'

interface PeekDrawerProps {
  row: ApplicationRow
  /** 1 for the first of the list. */
  place: number
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
          [dispositions[disposition.kind].label, disposition.reason?.toLowerCase()].filter(Boolean).join(': ')
        ) : (
          <>
            for <Age since={enteredStatusAt} dueAt={dueAt} />
            {status.slaDays !== null && `, limit ${formatNumber(status.slaDays)} d`}
          </>
        )}
      </span>
    </p>
  )
}

function Phone({ candidate: { phone, doNotCall } }: Pick<ApplicationRow, 'candidate'>) {
  if (!phone) return nothing
  if (doNotCall) {
    return (
      <>
        {phone} <span className={classes.caption}>asked not to be called</span>
      </>
    )
  }
  return (
    <Anchor href={`tel:${phone}`} c="var(--ink)" className={classes.phone}>
      {phone}
      <IconPhone size={14} stroke={1.6} aria-hidden />
    </Anchor>
  )
}

const Details = memo(function Details({ row }: { row: ApplicationRow }) {
  const { candidate, callbackAt, owner } = row
  // The cursor may run through many rows; only those it rests on are read in full.
  const [id] = useDebouncedValue(row.id, 120)
  const { data } = useQuery(applicationQuery(id))
  const hidden = usePermission('contacts:read') ? null : (
    <span className={classes.caption}>not shown to you</span>
  )
  const others = data?.id === row.id ? data.otherApplications : []
  return (
    <Facts>
      <Fact label="Phone">{hidden ?? <Phone candidate={candidate} />}</Fact>
      <Fact label="E-mail">
        {hidden ??
          (candidate.email && (
            <Anchor href={`mailto:${candidate.email}`} c="var(--ink)">
              {candidate.email}
            </Anchor>
          ))}
      </Fact>
      <Fact label="Owner">{owner?.name}</Fact>
      <Fact label="Source">{row.source}</Fact>
      <Fact label="Callback">{callbackAt && <When at={callbackAt} />}</Fact>
      {row.tags.length > 0 && <Fact label="Tags">{row.tags.join(', ')}</Fact>}
      {others.length > 0 && (
        <Fact label="Also applied">
          {others.map((other) => (
            <span key={other.id} className={classes.other}>
              <Link to="/applications/$id" params={{ id: other.id }} className={classes.otherLink}>
                {other.position.name}
              </Link>{' '}
              <span className={classes.caption}>
                {other.disposition ? dispositions[other.disposition].label.toLowerCase() : other.status.name}
              </span>
            </span>
          ))}
        </Fact>
      )}
    </Facts>
  )
})

const Activity = memo(function Activity({ id: current }: { id: string }) {
  const [id] = useDebouncedValue(current, 120)
  const pages = usePages(listActivityLogs, activityInput(id, 'all'))
  const calls = useCalls(id)
  const pending = pages.isPending || pages.isOutdated || id !== current
  return (
    <section aria-label="Activity" className={classes.activity}>
      <h3 className={classes.title}>Activity</h3>
      {pages.error ? (
        <ErrorState text={errorMessage(pages.error)} onRetry={pages.retry} />
      ) : pending ? (
        <div role="status" aria-label="Loading">
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
          Show earlier
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
  return (
    <footer className={classes.comment}>
      <NewComment key={applicationId} applicationId={applicationId} ref={commentRef} />
    </footer>
  )
})

/** The application the cursor is on, beside the list. */
export function PeekDrawer(props: PeekDrawerProps) {
  const { row, place, total, onPrevious, onNext, onClose, onMove, commentRef } = props
  // The cursor goes on at once; the rest of the drawer follows when there is time.
  const settled = useDeferredValue(row)
  return (
    <aside className={classes.drawer} aria-label={row.candidate.name}>
      <header className={classes.head}>
        <span className={classes.caption}>
          {formatNumber(place)} of {total && formatTotal(total)}
        </span>
        <span className={classes.buttons}>
          <ActionIcon onClick={onPrevious} disabled={place <= 1} aria-label="Previous" title="Previous (k)">
            <IconChevronUp size={18} stroke={1.6} />
          </ActionIcon>
          <ActionIcon
            onClick={onNext}
            disabled={total !== undefined && !total.atLeast && place >= total.value}
            aria-label="Next"
            title="Next (j)"
          >
            <IconChevronDown size={18} stroke={1.6} />
          </ActionIcon>
          <Link
            to="/applications/$id"
            params={{ id: row.id }}
            className={classes.expand}
            aria-label="Open"
            title="Open (Enter)"
          >
            <IconArrowsDiagonal size={16} stroke={1.6} />
          </Link>
          <ActionIcon onClick={onClose} aria-label="Close the drawer" title="Close (Esc)">
            <IconX size={18} stroke={1.6} />
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
          <MoveMenu applications={[row]} onMove={onMove}>
            <Button variant="default" disabled={!row.can.move} rightSection={<Kbd>s</Kbd>}>
              Move
            </Button>
          </MoveMenu>
        </div>
        <Details row={settled} />
        <Activity id={settled.id} />
      </div>
      {settled.can.comment && <Comment applicationId={settled.id} commentRef={commentRef} />}
    </aside>
  )
}
