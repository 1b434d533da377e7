import { t } from '@lingui/core/macro'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '../../api/api-error.ts'
import { Section } from '../../ui/section.tsx'
import { ErrorState } from '../../ui/state.tsx'
import { summaryQuery } from '../application-query.ts'
import classes from './record.module.css'

/** A short summary to read before calling. */
export function SummarySection({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(summaryQuery(id))
  return (
    <Section title={t`Summary`}>
      {error && !data ? (
        <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <p className={classes.paragraph}>{data.paragraph}</p>
          {data.openTasks.length > 0 && (
            <ul className={classes.rows} aria-label={t`Open tasks`}>
              {data.openTasks.map((task) => (
                <li key={`${task.kind}${task.dueAt}`}>{task.text}</li>
              ))}
            </ul>
          )}
        </>
      ) : (
        <Skeleton height={60} />
      )}
    </Section>
  )
}
