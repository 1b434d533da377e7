import * as contract from '@muster/contract/reviews.ts'
import { sql } from 'kysely'
import { fetchCountedPage } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { presentReview, selectDetails } from './present-review.ts'
import { isSubmitted, submittedAt } from './select-reviews.ts'

export const listReviews = handler(contract.listReviews, async ({ tx, actor, query }) => {
  const { positionId, sort } = query
  const isDecided = query.decided === 'true'
  const found = selectDetails(tx, actor)
    .where(
      isDecided
        ? sql<boolean>`decision.at is not null and not ${isSubmitted}`
        : sql<boolean>`${isSubmitted} and shared.withdrawn_at is null`,
    )
    .$if(Boolean(positionId?.length), (rows) => rows.where('applications.position_id', 'in', positionId!))
  const order = {
    expression: isDecided ? sql`decision.at` : submittedAt,
    type: 'timestamptz',
    descending: sort === '-at',
  } as const
  const { rows, nextCursor, total } = await fetchCountedPage(tx, found, 'applications.id', order, query)
  return { items: rows.map(presentReview), nextCursor, total }
})
