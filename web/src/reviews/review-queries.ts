import { listReasons } from '@muster/contract/dispositions.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { getCoveredResume, getReview, getReviewCounts, listReviews } from '@muster/contract/reviews.ts'
import { endpointQuery, type RowOf } from '../api/query.ts'

export type Review = RowOf<typeof listReviews>
export type ReviewDetails = ResponseOf<typeof getReview>

/** Those who await a decision. After each decision the list moves up, so one page is enough. */
export const awaitingQuery = endpointQuery(listReviews, { query: { limit: 200 } })

export const reviewQuery = (id: string) => endpointQuery(getReview, { params: { id } })

export const countsQuery = endpointQuery(getReviewCounts)

/** The copy is made on the first request, so it is worth keeping. */
export const coveredResumeQuery = (id: string) => ({
  ...endpointQuery(getCoveredResume, { params: { id } }),
  staleTime: 60_000,
})

export const reasonsQuery = { ...endpointQuery(listReasons), staleTime: 5 * 60_000 }
