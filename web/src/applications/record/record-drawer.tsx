import { t } from '@lingui/core/macro'
import { ActionIcon, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowsDiagonal, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { Viewers } from '../../live/viewers.tsx'
import { formatNumber, formatTotal } from '../../ui/format.ts'
import { ErrorState } from '../../ui/state.tsx'
import { useShortcuts } from '../../ui/use-shortcuts.ts'
import { type ApplicationDetails, applicationQuery } from '../application-query.ts'
import type { ApplicationRow } from '../queries.ts'
import { applicationsOf } from './application-tabs.tsx'
import { PersonRecord } from './record.tsx'
import { Steps } from './record-crumb.tsx'
import classes from './record-drawer.module.css'
import type { RecordView } from './record-view.ts'

/** In milliseconds: rows that the cursor only passes are not loaded. */
const rest = 120

interface RecordDrawerProps {
  /** The row or card, which shows at once. */
  row: Pick<ApplicationRow, 'id' | 'candidate' | 'position' | 'company'>
  /** 1 for the first; undefined if it is not among the rows. */
  number: number | undefined
  total: { value: number; atLeast: boolean } | undefined
  /** The name of the column, if the numbers are of one. */
  column?: string
  onGo: (direction: 'next' | 'previous') => void
  onClose: () => void
  /** Called before the application is moved or closed. */
  onLeavesStatus?: () => void
  /** Whether j, k and Escape are handled here. */
  handlesSteps?: boolean
  /** Begins with the focus in the comment field. */
  startsComment?: boolean
  onCommentStarted?: () => void
}

function placeText({ number, total: of, column }: RecordDrawerProps): string | undefined {
  if (number === undefined) return column ? undefined : t`Not in this list`
  if (!of) return undefined
  const [nth, total] = [formatNumber(number), formatTotal(of)]
  return column ? t`${nth} of ${total} in ${column}` : t`${nth} of ${total}`
}

function LoadedRecord({
  application,
  onShow,
  ...props
}: RecordDrawerProps & {
  application: ApplicationDetails
  onShow: (id: string) => void
}) {
  const { onGo, onClose, onLeavesStatus, startsComment, onCommentStarted } = props
  const [view, setView] = useState<RecordView>({})
  return (
    <PersonRecord
      subject={{ candidate: application.candidate, application }}
      resumeFile={application.resumeFile}
      applications={applicationsOf(application)}
      onShow={onShow}
      view={view}
      onView={(change) => setView((now) => ({ ...now, ...change }))}
      level={2}
      onGo={onGo}
      onBack={onClose}
      onLeavesStatus={onLeavesStatus}
      startsComment={startsComment}
      onCommentStarted={onCommentStarted}
    />
  )
}

/** The record of a row or a card, beside the list or over the board. */
export function RecordDrawer(props: RecordDrawerProps) {
  const { row, number, total, onGo, onClose, handlesSteps = false } = props
  // Here, so that they work while the record loads.
  useShortcuts(handlesSteps ? { j: () => onGo('next'), k: () => onGo('previous'), Escape: onClose } : {})
  // Another application of the same person, while the row stays.
  const [other, setOther] = useState<{ of: string; id: string } | null>(null)
  const wanted = other?.of === row.id ? other.id : row.id
  const [settled] = useDebouncedValue(wanted, rest)
  const { data, error, refetch } = useQuery(applicationQuery(settled))
  // The cursor moves at once; the record renders when there is time.
  const application = useDeferredValue(data?.id === wanted ? data : undefined)
  const isLast = total !== undefined && !total.atLeast && number !== undefined && number >= total.value
  return (
    <div className={classes.drawer}>
      <div className={classes.head}>
        <span className={classes.caption}>{placeText(props)}</span>
        <span className={classes.buttons}>
          <Viewers subject={{ type: 'application', id: settled }} />
          <Steps
            canGo={{ next: number !== undefined && !isLast, previous: number !== undefined && number > 1 }}
            onGo={onGo}
          />
          <Link
            to="/applications/$id"
            params={{ id: wanted }}
            className={classes.expand}
            aria-label={t`Open`}
            title={t`Open full page`}
          >
            <IconArrowsDiagonal size={16} stroke={1.6} />
          </Link>
          <ActionIcon onClick={onClose} aria-label={t`Close drawer`} title={t`Close (Esc)`}>
            <IconX size={16} stroke={1.6} />
          </ActionIcon>
        </span>
      </div>
      {application?.id === wanted ? (
        <LoadedRecord
          key={application.candidate.id}
          {...props}
          application={application}
          onShow={(id) => setOther({ of: row.id, id })}
        />
      ) : (
        <div className={classes.outline}>
          <h2>{row.candidate.name}</h2>
          <p>
            {row.position.name} · {row.company.name}
          </p>
          {error && settled === wanted ? (
            <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
          ) : (
            <div role="status" aria-label={t`Loading`}>
              <Skeleton height={24} mb={12} />
              <Skeleton height={40} mb={12} />
              <Skeleton height={320} />
            </div>
          )}
        </div>
      )}
    </div>
  )
}
