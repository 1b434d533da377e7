import { listActivityLogs } from '@muster/contract/activity-logs.ts'
import { endpointInfiniteQuery, queryClient } from '../api/query.ts'
import { type ActivityFilter, activityInput } from './activity-query.ts'

/** Beyond this many pages of history a paper is of no use. */
const mostPages = 40

/** Prints the page of an application with the whole of its timeline, as it is narrowed. */
export async function printApplication(id: string, filter: ActivityFilter): Promise<void> {
  await queryClient.fetchInfiniteQuery({
    ...endpointInfiniteQuery(listActivityLogs, activityInput(id, filter)),
    pages: mostPages,
    staleTime: 0,
  })
  // Once the rows are drawn.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  window.print()
}
