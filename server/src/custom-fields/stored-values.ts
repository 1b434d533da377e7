import type { FieldSubject } from '@muster/contract/field-subjects.ts'
import type { FieldValue } from '@muster/contract/field-values.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { applyChanges, type ValueChange } from './read-values.ts'
import { subjectTables } from './subject-tables.ts'

/** The column custom_fields of a row. */
export type StoredValues = Record<string, FieldValue>

/** Locks a row and returns its values. */
export async function lockValues(
  tx: Database,
  workspaceId: string,
  subject: FieldSubject,
  id: string,
): Promise<StoredValues> {
  const { rows } = await sql<{ custom_fields: StoredValues }>`
    select custom_fields from ${sql.table(subjectTables[subject])}
    where workspace_id = ${workspaceId} and id = ${id} for no key update
  `.execute(tx)
  return rows[0]?.custom_fields ?? {}
}

/** Returns the column of an update; none without a change. */
export function valueColumn(
  stored: StoredValues | undefined,
  changes: readonly ValueChange[],
): { custom_fields?: string } {
  return changes.length ? { custom_fields: JSON.stringify(applyChanges(stored ?? {}, changes)) } : {}
}
