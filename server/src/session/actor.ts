import type { Permission, Role } from '@muster/contract/permissions.ts'

/** The caller, as of at most a second ago. */
export interface Actor {
  userId: string
  workspaceId: string
  sessionId: string
  /** Set when a program calls in the user's name: there is no session, and the permissions are the key's. */
  apiKeyId?: string
  name: string
  email: string
  role: Role
  permissions: ReadonlySet<Permission>
  /** The client whose candidates a reviewer sees. */
  companyId: string | null
  workspace: { name: string; timezone: string; defaultCountry: string }
  /** Somebody else set their password: they must change it first. */
  mustChoosePassword: boolean
  /** Their workspace requires a second factor: they must set it up first. */
  mustSetUpSecondFactor: boolean
  /** Set while a superadmin impersonates this user: nothing may be changed. */
  impersonation: Impersonation | null
}

export interface Impersonation {
  /** The superadmin. */
  by: { id: string; name: string }
  reason: string
  until: string
}
