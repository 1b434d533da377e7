import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import type { Permission } from '@muster/contract/permissions.ts'

/** Abilities that only deleted or closed records have. */
const onlyWhenGone = new Set(['restore', 'reopen', 'reinstate'])

const ofApplications: Record<string, Permission> = {
  edit: 'applications:write',
  add: 'applications:write',
  move: 'applications:move',
  close: 'applications:close',
  comment: 'applications:comment',
  call: 'calls:write',
  logInboundCall: 'calls:write',
  setCallback: 'calls:write',
  delete: 'applications:delete',
  decide: 'submissions:decide',
  remove: 'applications:write',
  editStatuses: 'positions:write',
}

const byTag: Record<string, Record<string, Permission> | Permission> = {
  Activity: 'applications:comment',
  Admin: 'platform:manage',
  Agents: 'agents:write',
  'API keys': 'integrations:manage',
  Applications: ofApplications,
  Board: ofApplications,
  Calls: 'calls:write',
  Candidates: 'candidates:write',
  Companies: 'companies:write',
  Invitations: 'users:manage',
  'Outgoing webhooks': 'integrations:manage',
  Pipelines: 'pipelines:write',
  Positions: 'positions:write',
  Users: 'users:manage',
}

/** Returns the `can` of a record for a user with these permissions. */
export function abilitiesOf(permissions: readonly Permission[]) {
  return (endpoint: AnyEndpoint, ability: string): boolean => {
    if (onlyWhenGone.has(ability)) return false
    const needs = byTag[endpoint.tag]
    if (ability === 'openCalls') return permissions.includes('calls:read')
    const permission = typeof needs === 'string' ? needs : needs?.[ability]
    return permission === undefined || permissions.includes(permission)
  }
}
