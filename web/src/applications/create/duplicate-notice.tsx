import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { getCandidate } from '@muster/contract/candidates.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../../api/query.ts'
import { StatusBadge } from '../../statuses/status-badge.tsx'
import { formatDay } from '../../ui/format.ts'
import { TextLink } from '../../ui/link.tsx'
import type { KnownPerson } from './application-draft.ts'
import classes from './create-application-page.module.css'

interface DuplicateNoticeProps {
  candidateId: string
  matchedBy: string
  onUse: (person: KnownPerson) => void
  onAddSecond: () => void
}

/** Reports a candidate with the same contact data: use them, or add a second person. */
export function DuplicateNotice({ candidateId, matchedBy, onUse, onAddSecond }: DuplicateNoticeProps) {
  const { data } = useQuery(endpointQuery(getCandidate, { params: { id: candidateId } }))
  const name = data?.name ?? t`Another candidate`
  const sentence: Record<string, string> = {
    email: t`${name} already has this email address.`,
    phone: t`${name} already has this phone number.`,
    profileUrl: t`${name} already has this profile.`,
  }
  return (
    <div className={classes.conflict} role="alert">
      <p>{sentence[matchedBy] ?? t`${name} already has the same contact details.`}</p>
      <div className={classes.resume}>
        <Button size="xs" disabled={!data} onClick={() => data && onUse(data)}>
          <Trans>Use existing candidate</Trans>
        </Button>
        <Button size="xs" variant="default" onClick={onAddSecond}>
          <Trans>Create a second candidate</Trans>
        </Button>
      </div>
    </div>
  )
}

interface SamePositionNoticeProps {
  candidateId: string
  positionId: string
}

/** Warns, before anything is sent, that the candidate already has an application for the position. */
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
            {name} already applied for this position on {day}. This adds another application.
          </Trans>
        ) : (
          <Trans>
            {name} has had an open application for this position since {day}. Only one is allowed.
          </Trans>
        )}
      </p>
      <div className={classes.resume}>
        <StatusBadge status={application.status} />
        <TextLink to="/applications/$id" params={{ id: application.id }}>
          <Trans>Open application</Trans>
        </TextLink>
      </div>
    </div>
  )
}
