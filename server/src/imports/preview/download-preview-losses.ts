import { Readable } from 'node:stream'
import * as contract from '@muster/contract/import-preview.ts'
import { create as contentDisposition } from 'content-disposition'
import { inLanguage, spokenLanguage, t } from '#texts'
import { recordAudit } from '../../audit/record-audit.ts'
import { conflict, notFound } from '../../http/app-error.ts'
import { streamHandler } from '../../http/handler.ts'
import type { Analysis } from '../analysis.ts'
import { checkSettings } from '../check-settings.ts'
import { openImport } from '../open-import.ts'
import { refuseFile } from '../refuse-file.ts'
import { reportColumns } from '../report-columns.ts'
import { byteOrderMark, writeRows } from '../report-rows.ts'
import { cellsUnder, headersOfFile, tailOfLosses } from '../rows-report.ts'
import { checkTakenIn } from '../taken-in.ts'
import { readByTurns, readWholeFile } from '../whole-file.ts'
import type { PreviewedRow } from './present-row.ts'
import { previewRows } from './preview-rows.ts'

/** The rows that lose something, as they come. Their sentences are in the language of now. */
function writeLosses(rows: AsyncGenerator<PreviewedRow[]>, importId: string, headers: string[]) {
  const language = spokenLanguage()
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
    const row = await db
      .selectFrom('imports')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', importId)
      .selectAll()
      .executeTakeFirst()
    if (!row) throw notFound(t`Import`)
    if (row.state === 'queued' || row.state === 'running') throw conflict(t`This import is under way`)
    if (row.state === 'completed') throw conflict(t`This file is imported already`)
    const analysis = row.analysis as unknown as Analysis
    checkTakenIn(analysis, settings.takeIn)
    await checkSettings(db, actor, settings, analysis.columns.length)
    const order = await readWholeFile(workspaceId, () => openImport({ db, files }, row, settings)).catch(
      (error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw notFound(t`The uploaded file`)
        throw refuseFile(error)
      },
    )
    await recordAudit(db, {
      workspaceId,
      userId,
      action: 'import.losses_exported',
      ip: caller.ip,
      subject: { kind: 'import', id: importId },
    })
    const rows = readByTurns(workspaceId, previewRows(db, order))
    const name = t`${row.file_name.replace(/\.\w{1,5}$/, '')} lost values.csv`
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', contentDisposition(name))
      .send(Readable.from(writeLosses(rows, importId, headersOfFile(analysis, 'losses'))))
  },
)
