import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronLeft, IconChevronUp } from '@tabler/icons-react'
import { formatNumber, formatTotal } from '../../ui/format.ts'
import { TextLink } from '../../ui/link.tsx'
import { type Neighbours, neighboursOf } from './origin.ts'
import classes from './record-page.module.css'

const look = { c: 'var(--ink-2)', className: classes.crumb }
const chevron = <IconChevronLeft size={16} stroke={1.6} aria-hidden />

/** Leads back to the list or the column. */
function BackLink({
  place,
  of,
}: {
  place: Neighbours['place'] | undefined
  of: 'applications' | 'candidates'
}) {
  if (place?.kind === 'board') {
    return (
      <TextLink to="/board/$id" params={{ id: place.boardId }} search={place.search} {...look}>
        {chevron}
        {place.column}
      </TextLink>
    )
  }
  if (place?.kind === 'candidates' || (!place && of === 'candidates')) {
    return (
      <TextLink to="/candidates" search={place?.search} {...look}>
        {chevron}
        <Trans>Candidates</Trans>
      </TextLink>
    )
  }
  return (
    <TextLink to="/applications" search={place?.search} {...look}>
      {chevron}
      <Trans>Applications</Trans>
    </TextLink>
  )
}

interface StepsProps {
  canGo: { next: boolean; previous: boolean }
  onGo: (direction: 'next' | 'previous') => void
}

/** The buttons to the previous and the next record. */
export function Steps({ canGo, onGo }: StepsProps) {
  return (
    <>
      <ActionIcon
        aria-label={t`Previous`}
        title={t`Previous (k)`}
        disabled={!canGo.previous}
        onClick={() => onGo('previous')}
      >
        <IconChevronUp size={16} stroke={1.6} />
      </ActionIcon>
      <ActionIcon
        aria-label={t`Next`}
        title={t`Next (j)`}
        disabled={!canGo.next}
        onClick={() => onGo('next')}
      >
        <IconChevronDown size={16} stroke={1.6} />
      </ActionIcon>
    </>
  )
}

interface CrumbProps {
  id: string
  of: 'applications' | 'candidates'
  onGo: (direction: 'next' | 'previous') => void
}

/** The list or column that the record was opened from, with previous and next. */
export function RecordCrumb({ id, of, onGo }: CrumbProps) {
  const found = neighboursOf(id)
  const nth = found && formatNumber(found.number)
  const total = found && formatTotal(found.total)
  return (
    <nav className={classes.crumb} aria-label={t`List navigation`}>
      <BackLink place={found?.place} of={of} />
      {found && (
        <>
          <span className={classes.place}>
            <Trans>
              {nth} of {total}
            </Trans>
          </span>
          <Steps canGo={{ next: found.nextId !== null, previous: found.previousId !== null }} onGo={onGo} />
        </>
      )}
    </nav>
  )
}
