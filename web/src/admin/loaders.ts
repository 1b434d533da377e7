import { getInstallation, listMails } from '@muster/contract/admin.ts'
import { listAllAuditLogs } from '@muster/contract/admin-audit.ts'
import { listJobs, listQueues } from '@muster/contract/admin-jobs.ts'
import { listAllUsers } from '@muster/contract/admin-users.ts'
import { listWorkspaces } from '@muster/contract/admin-workspaces.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { listPlans } from '@muster/contract/plans.ts'
import { endpointInfiniteQuery, endpointQuery, queryClient } from '../api/query.ts'
import { plansQuery } from '../plans/plans-query.ts'

// The data that each administration screen loads. Separate from the routes, which every screen loads.

export function workspaces(query: CallOf<typeof listWorkspaces>['query']) {
  void queryClient.prefetchInfiniteQuery(endpointInfiniteQuery(listWorkspaces, { query }))
}

export function users(query: CallOf<typeof listAllUsers>['query']) {
  void queryClient.prefetchInfiniteQuery(endpointInfiniteQuery(listAllUsers, { query }))
}

export function jobs(query: CallOf<typeof listJobs>['query']) {
  void queryClient.prefetchInfiniteQuery(endpointInfiniteQuery(listJobs, { query }))
  return queryClient.ensureQueryData(endpointQuery(listQueues))
}

export function mails(query: CallOf<typeof listMails>['query']) {
  void queryClient.prefetchInfiniteQuery(endpointInfiniteQuery(listMails, { query }))
}

export const health = () => queryClient.ensureQueryData(endpointQuery(getInstallation))

export function audit(query: CallOf<typeof listAllAuditLogs>['query']) {
  void queryClient.prefetchInfiniteQuery(endpointInfiniteQuery(listAllAuditLogs, { query }))
}

export const plans = () => queryClient.ensureQueryData(endpointQuery(listPlans, plansQuery))
