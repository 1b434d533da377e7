import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Avatar } from '../ui/avatar.tsx'
import { formatDateTime } from '../ui/format.ts'
import { formatNearDay } from '../ui/near-day.ts'
import type { Review } from './review-queries.ts'
import classes from './reviews.module.css'

interface ReviewListProps {
  title: string
  items: readonly Review[]
  shownId: string
}

/** Those who await a decision, newest first. */
export function ReviewList({ title, items, shownId }: ReviewListProps) {
  const shown = useRef<HTMLLIElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another person is shown
  useEffect(() => {
    // Browsers may return a promise, which is no clean-up.
    void shown.current?.scrollIntoView({ block: 'nearest' })
  }, [shownId])
  return (
    <section className={classes.list} aria-labelledby="reviews-title">
      <header className={classes.listHead}>
        <h1 id="reviews-title" className={classes.listTitle}>
          {title}
        </h1>
        {items.length > 0 && (
          <p className={classes.caption}>
            <Trans>Newest first</Trans>
          </p>
        )}
      </header>
      <ul className={classes.rows}>
        {items.map(({ id, candidate, position, submittedAt }) => (
          <li key={id} ref={id === shownId ? shown : undefined}>
            <Link
              to="/reviews"
              search={{ person: id }}
              replace
              className={classes.row}
              activeProps={{}}
              aria-current={id === shownId ? 'true' : undefined}
            >
              <Avatar name={candidate.name} size={32} decorative />
              <span className={classes.rowName}>{candidate.name}</span>
              <span className={classes.rowDay}>
                <time dateTime={submittedAt} title={formatDateTime(submittedAt)}>
                  {formatNearDay(submittedAt)}
                </time>
              </span>
              <span className={classes.rowPosition}>{position.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
