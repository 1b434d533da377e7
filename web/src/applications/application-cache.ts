import { listActivityLogs } from '@muster/contract/activity-logs.ts'
import { listApplicationFiles } from '@muster/contract/application-files.ts'
import { getApplicantSummary } from '@muster/contract/applications.ts'
import { invalidate, queryClient } from '../api/query.ts'
import { type ApplicationDetails, applicationQuery } from './application-query.ts'
import { changesMade } from './follow-changes.ts'

/** Shows a change of an application's page at once; answers how to take back what it changed, and no more. */
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

/** Takes in how an application is after a change of it. */
export function showApplication(application: ApplicationDetails) {
  queryClient.setQueryData(applicationQuery(application.id).queryKey, application)
  changesMade([application.id])
  void invalidate(listActivityLogs, getApplicantSummary, listApplicationFiles)
}
