import { t } from '#texts'
import { forbidden } from '../app-error.ts'
import { maySeeContacts } from '../policies/application-policy.ts'
import type { Actor } from '../session/actor.ts'

export function mayExportContacts(actor: Actor): boolean {
  return maySeeContacts(actor) && actor.permissions.has('contacts:export')
}

/**
 * Rows stand here as in the file, contact data included: they are for whoever uploaded it, and for those who may see
 * contact data, or export it where a row leaves as a file.
 * @throws FORBIDDEN
 */
export function assertMayReadRows(actor: Actor, uploadedBy: string, how: 'shown' | 'exported'): void {
  if (uploadedBy === actor.userId) return
  if (!(how === 'shown' ? maySeeContacts : mayExportContacts)(actor))
    throw forbidden(
      t`Someone else uploaded this file, and it may contain contact details that you cannot view`,
    )
}
