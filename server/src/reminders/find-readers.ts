import { isStaff } from '@muster/contract/client-access.ts'
import { type Role, roleKeys } from '@muster/contract/permissions.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { selectRecipients } from '../notifications/select-recipients.ts'
import { seesAllApplications, type Viewer } from '../policies/application-policy.ts'
import { selectVisible } from '../policies/visible-applications.ts'
import type { ReminderKind } from './claim-reminders.ts'

export interface Reader extends Viewer {
  language: string | null
  name: string
  email: string
  wantsMail: boolean
  /** Nothing is sent to an unconfirmed address, which may be somebody else's. */
  hasLogin: boolean
}

const staffRoles = roleKeys.filter((role) => isStaff(role))

/** Returns the users who may be reminded: active ones who may see the application. */
export async function findReaders(
  tx: Database,
  kind: ReminderKind,
  workspaceId: string,
  userIds: readonly string[],
): Promise<Map<string, Reader>> {
  const rows = await selectRecipients(tx, kind, { workspaceId, userIds })
    .where('users.role', 'in', staffRoles)
    .select(['users.role', 'users.company_id'])
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        userId: row.id,
        workspaceId,
        role: row.role as Role,
        companyId: row.company_id,
        language: row.language,
        name: row.name,
        email: row.email,
        wantsMail: row.mail ?? false,
        hasLogin: row.has_login,
      },
    ]),
  )
}

export async function visibleTo(
  tx: Database,
  reader: Reader,
  applicationIds: readonly string[],
): Promise<Set<string>> {
  if (seesAllApplications(reader)) return new Set(applicationIds)
  const rows = await selectVisible(tx, reader)
    .where(sql<boolean>`applications.id = any(${applicationIds}::uuid[])`)
    .select('applications.id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}
