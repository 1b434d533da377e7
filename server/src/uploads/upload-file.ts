import * as contract from '@muster/contract/uploads.ts'
import { t, translate } from '#texts'
import { AppError, invalid } from '../app-error.ts'
import { newId } from '../database/new-id.ts'
import { writeTransaction } from '../database/transaction.ts'
import { storeStream } from '../files/store-stream.ts'
import { handler } from '../http/handler.ts'
import { assertHarmless } from '../malware/assert-harmless.ts'
import { maxBytesOf, withReservedStorage } from '../quotas/reserve-storage.ts'
import { cleanFileName } from './file-name.ts'
import { presentFileRow } from './present-file.ts'
import { recogniseFile } from './recognise-file.ts'

const refusal =
  /*i18n*/ 'Upload a PDF, Word, OpenDocument, RTF or plain text document, or a PNG, JPEG or WebP image. The type is detected from the content, not the name.'

/** Runs outside a transaction, which would stay open during the upload. A refused file leaves nothing behind. */
export const uploadFile = handler(
  contract.uploadFile,
  async ({ actor, caller, file, services }) => {
    const { db, files } = services
    const bytes = maxBytesOf(caller.bodyBytes, contract.maxUploadBytes)
    const wanted = { bytes, isAnalysis: false }
    return withReservedStorage(services, actor.workspaceId, wanted, async (reservation) => {
      const id = newId()
      const key = `uploads/${actor.workspaceId}/${id}`
      try {
        const { size, sha256 } = await storeStream(files, key, file.file)
        if (file.file.truncated)
          throw new AppError(
            'PAYLOAD_TOO_LARGE',
            t`The file is larger than ${contract.maxUploadBytes / 2 ** 20} MB`,
          )
        if (size === 0) throw invalid('file', t`The file is empty`)
        await assertHarmless(services, actor, caller, { field: 'file', read: () => files.read(key) })
        const kind = await recogniseFile(await files.localPath(key))
        if (!kind) throw new AppError('UNSUPPORTED_MEDIA_TYPE', translate(refusal))
        const row = {
          workspace_id: actor.workspaceId,
          id,
          name: cleanFileName(file.filename, kind.extensions),
          content_type: kind.contentType,
          size,
          sha256,
          storage_key: key,
          created_by: actor.userId,
        }
        return await writeTransaction(db, async (tx) => {
          await reservation.release(tx)
          const stored = await tx.insertInto('files').values(row).returningAll().executeTakeFirstOrThrow()
          return presentFileRow(stored)
        })
      } catch (error) {
        await files.remove(key)
        throw error
      }
    })
  },
  { transaction: false },
)
