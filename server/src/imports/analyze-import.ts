import { maxImportBytes } from '@muster/contract/import-fields.ts'
import * as contract from '@muster/contract/imports.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { newId } from '../database/new-id.ts'
import { writeTransaction } from '../database/transaction.ts'
import { paceUpload } from '../files/pace-upload.ts'
import { storeStream } from '../files/store-stream.ts'
import { handler } from '../http/handler.ts'
import { assertHarmless } from '../malware/assert-harmless.ts'
import { maxBytesOf, withReservedStorage } from '../quotas/reserve-storage.ts'
import { cleanFileName } from '../uploads/file-name.ts'
import { analyzeTable } from './analyze-table.ts'
import { editableTargets, fileTargets, loadCustomTargets } from './custom/custom-targets.ts'
import { ImportFileError } from './files/import-file-error.ts'
import { withTableProcess } from './reading/with-table-process.ts'
import { refuseFile } from './refuse-file.ts'
import { keyOfHeaders } from './remembered-mapping.ts'
import { storableJson } from './storable.ts'
import { readWholeFile } from './whole-file.ts'

const kinds = {
  csv: { contentType: 'text/csv', extensions: ['.csv', '.txt'] },
  tsv: { contentType: 'text/tab-separated-values', extensions: ['.tsv', '.txt', '.csv'] },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extensions: ['.xlsx', '.xlsm'],
  },
} as const satisfies Record<string, { contentType: string; extensions: readonly [string, ...string[]] }>

export const analyzeImport = handler(
  contract.analyzeImport,
  async ({ actor, caller, query, file, services }) => {
    const { db, files } = services
    const { workspaceId, userId } = actor
    const [id, fileId] = [newId(), newId()]
    const key = `imports/${workspaceId}/${fileId}`
    const wanted = { bytes: maxBytesOf(caller.bodyBytes, maxImportBytes), isAnalysis: true }
    return withReservedStorage(services, workspaceId, wanted, async (reservation) => {
      try {
        const stored = await storeStream(files, key, paceUpload(workspaceId, file.file))
        if (file.file.truncated)
          throw new ImportFileError(
            'too_large',
            t`The file is larger than ${maxImportBytes / 2 ** 20} MB. Split it and import the parts.`,
          )
        await assertHarmless(services, actor, caller, { field: 'file', read: () => files.read(key) })
        const known = await loadCustomTargets(db, workspaceId)
        const targets = { known, usable: editableTargets(actor, known), files: fileTargets(actor, known) }
        const { columns, analysis } = await readWholeFile(workspaceId, async () => {
          const source = { path: await files.localPath(key), options: query, corrections: [] }
          return withTableProcess(source, async (table) => ({
            columns: table.head.columns,
            analysis: await analyzeTable(db, workspaceId, table, targets, query.headerRow ?? null),
          }))
        })
        const { contentType, extensions } = kinds[analysis.format]
        const fileName = cleanFileName(file.filename, extensions)
        await writeTransaction(db, async (tx) => {
          await reservation.release(tx)
          await tx
            .insertInto('files')
            .values({
              workspace_id: workspaceId,
              id: fileId,
              name: fileName,
              content_type: contentType,
              ...stored,
              storage_key: key,
              created_by: userId,
              attached_at: sql`now()`,
            })
            .execute()
          await tx
            .insertInto('imports')
            .values({
              workspace_id: workspaceId,
              id,
              file_id: fileId,
              file_name: fileName,
              created_by: userId,
              state: 'analyzed',
              header_key: keyOfHeaders(columns),
              analysis: storableJson(analysis),
              total_rows: analysis.rowCount,
            })
            .execute()
        })
        return { id, fileName, ...analysis }
      } catch (error) {
        await files.remove(key)
        throw refuseFile(error)
      }
    })
  },
  // The upload takes as long as the sender's line needs: no transaction waits for it.
  { transaction: false },
)
