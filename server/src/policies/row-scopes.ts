import type { Role } from '@muster/contract/permissions.ts'

/**
 * The applications that a role sees, with their candidates and calls: all, those assigned to the user, those of the
 * positions that the user manages, or those of the user's company that were submitted.
 */
export type RowScope = 'all' | 'assigned' | 'managed' | 'company'

/** The compiler demands an entry for a new role. */
const rowScopes: Record<Role, RowScope> = {
  superadmin: 'all',
  owner: 'all',
  admin: 'all',
  recruiter: 'all',
  coordinator: 'assigned',
  hiring_manager: 'managed',
  client_reviewer: 'company',
  viewer: 'all',
}

export function rowScopeOf({ role }: { role: Role }): RowScope {
  return rowScopes[role]
}
