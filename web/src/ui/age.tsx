import { t } from '@lingui/core/macro'
import { VisuallyHidden } from '@mantine/core'
import classes from './age.module.css'
import { formatDateTime, formatDuration, formatWhen } from './format.ts'
import { useNow } from './now.ts'

/** The age of something; highlighted when it is nearly due, and when it is overdue. */
export function Age({ since, dueAt }: { since: string; dueAt?: string | null }) {
  const now = useNow()
  const start = Date.parse(since)
  const due = dueAt ? Date.parse(dueAt) : Number.POSITIVE_INFINITY
  const tone = now >= due ? 'late' : now >= start + (due - start) * 0.75 ? 'near' : undefined
  const from = formatDateTime(since)
  const limit = dueAt ? formatDateTime(dueAt) : ''
  const words =
    limit === ''
      ? t`Since ${from}`
      : tone === 'late'
        ? t`Since ${from} · was due ${limit}`
        : t`Since ${from} · due ${limit}`
  return (
    <span className={classes.age} data-tone={tone} title={words}>
      {formatDuration((now - start) / 1000)}
      {tone === 'late' && (
        <VisuallyHidden>
          {' '}
          {t({ message: 'overdue', comment: 'read out after an age past its limit' })}
        </VisuallyHidden>
      )}
    </span>
  )
}

/** A relative date, with the full date in a tooltip. */
export function When({ at }: { at: string }) {
  const now = useNow()
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatWhen(at, now)}
    </time>
  )
}
