import { listCandidateActivity } from '@muster/contract/activity-logs.ts'
import { listApplicationFiles } from '@muster/contract/application-files.ts'
import { getApplicantSummary } from '@muster/contract/applications.ts'
import { invalidate, queryClient } from '../api/query.ts'
import { type ApplicationDetails, applicationQuery } from './application-query.ts'
import { applicationsChanged } from './follow-changes.ts'

/**
 * Shows a change on the application's page at once. Returns a function that rolls back the changed fields
 * only.
 */
export function patchApplication(id: string, change: Partial<ApplicationDetails>): () => void {
  const { queryKey } = applicationQuery(id)
  const before = queryClient.getQueryData(queryKey)
  if (!before) return () => {}
  const names = Object.keys(change) as (keyof ApplicationDetails)[]
  const old = Object.fromEntries(names.map((name) => [name, before[name]]))
  queryClient.setQueryData(queryKey, { ...before, ...change })
  return () => {
    queryClient.setQueryData(queryKey, (now) => now && { ...now, ...old })
  }
}

/** Stores the application as a change returned it, and refreshes what depends on it. */
export function showApplication(application: ApplicationDetails) {
  queryClient.setQueryData(applicationQuery(application.id).queryKey, application)
  applicationsChanged([application.id])
  void invalidate(listCandidateActivity, getApplicantSummary, listApplicationFiles)
}
