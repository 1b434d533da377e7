import { getCandidate } from '@muster/contract/candidates.ts'
import { endpointQuery, queryClient } from '../../api/query.ts'
import { showApplication } from '../application-cache.ts'
import { type ApplicationDetails, applicationQuery } from '../application-query.ts'

export type Candidate = ApplicationDetails['candidate']

/** A person as a record shows them: with one of their applications, or without any. */
export interface Subject {
  candidate: Candidate
  application: ApplicationDetails | null
}

export function candidateQuery(id: string) {
  return endpointQuery(getCandidate, { params: { id } })
}

/** Returns the subject as it is known now. */
export function latestSubject(subject: Subject): Subject {
  if (!subject.application) {
    const candidate = queryClient.getQueryData(candidateQuery(subject.candidate.id).queryKey)
    return { application: null, candidate: candidate ?? subject.candidate }
  }
  const { queryKey } = applicationQuery(subject.application.id)
  const application = queryClient.getQueryData(queryKey) ?? subject.application
  return { application, candidate: application.candidate }
}

export async function reloadSubject({ candidate, application }: Subject): Promise<void> {
  if (application) await queryClient.fetchQuery({ ...applicationQuery(application.id), staleTime: 0 })
  else await queryClient.fetchQuery({ ...candidateQuery(candidate.id), staleTime: 0 })
}

/** Stores the subject as a change returned it. */
export function showSubject({ candidate, application }: Subject): void {
  queryClient.setQueryData(candidateQuery(candidate.id).queryKey, (now) => now && { ...now, ...candidate })
  if (application) showApplication({ ...application, candidate })
}
