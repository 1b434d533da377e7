import type { FieldSubject } from '@muster/contract/field-subjects.ts'
import type { FieldValue } from '@muster/contract/field-values.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/connect.ts'
import { opaqueId } from '../../database/opaque-id.ts'
import type { Field } from '../field.ts'
import { subjectTables } from '../subject-tables.ts'

/** Rows that are read and changed at once. */
const batchSize = 2000

/** A row with a value, or with one before the change that is undone. */
export interface ScannedRow {
  id: string
  value: FieldValue | null
  /** The value before the change that is undone; null for none. */
  former: FieldValue | null
  /** Whether the value is as that change left it. */
  isUnchanged: boolean
  isDeleted: boolean
}

/** Calls are deleted for good. */
const deletedAt = (subject: FieldSubject) => (subject === 'call' ? sql`null` : sql`t.deleted_at`)

/** What people call a row; of an application or a call, the name of the person. */
export const rowNames: Record<FieldSubject, RawBuilder<string>> = {
  candidate: sql`t.name`,
  application: sql`t.candidate_name`,
  position: sql`t.name`,
  company: sql`t.name`,
  call: sql`coalesce((
    select a.candidate_name from applications a where a.workspace_id = t.workspace_id and a.id = t.application_id
  ), '')`,
}

/**
 * Reads all values of a field by row ID, deleted rows included.
 * @param undoes the change that is undone: its rows are read as well
 * @param lock locks the rows until the transaction ends
 */
export async function* scanValues(
  tx: Database,
  workspaceId: string,
  { subject, key }: Pick<Field, 'subject' | 'key'>,
  { undoes = null, lock = false }: { undoes?: string | null; lock?: boolean } = {},
): AsyncGenerator<ScannedRow[]> {
  const table = sql.table(subjectTables[subject])
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<ScannedRow>`
      select t.id, t.custom_fields -> ${key}::text as value, f.value as former,
        (t.custom_fields -> ${key}::text) is not distinct from f.new_value as "isUnchanged",
        ${deletedAt(subject)} is not null as "isDeleted"
      from ${table} t
      left join custom_field_former_values f
        on f.workspace_id = t.workspace_id and f.change_id = ${undoes}::uuid and f.row_id = t.id
      where t.workspace_id = ${opaqueId(workspaceId)} and t.id > ${last}::uuid
        and (t.custom_fields <> '{}' and t.custom_fields ? ${key}::text or f.row_id is not null)
      order by t.id limit ${batchSize} ${lock ? sql`for no key update of t` : sql``}
    `.execute(tx)
    if (rows.length > 0) yield rows
    if (rows.length < batchSize) return
    last = rows.at(-1)!.id
  }
}

/** Returns the names of rows that are not deleted, by ID. */
export async function nameRows(
  tx: Database,
  workspaceId: string,
  subject: FieldSubject,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select t.id, ${rowNames[subject]} as name from ${sql.table(subjectTables[subject])} t
    where t.workspace_id = ${workspaceId} and t.id = any(${[...ids]}::uuid[]) and ${deletedAt(subject)} is null
  `.execute(tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
