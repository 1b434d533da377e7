import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { getPositionPeople } from '@muster/contract/positions.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { endpointQuery } from '../api/query.ts'
import { Avatar } from '../ui/avatar.tsx'
import { formatWhen } from '../ui/format.ts'
import { useNow } from '../ui/now.ts'
import { Section } from '../ui/section.tsx'
import { ErrorState } from '../ui/state.tsx'
import classes from './position-page.module.css'
import type { PositionDetails } from './position-state.ts'

interface PersonProps {
  name: string
  robot?: boolean
  /** Their role or last action here. */
  text: ReactNode
}

function Person({ name, robot, text }: PersonProps) {
  return (
    <li className={classes.person}>
      <Avatar name={name} robot={robot} decorative />
      <span className={classes.personName}>{name}</span>
      <span className={classes.none}>{text}</span>
    </li>
  )
}

/** The owner and hiring manager of a position, its agents, and the users recently active on it. */
export function PositionPeople({ position }: { position: PositionDetails }) {
  const { id, owner, hiringManager } = position
  const people = useQuery(endpointQuery(getPositionPeople, { params: { id } }))
  const now = useNow()
  const { agents = [], active = [] } = people.data ?? {}
  return (
    <Section title={t`Team`}>
      <ul className={classes.people}>
        {owner && <Person name={owner.name} text={t`Owner`} />}
        {hiringManager && <Person name={hiringManager.name} text={t`Hiring manager`} />}
        {!owner && !hiringManager && (
          <li className={classes.none}>
            <Trans>No owner or hiring manager assigned.</Trans>
          </li>
        )}
      </ul>
      {people.isPending && <Skeleton height={72} role="status" aria-label={t`Loading`} />}
      {people.isError && (
        <ErrorState text={errorMessage(people.error)} onRetry={() => void people.refetch()} />
      )}
      {agents.length > 0 && (
        <div>
          <h3 className={classes.caption}>
            <Trans>Agents</Trans>
          </h3>
          <ul className={classes.people}>
            {agents.map((agent) => (
              <Person
                key={agent.id}
                name={agent.name}
                robot={agent.kind === 'voice'}
                text={agent.status === 'paused' ? t`Paused` : agent.kind === 'voice' ? t`Voice agent` : null}
              />
            ))}
          </ul>
        </div>
      )}
      {people.data && (
        <div>
          <h3 className={classes.caption}>
            <Trans>Active in the last 28 days</Trans>
          </h3>
          <ul className={classes.people}>
            {active.map((person) => (
              <Person
                key={person.id}
                name={person.name}
                text={
                  <span title={formatWhen(person.lastAt, now)}>
                    {plural(person.actions, { one: '# action', other: '# actions' })}
                  </span>
                }
              />
            ))}
            {active.length === 0 && (
              <li className={classes.none}>
                <Trans>No activity yet</Trans>
              </li>
            )}
          </ul>
        </div>
      )}
    </Section>
  )
}
