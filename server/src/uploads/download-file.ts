import { once } from 'node:events'
import * as contract from '@muster/contract/uploads.ts'
import { create as contentDisposition } from 'content-disposition'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { streamHandler } from '../http/handler.ts'
import { filePolicy } from '../http/security-headers.ts'
import { loadFile } from './load-file.ts'

/** Always sent as an attachment, so the browser saves it and runs nothing in it. */
export const downloadFile = streamHandler(
  contract.downloadFile,
  async ({ tx: db, actor, params, services: { files } }, request, reply) => {
    const file = await loadFile(db, actor, params.id)
    const content = files.read(file.storage_key)
    try {
      await once(content, 'readable')
    } catch (error) {
      request.log.error({ err: error, fileId: file.id }, 'a file is missing from the storage')
      throw notFound(t`File`)
    }
    return reply
      .header('content-type', file.content_type)
      .header('content-length', file.size)
      .header('content-disposition', contentDisposition(file.name))
      .header('content-security-policy', filePolicy)
      .header('x-content-type-options', 'nosniff')
      .header('cross-origin-resource-policy', 'same-origin')
      .send(content)
  },
)
