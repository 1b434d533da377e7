import * as contract from '@muster/contract/uploads.ts'
import { t } from '#texts'
import { AppError } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import { loadFile } from './load-file.ts'
import { readInThread } from './reading/read-in-thread.ts'
import { docx } from './recognise-file.ts'

export const previewFile = handler(
  contract.previewFile,
  async ({ tx: db, actor, params, services: { files } }) => {
    const file = await loadFile(db, actor, params.id)
    if (file.content_type !== docx)
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', t`Only Word documents (DOCX) have a preview`)
    const path = await files.localPath(file.storage_key)
    const { html, shortened } = await readInThread({ wanted: 'html', kind: 'docx', path })
    return { html, shortened }
  },
)
