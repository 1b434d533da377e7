import { Readable } from 'node:stream'
import * as contract from '@muster/contract/import-rows.ts'
import { create as contentDisposition } from 'content-disposition'
import { t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { notFound } from '../http/app-error.ts'
import { streamHandler } from '../http/handler.ts'
import type { Analysis } from './analysis.ts'
import { countReportColumns, reportColumns } from './report-columns.ts'
import { byteOrderMark, writeRows } from './report-rows.ts'

const rowsAtOnce = 1000

/** The rows that were not taken, a thousand at a time, as they stood in the file with what was wrong behind them. */
async function* writeReport(db: Database, workspaceId: string, importId: string, headers: string[]) {
  const width = headers.length
  yield byteOrderMark + writeRows([[...headers, ...reportColumns]])
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('import_rows')
      .where('workspace_id', '=', workspaceId)
      .where('import_id', '=', importId)
      .where('result', 'in', ['conflict', 'invalid'])
      .where('row_number', '>', after)
      .orderBy('row_number')
      .limit(rowsAtOnce)
      .select(['row_number', 'code', 'message', 'cells'])
      .execute()
    if (rows.length === 0) return
    yield writeRows(
      rows.map(({ code, message, cells }) => {
        const original = (cells as string[]).slice(0, width)
        while (original.length < width) original.push('')
        return [...original, code ?? '', message ?? '']
      }),
    )
    after = rows.at(-1)!.row_number
  }
}

/** The most cells that a row has beyond its header: they are kept too, under headers of their own. */
async function widestRow(db: Database, workspaceId: string, importId: string): Promise<number> {
  const { widest } = await db
    .selectFrom('import_rows')
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .where('result', 'in', ['conflict', 'invalid'])
    .select(({ fn }) => fn.max(fn<number>('jsonb_array_length', ['cells'])).as('widest'))
    .executeTakeFirstOrThrow()
  return widest ?? 0
}

export const downloadImportErrors = streamHandler(
  contract.downloadImportErrors,
  async ({ tx: db, actor, params, caller }, _, reply) => {
    const { workspaceId, userId } = actor
    const row = await db
      .selectFrom('imports')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', params.id)
      .select(['file_name', 'analysis'])
      .executeTakeFirst()
    if (!row) throw notFound(t`Import`)
    const { originalHeaders } = row.analysis as unknown as Analysis
    // A report of a report has the newer columns only.
    const headers = originalHeaders.slice(0, originalHeaders.length - countReportColumns(originalHeaders))
    if (headers.length === originalHeaders.length)
      for (let width = await widestRow(db, workspaceId, params.id); headers.length < width; )
        headers.push(t`Column ${headers.length + 1}`)
    await recordAudit(db, {
      workspaceId,
      userId,
      action: 'import.errors_exported',
      ip: caller.ip,
      subject: { kind: 'import', id: params.id },
    })
    const name = t`${row.file_name.replace(/\.\w{1,5}$/, '')} errors.csv`
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', contentDisposition(name))
      .send(Readable.from(writeReport(db, workspaceId, params.id, headers)))
  },
)
