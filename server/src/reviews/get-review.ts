import * as contract from '@muster/contract/reviews.ts'
import { handler } from '../http/handler.ts'
import { loadReview } from './present-review.ts'

export const getReview = handler(contract.getReview, ({ tx, actor, params }) =>
  loadReview(tx, actor, params.id),
)
