import { t } from '#texts'
import { forbidden } from '../http/app-error.ts'
import type { Actor } from '../session/actor.ts'
import type { ExportColumn } from './export-column.ts'

/**
 * The columns asked for, all when none are, without the contact data of people for those who may not take them away.
 * @throws FORBIDDEN when nothing is left
 */
export function chooseColumns<Name extends string>(
  actor: Actor,
  columns: Record<Name, ExportColumn>,
  asked: readonly Name[] | undefined,
): Map<Name, ExportColumn> {
  const mayContacts = actor.permissions.has('contacts:read') && actor.permissions.has('contacts:export')
  const names = asked?.length ? [...new Set(asked)] : (Object.keys(columns) as Name[])
  const chosen = new Map(
    names.map((name) => [name, columns[name]] as const).filter(([, { contact }]) => mayContacts || !contact),
  )
  if (chosen.size === 0) throw forbidden(t`You may not export contact data`)
  return chosen
}
