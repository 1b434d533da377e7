import * as contract from '@muster/contract/import-rows.ts'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { streamHandler } from '../http/handler.ts'
import type { Analysis } from './analysis.ts'
import { assertMayReadRows } from './may-read-rows.ts'
import { type rowsReports, writeRowsReport } from './rows-report.ts'
import { sendCsv } from './send-csv.ts'

interface Report {
  endpoint:
    | typeof contract.downloadImportErrors
    | typeof contract.downloadImportLosses
    | typeof contract.downloadRaggedRows
  action: 'import.errors_exported' | 'import.losses_exported' | 'import.ragged_exported'
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
      .select(['file_name', 'analysis', 'created_by'])
      .executeTakeFirst()
    if (!row) throw notFound(t`Import`)
    assertMayReadRows(actor, row.created_by, 'exported')
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
    return sendCsv(reply, row.file_name, fileName, content)
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

export const downloadRaggedRows = sendReport('ragged', {
  endpoint: contract.downloadRaggedRows,
  action: 'import.ragged_exported',
  fileName: (name) => t`${name} misaligned rows.csv`,
})
