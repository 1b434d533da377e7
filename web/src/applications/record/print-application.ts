import { listCandidateActivity } from '@muster/contract/activity-logs.ts'
import { endpointInfiniteQuery, queryClient } from '../../api/query.ts'
import { type ActivityFilter, activityInput } from '../timeline/activity-query.ts'

/** Printing more pages of history is of no use. */
const mostPages = 40

/** Prints a record with its whole timeline, as filtered. */
export async function printApplication(candidateId: string, filter: ActivityFilter): Promise<void> {
  await queryClient.fetchInfiniteQuery({
    ...endpointInfiniteQuery(listCandidateActivity, activityInput(candidateId, filter)),
    pages: mostPages,
    staleTime: 0,
  })
  // Wait until the rows are rendered.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  window.print()
}
