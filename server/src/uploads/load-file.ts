import type { Selectable } from 'kysely'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { DB } from '../database/schema.generated.ts'
import { fileScope } from '../policies/file-policy.ts'
import type { Actor } from '../session/actor.ts'

/** @throws NOT_FOUND also for another workspace's file, and one out of the actor's scope */
export async function loadFile(db: Database, actor: Actor, id: string): Promise<Selectable<DB['files']>> {
  const file = await db
    .selectFrom('files')
    .where('files.workspace_id', '=', actor.workspaceId)
    .where('files.id', '=', id)
    .where(fileScope(actor))
    .selectAll('files')
    .executeTakeFirst()
  if (!file) throw notFound(t`File`)
  return file
}
