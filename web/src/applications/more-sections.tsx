import { t } from '@lingui/core/macro'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '../api/api-error.ts'
import { StatusBadge } from '../statuses/status-badge.tsx'
import { dispositionLabels } from '../texts/contract-words.ts'
import { Age } from '../ui/age.tsx'
import { TextLink } from '../ui/link.tsx'
import { Section } from '../ui/section.tsx'
import { ErrorState } from '../ui/state.tsx'
import classes from './application-page.module.css'
import { type ApplicationDetails, summaryQuery } from './application-query.ts'

/** A paragraph one can read before dialling. */
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

/** The same person on other positions. */
export function OtherApplications({ application }: { application: ApplicationDetails }) {
  const others = application.otherApplications
  if (others.length === 0) return null
  return (
    <Section title={t`Other applications`}>
      <ul className={classes.rows}>
        {others.map((other) => (
          <li key={other.id}>
            <span className={classes.other}>
              <TextLink to="/applications/$id" params={{ id: other.id }} className={classes.otherName}>
                {other.position.name}
              </TextLink>
              <span className={classes.caption}>{other.company.name}</span>
            </span>
            <span className={classes.otherStatus}>
              {other.disposition && other.status.type === 'closed' ? (
                <span className={classes.caption}>{t(dispositionLabels[other.disposition])}</span>
              ) : (
                <StatusBadge status={other.status} />
              )}
              <span className={classes.caption}>
                <Age since={other.createdAt} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
