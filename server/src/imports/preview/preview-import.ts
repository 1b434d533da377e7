import type { BodyOf } from '@muster/contract/endpoint.ts'
import * as contract from '@muster/contract/import-preview.ts'
import { currentLanguage } from '#texts'
import { handler } from '../../http/handler.ts'
import { loadCorrections } from '../corrections.ts'
import { listRecords } from '../create/create-records.ts'
import type { ImportSettings } from '../import-settings.ts'
import { refuseFile } from '../refuse-file.ts'
import { readByTurns } from '../whole-file.ts'
import { dropLook, keepLook } from './kept-looks.ts'
import { loadFileToPreview } from './load-file-to-preview.ts'
import { type Look, startLook } from './look.ts'
import { openPreview } from './open-preview.ts'
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
    const { row } = await loadFileToPreview(db, actor, importId, settings, 'shown')
    const key = `${userId} ${importId} ${snapshot}`
    const start = async () => {
      const order = await openPreview({ db, files }, actor, row, settings)
      return startLook(readByTurns(workspaceId, previewRows(db, order)), listRecords(order.planned))
    }
    const present = (look: Look) => presentPreview(look, body, row.total_rows ?? 0)
    try {
      if (!snapshot) {
        const look = await start()
        return await look.ask(answersWithinMs.once, present).finally(() => look.close())
      }
      const corrections = await loadCorrections(db, workspaceId, importId)
      const withWhat = JSON.stringify([settings, corrections, currentLanguage()])
      const look = await keepLook(key, { workspaceId, userId, withWhat }, start)
      return await look.ask(answersWithinMs.again, present)
    } catch (error) {
      dropLook(key)
      throw refuseFile(error)
    }
  },
  // Nothing is written, and a large file takes longer than a transaction should.
  { transaction: false },
)
