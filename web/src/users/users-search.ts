import type { Permission, Role } from '@muster/contract/permissions.ts'
import { flagParam, idParam, listOfParam, oneOfParam, searchParam, textParam } from '../ui/search-params.ts'

/** Repeated from the contract, whose labels of roles and permissions load with the screen. */
const allRoles: Record<Role, true> = {
  superadmin: true,
  owner: true,
  admin: true,
  recruiter: true,
  coordinator: true,
  hiring_manager: true,
  client_reviewer: true,
  viewer: true,
}

export const roleKeys = Object.keys(allRoles) as Role[]

const sorts = ['name', '-name', 'role', '-role', 'lastSeen', '-lastSeen', 'createdAt', '-createdAt'] as const

/** When a user was last active. */
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
  /** Users with overrides of their role's permissions. */
  overridden?: 'true'
  /** Users who hold this permission. */
  holds?: Permission
  /** Lists deleted users, who can be restored, instead. */
  deleted?: 'true'
  /** The drawer for a new user is open. */
  add?: true
  /** The user in the drawer, and its tab. */
  user?: string
  part?: UserPart
}

/** May be unknown; the screen checks it. */
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
