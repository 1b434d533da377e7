import type { Permission, Role } from '@muster/contract/permissions.ts'

/** Who is calling, as of at most a second ago. */
export interface Actor {
  userId: string
  workspaceId: string
  sessionId: string
  /** Set where another program calls in their name: then there is no session, and the rights are the key's. */
  apiKeyId?: string
  name: string
  email: string
  role: Role
  permissions: ReadonlySet<Permission>
  /** The client a reviewer reads for. */
  companyId: string | null
  workspace: { name: string; timezone: string; defaultCountry: string }
  /** Their password was given to them, not chosen: until they change it they may do nothing else. */
  mustChoosePassword: boolean
  /** Their workspace requires a second factor they do not have yet: until then they may do nothing else. */
  mustSetUpSecondFactor: boolean
  /** Set while a superadmin looks at the product as this person: nothing may be changed then. */
  impersonation: Impersonation | null
}

export interface Impersonation {
  /** Who really is calling. */
  by: { id: string; name: string }
  reason: string
  until: string
}
