import { listApiKeys } from '@muster/contract/api-keys.ts'
import { listAuditLogs } from '@muster/contract/audit-logs.ts'
import { listInvitations } from '@muster/contract/invitations.ts'
import { listNotificationChoices } from '@muster/contract/notifications.ts'
import { listOutgoingWebhooks } from '@muster/contract/outgoing-webhooks.ts'
import { getRetention } from '@muster/contract/privacy.ts'
import { listMySessions } from '@muster/contract/user-sessions.ts'
import { listRoles, listUsers } from '@muster/contract/users.ts'
import { getWorkspace } from '@muster/contract/workspace.ts'
import { endpointInfiniteQuery, endpointQuery, queryClient } from '../api/query.ts'
import { auditQuery } from '../audit-logs/audit-query.ts'
import type { AuditSearch } from '../audit-logs/audit-search.ts'
import { invitationsQuery } from '../invitations/invitations-query.ts'
import type { InvitationsSearch } from '../invitations/invitations-search.ts'
import { usersQuery } from '../users/users-query.ts'
import type { UsersSearch } from '../users/users-search.ts'

// The data that each section of the settings loads. Separate from the routes, which every screen loads.

export const workspace = () => queryClient.ensureQueryData(endpointQuery(getWorkspace))
export const roles = () => queryClient.ensureQueryData(endpointQuery(listRoles))
export const notifications = () => queryClient.ensureQueryData(endpointQuery(listNotificationChoices))
export const privacy = () => queryClient.ensureQueryData(endpointQuery(getRetention))

export function sessions() {
  void queryClient.prefetchInfiniteQuery(endpointInfiniteQuery(listMySessions, { query: {} }))
}

export function users(search: UsersSearch) {
  const query = usersQuery(search)
  void queryClient.prefetchInfiniteQuery(endpointInfiniteQuery(listUsers, { query }))
}

export function invitations(search: InvitationsSearch) {
  const query = invitationsQuery(search)
  void queryClient.prefetchInfiniteQuery(endpointInfiniteQuery(listInvitations, { query }))
}

export function apiKeys() {
  void queryClient.prefetchInfiniteQuery(endpointInfiniteQuery(listApiKeys, { query: {} }))
}

export function webhooks() {
  void queryClient.prefetchInfiniteQuery(endpointInfiniteQuery(listOutgoingWebhooks, { query: {} }))
}

export function audit(search: AuditSearch) {
  const query = auditQuery(search)
  void queryClient.prefetchInfiniteQuery(endpointInfiniteQuery(listAuditLogs, { query }))
}
