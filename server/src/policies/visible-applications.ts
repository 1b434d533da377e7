import { sql } from 'kysely'
import { t } from '#texts'
import { conflict, notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { applicationScope, erasedText, type Viewer } from './application-policy.ts'

/** Selects the applications the actor may see, including deleted ones. The caller adds filters and order. */
export function selectVisible(db: Database, actor: Viewer) {
  return db
    .selectFrom('applications')
    .where('applications.workspace_id', '=', actor.workspaceId)
    .where(applicationScope(actor))
}

/** Whether the person of an application was erased. What is left of it is kept for reports, and nobody changes it. */
export const isErased = sql<boolean>`exists (
  select from candidates erased
  where erased.workspace_id = applications.workspace_id and erased.id = applications.candidate_id
    and erased.erased_at is not null
)`

/** The refusal of a change to an application whose person was erased. */
export function erasedRefused() {
  return conflict(erasedText())
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
): Promise<{ position_id: string; candidate_id: string; is_erased: boolean }> {
  const row = await selectVisible(db, actor)
    .where('applications.id', '=', applicationId)
    .$if(!options.deleted, (query) => query.where('applications.deleted_at', 'is', null))
    .select(['applications.position_id', 'applications.candidate_id', isErased.as('is_erased')])
    .executeTakeFirst()
  if (!row) throw notFound(t`Application`)
  return row
}

/**
 * `assertVisible` for changes.
 * @throws NOT_FOUND, CONFLICT when the person was erased
 */
export async function assertChangeable(db: Database, actor: Actor, applicationId: string) {
  const application = await assertVisible(db, actor, applicationId)
  if (application.is_erased) throw erasedRefused()
  return application
}
