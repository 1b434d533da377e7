import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useCurrentUser } from '../session/session.ts'
import { When } from '../ui/age.tsx'
import { Avatar } from '../ui/avatar.tsx'
import type { Review } from './review-queries.ts'
import classes from './reviews.module.css'

/** Shown on a phone before the others are asked for. */
const firstAnswers = 5

/** What the agency wrote for this client, signed, and the answers that it chose to share. Nothing where there is none. */
export function SharedByAgency({ review, isPhone }: { review: Review; isPhone: boolean }) {
  const agency = useCurrentUser().workspace.name
  const [all, setAll] = useState(false)
  const { summary, answers, submittedBy, submittedAt } = review
  const shown = isPhone && !all ? answers.slice(0, firstAnswers) : answers
  const { length } = answers
  return (
    <>
      {summary && (
        <figure className={classes.summary}>
          <blockquote className={classes.words}>{summary}</blockquote>
          {submittedBy && (
            <figcaption className={classes.signature}>
              <Avatar name={submittedBy.name} size={24} decorative />
              <span>
                <strong>{submittedBy.name}</strong>
                {isPhone && `, ${agency}`} · <When at={submittedAt} />
              </span>
            </figcaption>
          )}
        </figure>
      )}
      {shown.length > 0 && (
        <dl className={classes.answers}>
          {shown.map(({ label, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: labels may be equal, and the order is theirs
            <div key={index} className={classes.answer}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {shown.length < length && (
        <button type="button" className={classes.more} aria-expanded={false} onClick={() => setAll(true)}>
          {t`All ${length} answers`}
        </button>
      )}
    </>
  )
}
