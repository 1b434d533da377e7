import { t } from '#texts'
import { conflict, notFound } from '../../app-error.ts'
import type { Database } from '../../database/connect.ts'
import type { Actor } from '../../session/actor.ts'
import type { Analysis } from '../analysis.ts'
import { checkSettings } from '../check-settings.ts'
import type { ImportSettings } from '../import-settings.ts'
import { checkTakenIn } from '../included-rows.ts'
import { assertMayReadRows } from '../may-read-rows.ts'

/**
 * An import that was not carried out yet, with settings that fit its file.
 * @throws NOT_FOUND also for another workspace's import; FORBIDDEN; CONFLICT once it runs or has run
 */
export async function loadFileToPreview(
  db: Database,
  actor: Actor,
  importId: string,
  settings: ImportSettings,
  how: 'shown' | 'exported',
) {
  const row = await db
    .selectFrom('imports')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', importId)
    .selectAll()
    .executeTakeFirst()
  if (!row) throw notFound(t`Import`)
  assertMayReadRows(actor, row.created_by, how)
  if (row.state === 'queued' || row.state === 'running') throw conflict(t`This import is in progress`)
  if (row.state === 'completed') throw conflict(t`This file has already been imported`)
  const analysis = row.analysis as unknown as Analysis
  checkTakenIn(analysis, settings.takeIn)
  await checkSettings(db, actor, settings, analysis.columns.length)
  return { row, analysis }
}
