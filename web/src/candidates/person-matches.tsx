import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { findDuplicateCandidates } from '@muster/contract/candidates.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { endpointQuery, type RowOf } from '../api/query.ts'
import { StatusBadge } from '../statuses/status-badge.tsx'
import { formatDay } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import classes from './person-matches.module.css'

export type PersonMatch = RowOf<typeof findDuplicateCandidates>

type Typed = CallOf<typeof findDuplicateCandidates>['query']

const pause = 250

const reasons: Record<PersonMatch['matchedBy'], string> = {
  email: 'Same e-mail',
  phone: 'Same phone',
  profileUrl: 'Same profile',
  name: 'Similar name',
}

/** People who may be the one being typed, a moment after typing stops. */
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

interface PersonMatchesProps {
  typed: Typed
  /** Takes the person instead of a new one; without it each is only linked. */
  onUse?: (person: PersonMatch) => void
}

/** Whom the workspace knows already of those who look like the one being typed, with where they applied. */
export function PersonMatches({ typed, onUse }: PersonMatchesProps) {
  const matches = useMatches(typed)
  const certain = matches.some((match) => match.certain)
  return (
    <section
      aria-label="Known people"
      aria-live="polite"
      className={classes.matches}
      data-empty={matches.length === 0 || undefined}
    >
      {matches.length > 0 && (
        <h2 className={classes.title}>{certain ? 'You know this person already' : 'Is it one of these?'}</h2>
      )}
      <ul className={classes.list}>
        {matches.map((match) => (
          <li key={match.id} className={classes.match} data-certain={match.certain || undefined}>
            <div className={classes.line}>
              <TextLink to="/candidates/$id" params={{ id: match.id }} className={classes.name}>
                {match.name}
              </TextLink>
              <span className={classes.reason}>{reasons[match.matchedBy]}</span>
            </div>
            <p className={classes.caption}>
              {[match.email, match.phone].filter(Boolean).join(' · ') || 'No contact data'}
            </p>
            {match.applications.slice(0, 3).map((application) => (
              <p key={application.id} className={classes.line}>
                <span className={classes.where}>
                  {application.position.name}
                  <span className={classes.caption}> {formatDay(application.createdAt)}</span>
                </span>
                <StatusBadge status={application.status} />
              </p>
            ))}
            {match.applications.length === 0 && <p className={classes.caption}>No applications</p>}
            {match.applications.length > 3 && (
              <p className={classes.caption}>and {match.applications.length - 3} more</p>
            )}
            {onUse && (
              <Button size="xs" variant="default" onClick={() => onUse(match)}>
                Use this person
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
