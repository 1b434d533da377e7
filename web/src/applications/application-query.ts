import { getApplicantSummary, getApplication } from '@muster/contract/applications.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { endpointQuery } from '../api/query.ts'

/** An application with everything on its page. */
export type ApplicationDetails = ResponseOf<typeof getApplication>

export function applicationQuery(id: string) {
  return endpointQuery(getApplication, { params: { id } })
}

/** The summary and the open tasks of an application. */
export function summaryQuery(id: string) {
  return endpointQuery(getApplicantSummary, { params: { id } })
}
