import * as contract from '@muster/contract/import-undo.ts'
import { inCurrentLanguage, t, translate } from '#texts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Database } from '../../database/connect.ts'
import { streamHandler } from '../../http/handler.ts'
import { mayExportContacts } from '../may-read-rows.ts'
import { loadImport } from '../present-import.ts'
import { byteOrderMark, writeRows } from '../report-rows.ts'
import { sendCsv } from '../send-csv.ts'
import { loadKeptRows } from './load-kept-rows.ts'

const rowsAtOnce = 1000

interface Report {
  workspaceId: string
  importId: string
  headers: string[]
  say: (code: contract.KeptCode) => string
  address: string
  withContacts: boolean
}

async function* writeReport(
  db: Database,
  { workspaceId, importId, headers, say, address, withContacts }: Report,
) {
  yield byteOrderMark + writeRows([headers])
  for (let after = 0; ; ) {
    const rows = await loadKeptRows(db, workspaceId, importId, { after, limit: rowsAtOnce })
    if (rows.length === 0) return
    yield writeRows(
      rows.map(({ row, name, email, phone, code, applicationId }) => [
        String(row),
        name ?? '',
        (withContacts && email) || '',
        (withContacts && phone) || '',
        code,
        say(code),
        applicationId ? `${address}/applications/${applicationId}` : '',
      ]),
    )
    after = rows.at(-1)!.row
  }
}

export const downloadUndoReport = streamHandler(
  contract.downloadUndoReport,
  async ({ tx: db, actor, params, caller, services }, _, reply) => {
    const { workspaceId, userId } = actor
    const { fileName } = await loadImport(db, actor, params.id)
    await recordAudit(db, {
      workspaceId,
      userId,
      action: 'import.undo_report_exported',
      ip: caller.ip,
      subject: { kind: 'import', id: params.id },
    })
    const report = writeReport(db, {
      workspaceId,
      importId: params.id,
      headers: [t`Row`, t`Name`, t`Email`, t`Phone`, 'code', t`Reason kept`, t`Link`],
      say: inCurrentLanguage((code) => translate(contract.keptReasons[code])),
      address: services.config.publicUrl,
      withContacts: mayExportContacts(actor),
    })
    return sendCsv(reply, fileName, (name) => t`${name} kept rows.csv`, report)
  },
)
