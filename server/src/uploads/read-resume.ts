import * as contract from '@muster/contract/uploads.ts'
import { t } from '#texts'
import { AppError, forbidden } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { maySeeContacts } from '../policies/application-policy.ts'
import { loadFile } from './load-file.ts'
import { readStoredDocument } from './reading/read-stored-document.ts'
import { readableKinds } from './recognise-file.ts'

/** Writes nothing and runs outside a transaction, which would stay open while the document is read. */
export const readResume = handler(
  contract.readResume,
  async ({ tx: db, actor, params, services }) => {
    const file = await loadFile(db, actor, params.id)
    // Users know the content of their own uploads. Other files reveal contact data.
    if (file.created_by !== actor.userId && !maySeeContacts(actor)) throw forbidden()
    const kind = readableKinds[file.content_type]
    if (!kind)
      throw new AppError(
        'UNSUPPORTED_MEDIA_TYPE',
        t`Contact details can only be read from PDF, DOCX and plain text`,
      )
    const { facts } = await readStoredDocument(services, file, {
      wanted: 'facts',
      kind,
      fileName: file.name,
      country: actor.workspace.defaultCountry,
    })
    return facts
  },
  { transaction: false },
)
