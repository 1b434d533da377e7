import { plural, t } from '#texts'
import type { Database } from '../database/connect.ts'
import type { Mailing } from '../mail/queue-mail.ts'
import type { Actor } from '../session/actor.ts'
import { formatNumber } from '../texts/format.ts'
import { notify } from './notify.ts'

/** Notifies a user once of all applications that somebody else just assigned to them. */
export async function notifyAssigned(
  tx: Database,
  services: Mailing,
  actor: Actor,
  ownerId: string | null | undefined,
  applicationIds: readonly string[],
): Promise<void> {
  const [first] = applicationIds
  if (!ownerId || ownerId === actor.userId || !first) return
  const named = await tx
    .selectFrom('applications')
    .innerJoin('positions', (join) =>
      join
        .onRef('positions.workspace_id', '=', 'applications.workspace_id')
        .onRef('positions.id', '=', 'applications.position_id'),
    )
    .where('applications.workspace_id', '=', actor.workspaceId)
    .where('applications.id', '=', first)
    .select(['applications.candidate_name', 'positions.name as position'])
    .executeTakeFirstOrThrow()
  const { candidate_name: candidate, position } = named
  const count = applicationIds.length
  await notify(tx, services, 'assigned', {
    workspaceId: actor.workspaceId,
    userIds: [ownerId],
    actorId: actor.userId,
    text: () =>
      count === 1
        ? `${actor.name}: ${candidate} · ${position}`
        : t`${actor.name}: ${candidate} and ${formatNumber(count - 1)} more`,
    headline: () =>
      t`${actor.name} assigned ${plural(count, { one: 'an application', other: '# applications' })} to you.`,
    path: count === 1 ? `/applications/${first}` : '/applications?ownerId=me',
    applicationId: count === 1 ? first : null,
  })
}
