import * as contract from '@muster/contract/privacy.ts'
import { create as contentDisposition } from 'content-disposition'
import JSZip from 'jszip'
import { t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import { streamHandler } from '../http/handler.ts'
import { filePolicy } from '../http/security-headers.ts'
import { collectEverything } from './collect-everything.ts'
import { loadCandidateData } from './load-candidate-data.ts'

interface StoredFile {
  id: string
  name: string
  storage_key: string
}

/** Names are clean already, but two files may share one, hence the number. */
const pathOf = ({ name }: StoredFile, index: number) => `files/${String(index + 1).padStart(2, '0')} ${name}`

const explanation = () =>
  [
    t`All data stored about this person:`,
    t`everything.json contains all rows by table. "names" maps their IDs to names.`,
    t`The "files" folder contains the original uploads.`,
  ].join('\r\n')

export const downloadEverything = streamHandler(
  contract.downloadEverything,
  async ({ tx: db, actor, params, caller, services }, _, reply) => {
    const { name, data } = await loadCandidateData(db, actor, params.id, { lock: false })
    const rows = await collectEverything(db, data)
    const files: StoredFile[] =
      data.fileIds.length === 0
        ? []
        : await db
            .selectFrom('files')
            .where('workspace_id', '=', actor.workspaceId)
            .where('id', 'in', data.fileIds)
            .select(['id', 'name', 'storage_key'])
            .orderBy('created_at')
            .execute()
    await recordAudit(db, {
      ...actor,
      action: 'privacy.everything_exported',
      ip: caller.ip,
      subject: { kind: 'candidate', id: params.id },
      details: { applications: data.applicationIds.length, files: files.length },
    })
    const zip = new JSZip()
    zip.file('README.txt', explanation())
    zip.file('everything.json', JSON.stringify({ exportedAt: new Date().toISOString(), ...rows }, null, 2))
    files.forEach((file, index) => {
      zip.file(pathOf(file, index), services.files.read(file.storage_key), { binary: true })
    })
    const day = new Date().toISOString().slice(0, 10)
    return reply
      .header('content-type', 'application/zip')
      .header('content-disposition', contentDisposition(`${name} ${day}.zip`))
      .header('content-security-policy', filePolicy)
      .send(zip.generateNodeStream({ streamFiles: true, compression: 'DEFLATE' }))
  },
)
