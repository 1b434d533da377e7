import type { StatusType } from '@muster/contract/status-types.ts'
import { getSubmission, listSubmissions } from '@muster/contract/submissions.ts'
import { endpointQuery } from '../../api/query.ts'

/** The types in which a client may already know of a candidate. */
export const mayBeShared: ReadonlySet<StatusType> = new Set([
  'submitted',
  'interview',
  'offer',
  'hired',
  'closed',
])

/** The latest submission of an application, as a list of at most one. */
export function latestSubmissionQuery(applicationId: string) {
  return endpointQuery(listSubmissions, { query: { applicationId, limit: 1 } })
}

/** A submission with its summary and messages. */
export function submissionQuery(id: string) {
  return endpointQuery(getSubmission, { params: { id } })
}
