import { listCandidateActivity } from '@muster/contract/activity-logs.ts'
import { endpointInfiniteQuery, queryClient } from '../../api/query.ts'
import { applicationQuery, summaryQuery } from '../application-query.ts'
import { type ActivityFilter, activityInput } from '../timeline/activity-query.ts'

/** Loads what the record of an application needs first, and begins to load its history. */
export async function loadApplication(id: string, activity: ActivityFilter = 'all') {
  void queryClient.prefetchQuery(summaryQuery(id))
  const application = await queryClient.ensureQueryData(applicationQuery(id))
  const input = activityInput(application.candidate.id, activity)
  void queryClient.prefetchInfiniteQuery(endpointInfiniteQuery(listCandidateActivity, input))
  return application
}
