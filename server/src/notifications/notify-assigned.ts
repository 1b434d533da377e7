import { isLanguage } from '@muster/contract/languages.ts'
import { sql } from 'kysely'
import { inLanguage, t } from '#texts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { announce } from '../live/announce.ts'
import type { Actor } from '../session/actor.ts'

/**
 * Tells a person of applications that somebody else has just made theirs: one notification, whatever their number,
 * in the person's language.
 */
export async function notifyAssigned(
  tx: Database,
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
    .innerJoin('users', (join) =>
      join.onRef('users.workspace_id', '=', 'applications.workspace_id').on('users.id', '=', ownerId),
    )
    .where('applications.workspace_id', '=', actor.workspaceId)
    .where('applications.id', '=', first)
    .select(['applications.candidate_name', 'positions.name as position', 'users.language'])
    .executeTakeFirstOrThrow()
  const { candidate_name: candidate, position } = named
  const more = applicationIds.length - 1
  const text = inLanguage(isLanguage(named.language) ? named.language : 'en', () =>
    more === 0
      ? `${actor.name}: ${candidate} · ${position}`
      : t`${actor.name}: ${candidate} and ${more} more`,
  )
  await tx
    .insertInto('notifications')
    .values({
      workspace_id: actor.workspaceId,
      id: newId(),
      user_id: ownerId,
      kind: 'assigned',
      text: sql<string>`left(${text}, 400)`,
      application_id: more === 0 ? first : null,
    })
    .execute()
  await announce(tx, actor.workspaceId, { kind: 'notified', userId: ownerId, actorId: actor.userId })
}
