import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import type { Mailing } from '../mail/queue-mail.ts'
import type { Actor } from '../session/actor.ts'
import { formatNumber } from '../texts/format.ts'
import { notify } from './notify.ts'

/** Tells a person of applications that somebody else has just made theirs: once, whatever their number. */
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
    say: () =>
      count === 1
        ? `${actor.name}: ${candidate} · ${position}`
        : t`${actor.name}: ${candidate} and ${formatNumber(count - 1)} more`,
    headline: () =>
      count === 1
        ? t`${actor.name} made an application yours.`
        : t`${actor.name} made ${formatNumber(count)} applications yours.`,
    path: count === 1 ? `/applications/${first}` : '/applications?ownerId=me',
    applicationId: count === 1 ? first : null,
  })
}
