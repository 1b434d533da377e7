import { Readable } from 'node:stream'
import * as contract from '@muster/contract/import-rows.ts'
import { create as contentDisposition } from 'content-disposition'
import { t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import { notFound } from '../http/app-error.ts'
import { streamHandler } from '../http/handler.ts'
import type { Analysis } from './analysis.ts'
import { type rowsReports, writeRowsReport } from './rows-report.ts'

interface Report {
  endpoint: typeof contract.downloadImportErrors | typeof contract.downloadImportLosses
  action: 'import.errors_exported' | 'import.losses_exported'
  fileName: (name: string) => string
}

/** A handler that sends a report about rows of an import. */
function sendReport(report: keyof typeof rowsReports, { endpoint, action, fileName }: Report) {
  return streamHandler(endpoint, async ({ tx: db, actor, params, caller }, _, reply) => {
    const { workspaceId, userId } = actor
    const row = await db
      .selectFrom('imports')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', params.id)
      .select(['file_name', 'analysis'])
      .executeTakeFirst()
    if (!row) throw notFound(t`Import`)
    const importId = params.id
    const analysis = row.analysis as unknown as Analysis
    const content = await writeRowsReport(db, { workspaceId, importId }, report, analysis)
    await recordAudit(db, {
      workspaceId,
      userId,
      action,
      ip: caller.ip,
      subject: { kind: 'import', id: importId },
    })
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', contentDisposition(fileName(row.file_name.replace(/\.\w{1,5}$/, ''))))
      .send(Readable.from(content))
  })
}

export const downloadImportErrors = sendReport('errors', {
  endpoint: contract.downloadImportErrors,
  action: 'import.errors_exported',
  fileName: (name) => t`${name} errors.csv`,
})

export const downloadImportLosses = sendReport('losses', {
  endpoint: contract.downloadImportLosses,
  action: 'import.losses_exported',
  fileName: (name) => t`${name} lost values.csv`,
})
