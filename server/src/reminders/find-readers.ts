import { isStaff } from '@muster/contract/client-access.ts'
import { notificationNeeds } from '@muster/contract/notifications.ts'
import { type Role, roleKeys } from '@muster/contract/permissions.ts'
import { sql } from 'kysely'
import { seesAllApplications, type Viewer } from '../applications/application-policy.ts'
import { selectVisible } from '../applications/present-application.ts'
import type { Database } from '../database/connect.ts'
import { holdsPermission } from '../users/holds-permission.ts'
import type { ReminderKind } from './claim-reminders.ts'

export interface Reader extends Viewer {
  language: string | null
  name: string
  email: string
  wantsMail: boolean
  /** Nothing is mailed to an address that may be somebody else's. */
  hasLogin: boolean
}

const staffRoles = roleKeys.filter((role) => isStaff(role))

/** Of these users, those who may be reminded: active colleagues who may see what it is about. */
export async function findReaders(
  tx: Database,
  kind: ReminderKind,
  workspaceId: string,
  userIds: readonly string[],
): Promise<Map<string, Reader>> {
  const rows = await tx
    .selectFrom('users')
    .leftJoin('notification_choices as choice', (join) =>
      join
        .onRef('choice.workspace_id', '=', 'users.workspace_id')
        .onRef('choice.user_id', '=', 'users.id')
        .on('choice.kind', '=', kind),
    )
    .where('users.workspace_id', '=', workspaceId)
    .where(sql<boolean>`users.id = any(${userIds}::uuid[])`)
    .where('users.status', '=', 'active')
    .where('users.role', 'in', staffRoles)
    .where(holdsPermission(notificationNeeds[kind]))
    .select(['users.id', 'users.role', 'users.name', 'users.email', 'users.language', 'users.company_id'])
    .select(sql<boolean>`coalesce(choice.mail, false)`.as('wants_mail'))
    .select(
      sql<boolean>`exists (select from logins l where l.email = users.email
        and l.workspace_id = users.workspace_id and l.user_id = users.id)`.as('has_login'),
    )
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
        wantsMail: row.wants_mail,
        hasLogin: row.has_login,
      },
    ]),
  )
}

/** Of these applications, those the reader still sees. */
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
