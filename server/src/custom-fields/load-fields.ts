import type { FieldSubject, FieldType } from '@muster/contract/field-subjects.ts'
import type { FieldValue } from '@muster/contract/field-values.ts'
import type { Role } from '@muster/contract/permissions.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import type { DB } from '../database/schema.generated.ts'
import type { Field, FieldOption, FieldValidation } from './field.ts'

function sortingOf(state: string | null): Field['sorting'] {
  if (state === null || state === 'removing') return null
  return state === 'building' ? 'preparing' : 'ready'
}

function toField(row: Selectable<DB['custom_fields']>): Field {
  return {
    id: row.id,
    subject: row.subject as FieldSubject,
    key: row.key,
    label: row.label,
    help: row.help,
    type: row.type as FieldType,
    section: row.section,
    unit: row.unit,
    currency: row.currency,
    options: (row.options as unknown as FieldOption[]).map((option) => ({
      ...option,
      // Options of former versions have none.
      mergedInto: option.mergedInto ?? null,
    })),
    validation: row.validation as unknown as FieldValidation,
    defaultValue: row.default_value as FieldValue | null,
    required: {
      always: row.required_always,
      fromStatusType: row.required_from as StatusType | null,
      outcomes: row.required_outcomes,
    },
    visibleTo: row.visible_to as Role[] | null,
    editableTo: row.editable_to as Role[] | null,
    personal: row.personal,
    sortable: row.sortable,
    sorting: sortingOf(row.sort_state),
    onCards: row.on_cards,
    ordinal: row.ordinal,
    isChanging: row.is_changing,
    retiredAt: row.retired_at,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

interface CachedFields {
  version: string
  fields: readonly Field[]
}

/** Fields by workspace. A lookup of the version takes 0.1 ms, reading 500 fields some milliseconds. */
const cache = new Map<string, CachedFields>()
const maxCached = 500

/** Returns the version of a workspace's fields; null before the first one. */
async function currentVersion(db: Database, workspaceId: string): Promise<string | null> {
  const row = await db
    .selectFrom('custom_field_versions')
    .where('workspace_id', '=', workspaceId)
    .select('version')
    .executeTakeFirst()
  return row?.version ?? null
}

/** Returns all fields of a workspace in their order, retired ones included. */
export async function loadAllFields(db: Database, workspaceId: string): Promise<readonly Field[]> {
  const version = await currentVersion(db, workspaceId)
  if (version === null) return []
  const cached = cache.get(workspaceId)
  if (cached?.version === version) return cached.fields
  // The version of the same snapshot: fields may have changed since the lookup.
  const rows = await db
    .selectFrom('custom_fields')
    .innerJoin('custom_field_versions as v', 'v.workspace_id', 'custom_fields.workspace_id')
    .where('custom_fields.workspace_id', '=', workspaceId)
    .orderBy('custom_fields.ordinal')
    .orderBy('custom_fields.id')
    .selectAll('custom_fields')
    .select('v.version as fields_version')
    .execute()
  const fields = rows.map(toField)
  // A transaction that changes fields sees its own, which nobody else may see before it commits.
  if (rows[0] && !changing.has(db)) {
    cache.delete(workspaceId)
    cache.set(workspaceId, { version: rows[0].fields_version, fields })
    if (cache.size > maxCached) cache.delete(cache.keys().next().value!)
  }
  return fields
}

/** Transactions that change fields. */
const changing = new WeakSet<Database>()

/** Returns the fields of a subject that are in use. */
export async function loadFields(
  db: Database,
  workspaceId: string,
  subject: FieldSubject,
): Promise<readonly Field[]> {
  const fields = await loadAllFields(db, workspaceId)
  return fields.filter((field) => field.subject === subject && !field.retiredAt)
}

/** The first key of the lock on a workspace's definitions. */
const definitionsLock = 7208

/**
 * Locks the definitions of a workspace for a change, once nobody writes values that were checked against them, and makes
 * every node read them again.
 */
export async function lockFields(tx: Database, workspaceId: string): Promise<void> {
  changing.add(tx)
  await sql`select pg_advisory_xact_lock(${definitionsLock}, hashtext(${workspaceId}::uuid::text))`.execute(
    tx,
  )
  await tx
    .insertInto('custom_field_versions')
    .values({ workspace_id: workspaceId, version: newId() })
    .onConflict((conflict) =>
      conflict.column('workspace_id').doUpdateSet({ version: (row) => row.ref('excluded.version') }),
    )
    .execute()
}

/**
 * Keeps the definitions of a workspace as they are until the transaction ends, as it writes values that are checked
 * against them. Workspaces without fields pay nothing.
 */
export async function keepFields(tx: Database, workspaceId: string): Promise<void> {
  if ((await currentVersion(tx, workspaceId)) === null || changing.has(tx)) return
  await sql`select pg_advisory_xact_lock_shared(${definitionsLock}, hashtext(${workspaceId}::uuid::text))`.execute(
    tx,
  )
}
