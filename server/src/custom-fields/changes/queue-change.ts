import { sql } from 'kysely'
import { currentLanguage, t } from '#texts'
import { conflict } from '../../app-error.ts'
import type { Database } from '../../database/connect.ts'
import { newId } from '../../database/new-id.ts'
import type { Caller } from '../../http/handler.ts'
import { targetOf } from '../../imports/custom/custom-targets.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Actor } from '../../session/actor.ts'
import type { Field } from '../field.ts'
import { recordFieldChange } from '../record-field-change.ts'
import { findChange, presentChange } from './present-change.ts'
import { type TypeSettings, typeSettings } from './type-settings.ts'

/** Imports that run write values by the definition that they began with. */
async function assertNotImporting(tx: Database, workspaceId: string, field: Field): Promise<void> {
  const target = targetOf(field)
  const importing =
    target &&
    (await tx
      .selectFrom('imports')
      .where('workspace_id', '=', workspaceId)
      .where('state', 'in', ['queued', 'running'])
      .where(sql<boolean>`exists (
        select from jsonb_each_text(settings -> 'mapping') mapped where mapped.value = ${target}
      )`)
      .select('id')
      .executeTakeFirst())
  if (importing) throw conflict(t`An import is filling “${field.label}”. Try again when it has ended.`)
}

interface NewChange {
  kind: 'type' | 'merge'
  after: TypeSettings
  undoes?: string
  /** Of the audit log: `custom-field.<verb>`. */
  verb: string
  details: Record<string, unknown>
}

/**
 * Queues a change of a field's values, and returns it. The caller has locked the definitions.
 * @throws CONFLICT while an import fills the field
 */
export async function queueChange(
  tx: Database,
  jobs: Jobs,
  { actor, caller }: { actor: Actor; caller: Caller },
  field: Field,
  { kind, after, undoes, verb, details }: NewChange,
) {
  const { workspaceId, userId } = actor
  await assertNotImporting(tx, workspaceId, field)
  const id = newId()
  await tx
    .insertInto('custom_field_changes')
    .values({
      workspace_id: workspaceId,
      id,
      field_id: field.id,
      kind,
      before: JSON.stringify(typeSettings(field)),
      after: JSON.stringify(after),
      undoes: undoes ?? null,
      user_id: userId,
    })
    .execute()
  await tx
    .updateTable('custom_fields')
    .set({ is_changing: true, version: sql`version + 1`, updated_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', field.id)
    .execute()
  await jobs.send(tx, 'change-custom-field', { workspaceId, changeId: id, language: currentLanguage() })
  await recordFieldChange(tx, actor, caller, verb, field, details)
  return presentChange(await findChange(tx, workspaceId, field.id, id))
}
