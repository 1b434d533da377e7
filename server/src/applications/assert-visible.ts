import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { notFound } from '../http/app-error.ts'
import type { Actor } from '../session/actor.ts'
import { selectVisible } from './present-application.ts'

/**
 * The position and candidate of an application the actor may see; a deleted one only with `deleted`.
 * @throws NOT_FOUND
 */
export async function assertVisible(
  db: Database,
  actor: Actor,
  applicationId: string,
  options: { deleted?: boolean } = {},
): Promise<{ position_id: string; candidate_id: string }> {
  const row = await selectVisible(db, actor)
    .where('applications.id', '=', applicationId)
    .$if(!options.deleted, (query) => query.where('applications.deleted_at', 'is', null))
    .select(['applications.position_id', 'applications.candidate_id'])
    .executeTakeFirst()
  if (!row) throw notFound(t`Application`)
  return row
}
