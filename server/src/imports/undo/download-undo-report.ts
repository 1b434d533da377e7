import { Readable } from 'node:stream'
import * as contract from '@muster/contract/import-undo.ts'
import { create as contentDisposition } from 'content-disposition'
import { inThisLanguage, t, translate } from '#texts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Database } from '../../database/connect.ts'
import { streamHandler } from '../../http/handler.ts'
import { loadImport } from '../present-import.ts'
import { byteOrderMark, writeRows } from '../report-rows.ts'
import { loadKeptRows } from './load-kept-rows.ts'

const rowsAtOnce = 1000

interface Report {
  workspaceId: string
  importId: string
  headers: string[]
  say: (code: contract.KeptCode) => string
  address: string
}

async function* writeReport(db: Database, { workspaceId, importId, headers, say, address }: Report) {
  yield byteOrderMark + writeRows([headers])
  for (let after = 0; ; ) {
    const rows = await loadKeptRows(db, workspaceId, importId, { after, limit: rowsAtOnce })
    if (rows.length === 0) return
    yield writeRows(
      rows.map(({ row, name, email, phone, code, applicationId }) => [
        String(row),
        name ?? '',
        email ?? '',
        phone ?? '',
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
    const name = t`${fileName.replace(/\.\w{1,5}$/, '')} not taken back.csv`
    const report = writeReport(db, {
      workspaceId,
      importId: params.id,
      headers: [t`Row`, t`Name`, t`E-mail`, t`Phone`, 'code', t`Why it stays`, t`Link`],
      say: inThisLanguage((code) => translate(contract.keptReasons[code])),
      address: services.config.publicUrl,
    })
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', contentDisposition(name))
      .send(Readable.from(report))
  },
)
