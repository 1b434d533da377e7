import { t } from '@lingui/core/macro'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { errorMessage } from '../api/api-error.ts'
import { formatNumber } from '../ui/format.ts'
import { ErrorState } from '../ui/state.tsx'
import classes from './call-desk.module.css'
import { groupText, readyText, stateLabels } from './queue-labels.ts'
import { countsQuery } from './queue-queries.ts'

const states = ['ready', 'waiting', 'blocked'] as const

/** The people of a queue by state and reason. Each number opens the people it counts. */
export function QueueGroups({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(countsQuery(id))
  if (error && !data) return <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={160} />
  return (
    <section aria-label={t`Queue`}>
      {states.map((state) => {
        const groups = data.groups.filter((group) => group.state === state)
        const sum = groups.reduce((total, { count }) => total + count, 0)
        return (
          <div key={state} className={classes.state} data-state={state}>
            <h2>
              {t(stateLabels[state])} <b>{formatNumber(sum)}</b>
            </h2>
            <ul>
              {groups.map((group) => (
                <li key={`${group.reason} ${group.readyAt}`}>
                  <Link
                    to="/call-queues/$id"
                    params={{ id }}
                    search={{ reason: group.reason }}
                    title={readyText(group) ?? undefined}
                  >
                    <span>{groupText(group)}</span> <span>{formatNumber(group.count)}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </section>
  )
}
