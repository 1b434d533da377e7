import { listCandidateActivity } from '@muster/contract/activity-logs.ts'
import { endpointInfiniteQuery, queryClient } from '../../api/query.ts'
import { customFieldsQuery } from '../../custom-fields/custom-fields-query.ts'
import { type ApplicationDetails, applicationQuery, summaryQuery } from '../application-query.ts'
import { type ActivityFilter, activityInput } from '../timeline/activity-query.ts'
import { latestSubmissionQuery, mayBeShared, submissionQuery } from './submission-queries.ts'

const once = { retry: false }

async function loadSubmission({ id, status }: ApplicationDetails) {
  if (!mayBeShared.has(status.type)) return
  const { items } = await queryClient.ensureQueryData({ ...latestSubmissionQuery(id), ...once })
  const [latest] = items
  if (latest && latest.withdrawnAt === null)
    await queryClient.ensureQueryData({ ...submissionQuery(latest.id), ...once })
}

/**
 * Loads what the record of an application needs, and begins to load its history. Parts that would move what is
 * below them if they came later are waited for; the record opens without those that fail.
 */
export async function loadApplication(id: string, activity: ActivityFilter = 'all') {
  const facts = [
    queryClient.ensureQueryData({ ...summaryQuery(id), ...once }),
    queryClient.ensureQueryData({ ...customFieldsQuery('candidate'), ...once }),
    queryClient.ensureQueryData({ ...customFieldsQuery('application'), ...once }),
  ]
  const loaded = Promise.allSettled(facts)
  const application = await queryClient.ensureQueryData(applicationQuery(id))
  const input = activityInput(application.candidate.id, activity)
  void queryClient.prefetchInfiniteQuery(endpointInfiniteQuery(listCandidateActivity, input))
  await Promise.allSettled([loaded, loadSubmission(application)])
  return application
}
