import type { FieldValue } from '@muster/contract/field-values.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { type AppError, conflict, forbidden } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { mayEditField } from '../policies/field-policy.ts'
import type { Actor } from '../session/actor.ts'
import type { Field } from './field.ts'
import { fieldTypeRules, UnfitValue } from './field-types.ts'
import { keepFields, loadFields } from './load-fields.ts'

/** The history's entry of a changed value of an application. */
export interface LoggedValue {
  application_id: string
  field: string | null
  old_raw: unknown
}

const prefix = 'customFields.'

/** Returns the key of the custom field that an entry is about; null for another entry. */
export function loggedKey({ field }: Pick<LoggedValue, 'field'>): string | null {
  return field?.startsWith(prefix) ? field.slice(prefix.length) : null
}

function refusalOf(
  actor: Actor,
  field: Field | undefined,
  raw: unknown,
  files: ReadonlySet<string>,
): AppError | null {
  if (!field) return conflict(t`The field has been retired since`)
  if (!mayEditField(actor, field)) return forbidden(t`Your role cannot change this field: ${field.label}`)
  try {
    if (raw !== null && fieldTypeRules[field.type].refersTo === 'files' && !files.has(String(raw)))
      return conflict(t`The previous file does not exist any more`)
    if (raw !== null) fieldTypeRules[field.type].read(raw, field, { country: actor.workspace.defaultCountry })
    return null
  } catch (error) {
    if (error instanceof UnfitValue) return conflict(t`The field no longer takes the previous value`)
    throw error
  }
}

/** Returns which of the files exist. Until the transaction ends, they cannot be deleted. */
async function findFiles(tx: Database, workspaceId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('files')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .select('id')
    .forKeyShare()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Returns for each application whose previous values cannot be restored why. */
export async function findUnrestorable(
  tx: Database,
  actor: Actor,
  entries: readonly LoggedValue[],
): Promise<Map<string, AppError>> {
  const refusals = new Map<string, AppError>()
  const logged = entries.filter((entry) => loggedKey(entry) !== null)
  if (logged.length === 0) return refusals
  await keepFields(tx, actor.workspaceId)
  const fields = new Map(
    (await loadFields(tx, actor.workspaceId, 'application')).map((field) => [field.key, field]),
  )
  const files = await findFiles(
    tx,
    actor.workspaceId,
    logged
      .filter((entry) => fields.get(loggedKey(entry)!)?.type === 'file')
      .flatMap(({ old_raw: raw }) => (raw === null ? [] : String(raw))),
  )
  for (const entry of logged) {
    const refusal = refusalOf(actor, fields.get(loggedKey(entry)!), entry.old_raw, files)
    if (refusal) refusals.set(entry.application_id, refusal)
  }
  return refusals
}

/** Restores the previous values of a field; null empties it. */
export async function restoreValues(
  tx: Database,
  workspaceId: string,
  key: string,
  entries: readonly LoggedValue[],
): Promise<void> {
  const ids = entries.map((entry) => entry.application_id)
  const values = entries.map(({ old_raw: raw }) => (raw === null ? null : JSON.stringify(raw as FieldValue)))
  await sql`
    update applications as a set
      custom_fields = case when old.value is null then a.custom_fields - ${key}::text
        else a.custom_fields || jsonb_build_object(${key}::text, old.value) end,
      version = a.version + 1, updated_at = now()
    from unnest(${ids}::uuid[], ${values}::jsonb[]) as old (id, value)
    where a.workspace_id = ${workspaceId} and a.id = old.id
  `.execute(tx)
}
