import { clientExportColumns, isStaff } from '@muster/contract/client-access.ts'
import { t } from '#texts'
import { forbidden } from '../app-error.ts'
import type { Actor } from '../session/actor.ts'
import type { ExportColumn } from './export-column.ts'

/** Returns the columns that the actor's role may export. */
export function columnsForRole<Name extends string>(
  { role }: Actor,
  what: string,
  columns: Partial<Record<Name, ExportColumn>>,
): Partial<Record<Name, ExportColumn>> {
  if (isStaff(role)) return columns
  const allowed = clientExportColumns[what] ?? []
  const kept = Object.entries(columns).filter(([name]) => allowed.includes(name))
  return Object.fromEntries(kept) as Partial<Record<Name, ExportColumn>>
}

/**
 * Returns the requested columns, or all, without contact data for users who may not export it.
 * @throws FORBIDDEN for a requested column that is not among `columns`, and when none is left
 */
export function chooseColumns<Name extends string>(
  actor: Actor,
  columns: Partial<Record<Name, ExportColumn>>,
  asked: readonly Name[] | undefined,
): Map<Name, ExportColumn> {
  const mayContacts = actor.permissions.has('contacts:read') && actor.permissions.has('contacts:export')
  const names = asked?.length ? [...new Set(asked)] : (Object.keys(columns) as Name[])
  const chosen = new Map(
    names
      .map((name) => {
        const column = columns[name]
        if (!column) throw forbidden(t`Your role cannot export: ${name}`)
        return [name, column] as const
      })
      .filter(([, { contact }]) => mayContacts || !contact),
  )
  if (chosen.size === 0) throw forbidden(t`You do not have permission to export contact details`)
  return chosen
}
