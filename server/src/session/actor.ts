import type { Permission, Role } from '@muster/contract/permissions.ts'

/** Who is calling, as of at most a second ago. */
export interface Actor {
  userId: string
  workspaceId: string
  sessionId: string
  name: string
  email: string
  role: Role
  permissions: ReadonlySet<Permission>
  /** The client a reviewer reads for. */
  companyId: string | null
  workspace: { name: string; timezone: string; defaultCountry: string }
}
