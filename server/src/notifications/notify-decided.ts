import { sql } from 'kysely'
import { firstLanguage, inLanguage, t } from '#texts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { announce } from '../live/announce.ts'
import type { Actor } from '../session/actor.ts'

/** Tells the owner of an application, in their language, what the company has decided, unless they decided it. */
export async function notifyDecided(
  tx: Database,
  actor: Actor,
  applicationId: string,
  decision: 'approve' | 'decline',
): Promise<void> {
  const row = await tx
    .selectFrom('applications as a')
    .innerJoin('positions as p', (join) =>
      join.onRef('p.workspace_id', '=', 'a.workspace_id').onRef('p.id', '=', 'a.position_id'),
    )
    .innerJoin('companies as c', (join) =>
      join.onRef('c.workspace_id', '=', 'p.workspace_id').onRef('c.id', '=', 'p.company_id'),
    )
    .innerJoin('users as u', (join) =>
      join.onRef('u.workspace_id', '=', 'a.workspace_id').onRef('u.id', '=', 'a.owner_id'),
    )
    .where('a.workspace_id', '=', actor.workspaceId)
    .where('a.id', '=', applicationId)
    .where('u.id', '<>', actor.userId)
    .select(['u.id as owner_id', 'u.language', 'a.candidate_name', 'p.name as position', 'c.name as company'])
    .executeTakeFirst()
  if (!row) return
  const { candidate_name: candidate, position, company } = row
  const text = inLanguage(firstLanguage(row.language), () =>
    decision === 'approve'
      ? t`${company} approved ${candidate} · ${position}`
      : t`${company} declined ${candidate} · ${position}`,
  )
  await tx
    .insertInto('notifications')
    .values({
      workspace_id: actor.workspaceId,
      id: newId(),
      user_id: row.owner_id,
      kind: 'decided',
      text: sql<string>`left(${text}, 400)`,
      application_id: applicationId,
    })
    .execute()
  await announce(tx, actor.workspaceId, { kind: 'notified', userId: row.owner_id, actorId: actor.userId })
}
