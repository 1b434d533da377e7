import { isStaff } from '@muster/contract/client-access.ts'
import type { Role } from '@muster/contract/permissions.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { selectVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'
import { selectRecipients } from './select-recipients.ts'

/** Returns who worked on an application, the closest first: who answers for it, shared it, moved it, or fills its position. */
async function loadInvolved(tx: Database, workspaceId: string, applicationId: string): Promise<string[]> {
  const row = await tx
    .selectFrom('applications as a')
    .innerJoin('positions as p', (join) =>
      join.onRef('p.workspace_id', '=', 'a.workspace_id').onRef('p.id', '=', 'a.position_id'),
    )
    .where('a.workspace_id', '=', workspaceId)
    .where('a.id', '=', applicationId)
    .select(['a.owner_id', 'p.owner_id as position_owner_id'])
    .select([
      sql<string | null>`(
        select s.submitted_by from submissions s
        where s.workspace_id = a.workspace_id and s.application_id = a.id
        order by s.submitted_at desc limit 1
      )`.as('submitted_by'),
      sql<string | null>`(
        select l.user_id from activity_logs l
        where l.workspace_id = a.workspace_id and l.application_id = a.id and l.to_type = 'submitted'
          and l.reverted_at is null
        order by l.at desc limit 1
      )`.as('moved_by'),
    ])
    .executeTakeFirst()
  return [row?.owner_id, row?.submitted_by, row?.moved_by, row?.position_owner_id].filter((id) => id != null)
}

/**
 * Returns whom a client's question or decision reaches: the owner of the application, else who submitted it, else who
 * moved it to Submitted, else the owner of the position, else the owners and admins of the workspace. Passes over users
 * who no longer see the application or may not act on it.
 */
export async function findAgencyContacts(
  tx: Database,
  kind: 'asked' | 'decided',
  { workspaceId }: Pick<Actor, 'workspaceId'>,
  applicationId: string,
): Promise<string[]> {
  const involved = await loadInvolved(tx, workspaceId, applicationId)
  const able = await selectRecipients(tx, kind, { workspaceId, userIds: involved })
    .select(['users.role', 'users.company_id'])
    .execute()
  for (const id of involved) {
    const user = able.find((one) => one.id === id)
    const role = user?.role as Role
    if (!user || !isStaff(role)) continue
    const viewer = { workspaceId, userId: id, role, companyId: user.company_id }
    const visible = selectVisible(tx, viewer).where('applications.id', '=', applicationId)
    if (await visible.select('applications.id').executeTakeFirst()) return [id]
  }
  const administrators = await tx
    .selectFrom('users')
    .where('workspace_id', '=', workspaceId)
    .where('role', 'in', ['owner', 'admin', 'superadmin'])
    .where('status', '=', 'active')
    .orderBy(sql`role = 'owner'`, 'desc')
    .orderBy('id')
    .select('id')
    .execute()
  return administrators.map(({ id }) => id)
}
