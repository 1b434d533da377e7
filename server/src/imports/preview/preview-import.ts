import type { BodyOf } from '@muster/contract/endpoint.ts'
import * as contract from '@muster/contract/import-preview.ts'
import { currentLanguage } from '#texts'
import { handler } from '../../http/handler.ts'
import { loadCorrections } from '../corrections.ts'
import { listRecords } from '../create/create-records.ts'
import type { ImportSettings } from '../import-settings.ts'
import { refuseFile } from '../refuse-file.ts'
import { readByTurns } from '../whole-file.ts'
import { loadFileToPreview } from './load-file-to-preview.ts'
import { openPreview } from './open-preview.ts'
import { presentPreview } from './present-preview.ts'
import { previewRows } from './preview-rows.ts'
import { type PreviewRun, startPreviewRun } from './preview-run.ts'
import { dropPreview, findOrStartPreview } from './recent-previews.ts'

/** A browser polls and shows what there is; a single request waits for more. */
const maxWaitMs = { polled: 1000, single: 20_000 }

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
      return startPreviewRun(readByTurns(workspaceId, previewRows(db, order)), listRecords(order.planned))
    }
    const present = (run: PreviewRun) => presentPreview(run, body, row.total_rows ?? 0)
    try {
      if (!snapshot) {
        const run = await start()
        return await run.ask(maxWaitMs.single, present).finally(() => run.close())
      }
      const corrections = await loadCorrections(db, workspaceId, importId)
      const used = JSON.stringify([settings, corrections, currentLanguage()])
      const run = await findOrStartPreview(key, { workspaceId, userId, settings: used }, start)
      return await run.ask(maxWaitMs.polled, present)
    } catch (error) {
      dropPreview(key)
      throw refuseFile(error)
    }
  },
  // Nothing is written, and a large file takes longer than a transaction should.
  { transaction: false },
)
