import * as contract from '@muster/contract/uploads.ts'
import { t } from '#texts'
import { maySeeContacts } from '../applications/application-policy.ts'
import { AppError, forbidden } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import { loadFile } from './load-file.ts'
import { readStoredDocument } from './reading/read-stored-document.ts'
import { docx } from './recognise-file.ts'

const kinds: Record<string, 'pdf' | 'docx' | 'text'> = {
  'application/pdf': 'pdf',
  [docx]: 'docx',
  'text/plain': 'text',
}

/** Outside a transaction, which would be held open while the document is read; it writes nothing. */
export const readResume = handler(
  contract.readResume,
  async ({ tx: db, actor, params, services }) => {
    const file = await loadFile(db, actor, params.id)
    // What somebody uploaded they have read; of anybody else's it tells contact data.
    if (file.created_by !== actor.userId && !maySeeContacts(actor)) throw forbidden()
    const kind = kinds[file.content_type]
    if (!kind)
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', t`Contact data are found in PDF, DOCX and plain text only`)
    const { facts } = await readStoredDocument(services, file, 'facts', (path) => ({
      wanted: 'facts' as const,
      kind,
      path,
      fileName: file.name,
      country: actor.workspace.defaultCountry,
    }))
    return facts
  },
  { transaction: false },
)
