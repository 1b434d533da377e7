import type { BodyOf } from '@muster/contract/endpoint.ts'
import * as contract from '@muster/contract/import-preview.ts'
import { spokenLanguage, t } from '#texts'
import { conflict, notFound } from '../../http/app-error.ts'
import { handler } from '../../http/handler.ts'
import type { Analysis } from '../analysis.ts'
import { checkSettings } from '../check-settings.ts'
import { loadCorrections } from '../corrections.ts'
import type { ImportSettings } from '../import-settings.ts'
import { openImport } from '../open-import.ts'
import { refuseFile } from '../refuse-file.ts'
import { checkTakenIn } from '../taken-in.ts'
import { readByTurns, readWholeFile } from '../whole-file.ts'
import { dropLook, keepLook } from './kept-looks.ts'
import { type Look, startLook } from './look.ts'
import { presentPreview } from './present-preview.ts'
import { previewRows } from './preview-rows.ts'

/** A browser asks again and shows what is there meanwhile; whoever asks but once would rather wait. */
const answersWithinMs = { again: 1000, once: 20_000 }

/** How the file is to be read, without what is asked about the answer only. */
function settingsOf(asked: BodyOf<typeof contract.previewImport>): ImportSettings {
  const { importId: _id, only: _only, reason: _reason, case: _case, lost: _lost, ...more } = asked
  const { snapshot: _snapshot, cursor: _cursor, limit: _limit, everyColumn: _everyColumn, ...settings } = more
  return settings
}

export const previewImport = handler(
  contract.previewImport,
  async ({ actor, body, services: { db, files } }) => {
    const { importId, snapshot } = body
    const { workspaceId, userId } = actor
    const settings = settingsOf(body)
    const row = await db
      .selectFrom('imports')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', importId)
      .selectAll()
      .executeTakeFirst()
    if (!row) throw notFound(t`Import`)
    if (row.state === 'queued' || row.state === 'running') throw conflict(t`This import is under way`)
    if (row.state === 'completed') throw conflict(t`This file is imported already`)
    checkTakenIn(row.analysis as unknown as Analysis, settings.takeIn)
    await checkSettings(db, actor, settings, (row.analysis as unknown as Analysis).columns.length)
    const key = `${userId} ${importId} ${snapshot}`
    const start = async () => {
      const order = await readWholeFile(workspaceId, () => openImport({ db, files }, row, settings))
      return startLook(readByTurns(workspaceId, previewRows(db, order)))
    }
    const present = (look: Look) => presentPreview(look, body, row.total_rows ?? 0)
    try {
      if (!snapshot) {
        const look = await start()
        return await look.ask(answersWithinMs.once, present).finally(() => look.close())
      }
      const corrections = await loadCorrections(db, workspaceId, importId)
      const withWhat = JSON.stringify([settings, corrections, spokenLanguage()])
      const look = await keepLook(key, { workspaceId, userId, withWhat }, start)
      return await look.ask(answersWithinMs.again, present)
    } catch (error) {
      dropLook(key)
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw notFound(t`The uploaded file`)
      throw refuseFile(error)
    }
  },
  // Nothing is written, and a large file takes longer than a transaction should.
  { transaction: false },
)
