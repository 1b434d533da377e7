import * as contract from '@muster/contract/import-preview.ts'
import { currentLanguage, inLanguage, t } from '#texts'
import { recordAudit } from '../../audit/record-audit.ts'
import { streamHandler } from '../../http/handler.ts'
import { refuseFile } from '../refuse-file.ts'
import { reportColumns } from '../report-columns.ts'
import { byteOrderMark, writeRows } from '../report-rows.ts'
import { cellsUnder, headersOfFile, tailOfLosses } from '../rows-report.ts'
import { sendCsv } from '../send-csv.ts'
import { readByTurns } from '../whole-file.ts'
import { loadFileToPreview } from './load-file-to-preview.ts'
import { openPreview } from './open-preview.ts'
import type { PreviewedRow } from './present-row.ts'
import { previewRows } from './preview-rows.ts'

/** The rows that lose something, as they come. Their sentences are in the language of now. */
function writeLosses(rows: AsyncGenerator<PreviewedRow[]>, importId: string, headers: string[]) {
  const language = currentLanguage()
  return write()

  async function* write() {
    try {
      yield byteOrderMark + writeRows([[...headers, ...reportColumns.losses]])
      for (;;) {
        const { value, done } = await inLanguage(language, () => rows.next())
        if (done) return
        const losing = value.filter(({ lost }) => lost.length > 0)
        if (losing.length === 0) continue
        yield writeRows(
          losing.map(({ row, cells, lost }) => [
            ...cellsUnder(cells, headers.length),
            ...tailOfLosses({ row_number: row, cells, lost }, importId),
          ]),
        )
      }
    } finally {
      await rows.return(undefined)
    }
  }
}

export const downloadPreviewLosses = streamHandler(
  contract.downloadPreviewLosses,
  async ({ actor, body, caller, services: { db, files } }, _, reply) => {
    const { importId, ...settings } = body
    const { workspaceId, userId } = actor
    const { row, analysis } = await loadFileToPreview(db, actor, importId, settings, 'exported')
    const order = await openPreview({ db, files }, actor, row, settings).catch((error: unknown) => {
      throw refuseFile(error)
    })
    await recordAudit(db, {
      workspaceId,
      userId,
      action: 'import.losses_exported',
      ip: caller.ip,
      subject: { kind: 'import', id: importId },
    })
    const rows = readByTurns(workspaceId, previewRows(db, order))
    const content = writeLosses(rows, importId, headersOfFile(analysis, 'losses'))
    return sendCsv(reply, row.file_name, (name) => t`${name} lost values.csv`, content)
  },
)
