import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { getCandidate } from '@muster/contract/candidates.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { StatusBadge } from '../statuses/status-badge.tsx'
import { formatDay } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import type { KnownPerson } from './application-draft.ts'
import classes from './create-application-page.module.css'

interface DuplicateNoticeProps {
  candidateId: string
  matchedBy: string
  onUse: (person: KnownPerson) => void
  onAddSecond: () => void
}

/** Somebody with the same contact data exists: take them, or insist that it is somebody else. */
export function DuplicateNotice({ candidateId, matchedBy, onUse, onAddSecond }: DuplicateNoticeProps) {
  const { data } = useQuery(endpointQuery(getCandidate, { params: { id: candidateId } }))
  const name = data?.name ?? t`Somebody`
  const sentence: Record<string, string> = {
    email: t`${name} has this e-mail already.`,
    phone: t`${name} has this phone already.`,
    profileUrl: t`${name} has this profile already.`,
  }
  return (
    <div className={classes.conflict} role="alert">
      <p>{sentence[matchedBy] ?? t`${name} has the same contact data already.`}</p>
      <div className={classes.resume}>
        <Button size="xs" disabled={!data} onClick={() => data && onUse(data)}>
          <Trans>Use existing</Trans>
        </Button>
        <Button size="xs" variant="default" onClick={onAddSecond}>
          <Trans>Add a second person</Trans>
        </Button>
      </div>
    </div>
  )
}

interface SamePositionNoticeProps {
  candidateId: string
  positionId: string
}

/** A person who is on the position already is told of before anything is sent. */
export function SamePositionNotice({ candidateId, positionId }: SamePositionNoticeProps) {
  const { data } = useQuery(endpointQuery(getCandidate, { params: { id: candidateId } }))
  const there = data?.applications.filter(({ position }) => position.id === positionId) ?? []
  const application = there.find(({ closedAt }) => !closedAt) ?? there[0]
  if (!data || !application) return null
  const { name } = data
  const day = formatDay(application.createdAt)
  return (
    <div className={classes.conflict} role="status">
      <p>
        {application.closedAt ? (
          <Trans>
            {name} applied to this position before, on {day}. A new application is added beside it.
          </Trans>
        ) : (
          <Trans>
            {name} is on this position since {day}, and can be there only once.
          </Trans>
        )}
      </p>
      <div className={classes.resume}>
        <StatusBadge status={application.status} />
        <TextLink to="/applications/$id" params={{ id: application.id }}>
          <Trans>Open the application</Trans>
        </TextLink>
      </div>
    </div>
  )
}
