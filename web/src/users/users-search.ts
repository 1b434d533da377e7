import type { Permission, Role } from '@muster/contract/permissions.ts'
import { flagParam, idParam, listOfParam, oneOfParam, searchParam, textParam } from '../ui/search-params.ts'

// Written out: their words, and those of the rights, are loaded with the screen.
export const roleKeys: readonly Role[] = [
  'superadmin',
  'owner',
  'admin',
  'recruiter',
  'coordinator',
  'hiring_manager',
  'client_reviewer',
  'viewer',
]

const sorts = ['name', '-name', 'role', '-role', 'lastSeen', '-lastSeen', 'createdAt', '-createdAt'] as const

/** When somebody was here last. */
export const seenChoices = ['week', 'not-month', 'not-quarter', 'never'] as const
export type Seen = (typeof seenChoices)[number]

export const userParts = ['details', 'rights', 'sessions', 'activity'] as const
export type UserPart = (typeof userParts)[number]

export interface UsersSearch {
  q?: string
  sort?: (typeof sorts)[number]
  role?: Role[]
  status?: ('active' | 'suspended')[]
  seen?: Seen
  /** Those whose rights are not just those of their role. */
  overridden?: 'true'
  /** Those who hold a right. */
  holds?: Permission
  /** Those that can still be restored, instead. */
  deleted?: 'true'
  /** The drawer for a new colleague is open. */
  add?: true
  /** The colleague in the drawer, and what of them is shown. */
  user?: string
  part?: UserPart
}

/** It may be none there is: the screen knows. */
function rightParam(value: unknown): Permission | undefined {
  const text = textParam(value)
  return text && /^[a-z]+:[a-z]+$/.test(text) ? (text as Permission) : undefined
}

export function readUsersSearch(search: Record<string, unknown>): UsersSearch {
  return {
    q: searchParam(search.q),
    sort: oneOfParam(search.sort, sorts),
    role: listOfParam(search.role, roleKeys),
    status: listOfParam(search.status, ['active', 'suspended'] as const),
    seen: oneOfParam(search.seen, seenChoices),
    overridden: oneOfParam(search.overridden, ['true']),
    holds: rightParam(search.holds),
    deleted: oneOfParam(search.deleted, ['true']),
    add: flagParam(search.add),
    user: idParam(search.user),
    part: oneOfParam(search.part, userParts),
  }
}
