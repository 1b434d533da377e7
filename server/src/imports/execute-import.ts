import { isDeepStrictEqual } from 'node:util'
import * as contract from '@muster/contract/import-status.ts'
import { spokenLanguage, t } from '#texts'
import type { Database } from '../database/connect.ts'
import { conflict } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import type { Analysis } from './analysis.ts'
import { checkSettings } from './check-settings.ts'
import type { ImportSettings } from './import-settings.ts'
import { loadImport, lockImport } from './present-import.ts'
import { rememberMapping } from './remembered-mapping.ts'
import { checkTakenIn, countTakenIn } from './taken-in.ts'

type ImportRow = Awaited<ReturnType<typeof lockImport>>

/** Without this a repeat would differ from what JSON in the database keeps: fields that are undefined. */
function plain(settings: ImportSettings): unknown {
  return JSON.parse(JSON.stringify(settings))
}

/** Whether it is under way or done already. @throws CONFLICT when that was with other settings */
function isRepeat(row: ImportRow, settings: ImportSettings): boolean {
  if (row.state === 'analyzed') return false
  if (row.undo_state !== null)
    throw conflict(t`This import was taken back; upload the file again to import it`)
  const isSame = isDeepStrictEqual(row.settings, plain(settings))
  const hasBegun = row.state === 'queued' || row.state === 'running'
  if (hasBegun && !isSame) throw conflict(t`This import is under way with other settings; cancel it first`)
  if (row.state === 'completed' && !isSame)
    throw conflict(t`This file is imported already; upload it again to import it with other settings`)
  // One that failed or was canceled goes on where it stopped, and only as it began.
  if (!isSame && row.last_row > 0)
    throw conflict(t`Part of this file is imported with other settings; upload it again to start anew`)
  return hasBegun || row.state === 'completed'
}

async function begin(tx: Database, actor: Actor, row: ImportRow, settings: ImportSettings): Promise<void> {
  const analysis = row.analysis as unknown as Analysis
  const { taken, leftOut } = countTakenIn(analysis, settings.takeIn)
  await tx
    .updateTable('imports')
    .set({ state: 'queued', settings: JSON.stringify(settings), finished_at: null, error: null })
    .set({ total_rows: analysis.rowCount + taken, left_out_count: leftOut })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', row.id)
    .execute()
  const { columns, originalHeaders } = analysis
  const named = columns.map(({ index, header }, place) => ({
    index,
    header,
    original: originalHeaders[place]!,
  }))
  await rememberMapping(tx, actor.workspaceId, named, settings)
}

export const executeImport = handler(contract.executeImport, async ({ tx, actor, body, services }) => {
  const { importId, ...settings } = body
  const row = await lockImport(tx, actor, importId)
  if (!isRepeat(row, settings)) {
    checkTakenIn(row.analysis as unknown as Analysis, settings.takeIn)
    await checkSettings(tx, actor, settings, (row.analysis as unknown as Analysis).columns.length)
    await begin(tx, actor, row, settings)
    await services.jobs.send(tx, 'run-import', {
      workspaceId: actor.workspaceId,
      importId,
      language: spokenLanguage(),
    })
  }
  return loadImport(tx, actor, importId)
})
