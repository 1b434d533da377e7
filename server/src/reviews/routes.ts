import { downloadCoveredResume } from './download-covered-resume.ts'
import { getCoveredResume } from './get-covered-resume.ts'
import { getReview } from './get-review.ts'
import { getReviewCounts } from './get-review-counts.ts'
import { listReviews } from './list-reviews.ts'

export const reviewRoutes = [listReviews, getReviewCounts, getReview, getCoveredResume, downloadCoveredResume]
