import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { applicationScope, type Viewer } from './application-policy.ts'

/** Selects the applications the actor may see, including deleted ones. The caller adds filters and order. */
export function selectVisible(db: Database, actor: Viewer) {
  return db
    .selectFrom('applications')
    .where('applications.workspace_id', '=', actor.workspaceId)
    .where(applicationScope(actor))
}

/**
 * Returns the position and candidate of an application the actor may see. With `deleted`, a deleted application counts
 * too.
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
