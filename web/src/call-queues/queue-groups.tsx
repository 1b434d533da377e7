import { t } from '@lingui/core/macro'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { errorMessage } from '../api/api-error.ts'
import { formatNumber } from '../ui/format.ts'
import { ErrorState } from '../ui/state.tsx'
import classes from './call-desk.module.css'
import { groupText, queueStates, readyText, stateLabels } from './queue-labels.ts'
import { countsQuery, type QueueGroup } from './queue-queries.ts'

/** People by state and reason. Each number opens the people it counts, on the screen that shows it. */
export function GroupList({ groups }: { groups: readonly QueueGroup[] }) {
  return queueStates.map((state) => {
    const ofState = groups.filter((group) => group.state === state)
    const sum = ofState.reduce((total, { count }) => total + count, 0)
    return (
      <div key={state} className={classes.state} data-state={state}>
        <h2>
          {t(stateLabels[state])} <b>{formatNumber(sum)}</b>
        </h2>
        <ul>
          {ofState.map((group) => (
            <li key={`${group.reason} ${group.readyAt} ${group.triedIn} ${JSON.stringify(group.closed)}`}>
              <Link to="." search={{ reason: group.reason }} title={readyText(group) ?? undefined}>
                <span>{groupText(group)}</span> <span>{formatNumber(group.count)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    )
  })
}

/** The people of a queue by state and reason. */
export function QueueGroups({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(countsQuery(id))
  if (error && !data) return <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={160} />
  return (
    <section aria-label={t`Queue`}>
      <GroupList groups={data.groups} />
    </section>
  )
}
