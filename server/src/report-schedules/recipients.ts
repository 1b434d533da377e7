import { mayGetReport } from '@muster/contract/client-access.ts'
import {
  type ExploreAddress,
  groupingsIn,
  isOfCohorts,
  measureOf,
  setFilters,
} from '@muster/contract/explore-address.ts'
import type { recipientStates } from '@muster/contract/report-schedules.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { assertPermission } from '../session/assert-permission.ts'
import { loadUserActors } from '../session/load-user-actors.ts'

export type RecipientState = (typeof recipientStates)[number]

/** Returns whether a role may get what the report measures at all; client reviewers may not see calls, sources and so on. */
function fitsRole({ role }: Pick<Actor, 'role'>, address: ExploreAddress): boolean {
  if (role !== 'client_reviewer') return true
  if (isOfCohorts(address)) return false
  return mayGetReport(role, measureOf(address), groupingsIn(address), Object.keys(setFilters(address)))
}

/** Returns whether a recipient may get a report: users who see reports, and client reviewers what they may see of one. */
export function mayReceive(actor: Actor, address: ExploreAddress): boolean {
  if (actor.role === 'client_reviewer')
    return actor.companyId !== null && actor.permissions.has('applications:read') && fitsRole(actor, address)
  return actor.permissions.has('reports:read')
}

/** Returns the state of a recipient, of whom `actor` is undefined if they may not sign in. */
export function recipientStateOf(
  actor: Actor | undefined,
  address: ExploreAddress,
  { unsubscribed_at }: { unsubscribed_at: string | null },
): RecipientState {
  if (unsubscribed_at) return 'unsubscribed'
  if (!actor) return 'inactive'
  return mayReceive(actor, address) ? 'active' : 'no_access'
}

/**
 * Checks the recipients of a schedule.
 * @throws FORBIDDEN for others than the actor without the permission to share, VALIDATION for users who cannot get it
 */
export async function assertRecipients(
  db: Database,
  actor: Actor,
  address: ExploreAddress,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.some((userId) => userId !== actor.userId)) assertPermission(actor, 'views:share')
  const actors = await loadUserActors(db, actor.workspaceId, userIds)
  for (const userId of userIds) {
    const recipient = actors.get(userId)
    if (!recipient) throw invalid('recipientIds', t`Choose active users of your workspace`)
    const { name } = recipient
    if (!fitsRole(recipient, address))
      throw invalid(
        'recipientIds',
        t`${name} reviews for a client and may not see what this report measures, groups or filters by`,
      )
    if (!mayReceive(recipient, address)) throw invalid('recipientIds', t`${name} may not view reports`)
  }
}

/** Makes these users the recipients. Those who unsubscribed stay unsubscribed, also when they are added again. */
export async function setRecipients(
  tx: Database,
  workspaceId: string,
  scheduleId: string,
  userIds: readonly string[],
): Promise<void> {
  await sql`
    update report_recipients set removed_at = now()
    where workspace_id = ${workspaceId} and schedule_id = ${scheduleId} and removed_at is null
      and not user_id = any(${userIds}::uuid[])
  `.execute(tx)
  await sql`
    insert into report_recipients (workspace_id, schedule_id, user_id)
    select ${workspaceId}, ${scheduleId}, unnest(${[...new Set(userIds)].sort()}::uuid[])
    on conflict (workspace_id, schedule_id, user_id) do update set removed_at = null
  `.execute(tx)
}
