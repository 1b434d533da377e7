import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { findDuplicateCandidates } from '@muster/contract/candidates.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { endpointQuery, type RowOf } from '../api/query.ts'
import { StatusBadge } from '../statuses/status-badge.tsx'
import { formatDay, formatNumber } from '../ui/format.ts'
import { Kbd } from '../ui/kbd.tsx'
import { TextLink } from '../ui/link.tsx'
import { formatPhone } from '../ui/phone.ts'
import classes from './person-matches.module.css'

export type PersonMatch = RowOf<typeof findDuplicateCandidates>

type Typed = CallOf<typeof findDuplicateCandidates>['query']

const pause = 250

const reasons: Record<PersonMatch['matchedBy'], MessageDescriptor> = {
  email: msg`Same email`,
  phone: msg`Same phone`,
  profileUrl: msg`Same profile`,
  name: msg`Similar name`,
}

/** Returns candidates who may be the same person, a moment after typing stops. */
function useMatches(typed: Typed): PersonMatch[] {
  const query = Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  )
  const [settled] = useDebouncedValue(JSON.stringify(query), pause)
  const asked: Typed = JSON.parse(settled)
  const isAsked = Boolean(asked.email || asked.phone || asked.profileUrl || (asked.name?.length ?? 0) > 2)
  const { data } = useQuery({
    ...endpointQuery(findDuplicateCandidates, { query: asked }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  return isAsked ? (data?.items ?? []) : []
}

/** Arrow keys move between candidates. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const next = buttons[buttons.indexOf(event.target as HTMLButtonElement) + step]
  event.preventDefault()
  next?.focus()
}

interface PersonMatchesProps {
  typed: Typed
  /** Uses the candidate instead of adding a new one; without it each is only a link. */
  onUse?: (person: PersonMatch) => void
  /** The target position: candidates who have an application for it are marked. */
  positionId?: string | null
}

/** Lists existing candidates similar to the one being typed, with their applications. */
export function PersonMatches({ typed, onUse, positionId }: PersonMatchesProps) {
  const matches = useMatches(typed)
  const certain = matches.some((match) => match.certain)
  return (
    <section
      aria-label={t`Existing candidates`}
      aria-live="polite"
      className={classes.matches}
      data-empty={matches.length === 0 || undefined}
      onKeyDown={moveFocus}
    >
      {matches.length > 0 && (
        <h2 className={classes.title}>
          {certain ? t`Existing candidate` : t`Possible matches`} {onUse && <Kbd>↓</Kbd>}
        </h2>
      )}
      <ul className={classes.list}>
        {matches.map((match) => (
          <li key={match.id} className={classes.match} data-certain={match.certain || undefined}>
            <div className={classes.line}>
              <TextLink to="/candidates/$id" params={{ id: match.id }} className={classes.name}>
                {match.name}
              </TextLink>
              <span className={classes.reason}>{t(reasons[match.matchedBy])}</span>
            </div>
            <p className={classes.caption}>
              {[match.email, match.phone && formatPhone(match.phone)].filter(Boolean).join(' · ') ||
                t`No contact details`}
            </p>
            {match.applications.slice(0, 3).map((application) => (
              <p key={application.id} className={classes.line}>
                <span className={classes.where}>
                  {application.position.name}
                  <span className={classes.caption}> {formatDay(application.createdAt)}</span>
                </span>
                {application.position.id === positionId && !application.closedAt && (
                  <span className={classes.there}>
                    <Trans>On this position</Trans>
                  </span>
                )}
                <StatusBadge status={application.status} />
              </p>
            ))}
            {match.applications.length === 0 && <p className={classes.caption}>{t`No applications`}</p>}
            {match.applications.length > 3 && (
              <p className={classes.caption}>{t`and ${formatNumber(match.applications.length - 3)} more`}</p>
            )}
            {onUse && (
              <Button size="xs" variant="default" onClick={() => onUse(match)}>
                <Trans>Use this candidate</Trans>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
