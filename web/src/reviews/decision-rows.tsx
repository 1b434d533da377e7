import { Link } from '@tanstack/react-router'
import { When } from '../ui/age.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { decisionText } from './decision-text.ts'
import type { Review } from './review-queries.ts'
import classes from './reviews.module.css'

/** People whom the company decided on, with the decision. */
export function DecisionRows({ items }: { items: readonly Review[] }) {
  return (
    <ul className={classes.rows}>
      {items.map((review) => (
        <li key={review.id}>
          <Link
            to="/reviews"
            search={{ person: review.id }}
            className={classes.row}
            activeProps={{}}
            data-decided
          >
            <Avatar name={review.candidate.name} size={32} decorative />
            <span className={classes.rowName}>{review.candidate.name}</span>
            <span className={classes.rowDay}>{review.decision && <When at={review.decision.at} />}</span>
            <span className={classes.rowPosition}>
              {review.position.name} · {decisionText(review)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
