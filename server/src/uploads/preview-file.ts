import * as contract from '@muster/contract/uploads.ts'
import { t } from '#texts'
import { AppError } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { loadFile } from './load-file.ts'
import { readStoredDocument } from './reading/read-stored-document.ts'
import { docx } from './recognise-file.ts'

export const previewFile = handler(contract.previewFile, async ({ tx: db, actor, params, services }) => {
  const file = await loadFile(db, actor, params.id)
  if (file.content_type !== docx)
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', t`Only Word documents (DOCX) have a preview`)
  const { html, shortened } = await readStoredDocument(services, file, { wanted: 'html', kind: 'docx' })
  return { html, shortened }
})
