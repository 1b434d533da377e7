import { redirect } from '@tanstack/react-router'
import { ApiError } from '../api/api-error.ts'
import { queryClient } from '../api/query.ts'
import { candidateQuery } from '../applications/fields/subject.ts'
import { loadApplication } from '../applications/record/load-application.ts'
import { firstApplication } from './first-application.ts'

/** Loads a candidate with the application that their record shows. A merged one leads to the one that remains. */
export async function loadCandidate(id: string, applicationId: string | undefined) {
  const candidate = await queryClient.ensureQueryData(candidateQuery(id)).catch((error: unknown) => {
    const now =
      error instanceof ApiError ? (error.details?.mergedInto as { id: string } | undefined) : undefined
    if (now) throw redirect({ to: '/candidates/$id', params: { id: now.id }, replace: true })
    throw error
  })
  const shown = firstApplication(candidate.applications, applicationId)
  if (shown) await loadApplication(shown)
  return candidate
}
