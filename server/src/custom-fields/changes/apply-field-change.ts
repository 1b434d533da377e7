import type { FieldValue } from '@muster/contract/field-values.ts'
import { type Kysely, sql } from 'kysely'
import { firstLanguage, inLanguage } from '#texts'
import type { Database } from '../../database/connect.ts'
import type { DB } from '../../database/schema.generated.ts'
import { writeTransaction } from '../../database/transaction.ts'
import type { JobData, Jobs } from '../../jobs/jobs.ts'
import { announce } from '../../live/announce.ts'
import { changeSortKeys } from '../change-sort-keys.ts'
import { settingColumns } from '../check-definition.ts'
import type { Field } from '../field.ts'
import { loadAllFields, lockFields } from '../load-fields.ts'
import { isSameValue } from '../read-values.ts'
import { subjectTables } from '../subject-tables.ts'
import { type Conversion, loadConversion, tryToConvert } from './convert-values.ts'
import { type ScannedRow, scanValues } from './scan-values.ts'
import type { TypeSettings } from './type-settings.ts'

interface Rewritten {
  id: string
  before: FieldValue | null
  after: FieldValue | null
  isDeleted: boolean
}

const asJson = (value: FieldValue | null) => (value === null ? null : JSON.stringify(value))

/** Returns a row's value after the change: of an undo the former one, if nobody changed it since. */
function rewrite({ value, former, isUnchanged }: ScannedRow, from: Field, to: Field, conversion: Conversion) {
  if (former !== null && isUnchanged) return former
  if (value === null) return null
  const converted = tryToConvert(value, from, to, conversion)
  return 'value' in converted ? converted.value : null
}

/** Writes values, and keeps those before. */
async function writeValues(
  tx: Database,
  { workspaceId, changeId }: { workspaceId: string; changeId: string },
  { subject, key }: Field,
  rows: readonly Rewritten[],
): Promise<void> {
  const ids = rows.map(({ id }) => id)
  const after = rows.map((row) => asJson(row.after))
  await sql`
    update ${sql.table(subjectTables[subject])} t set
      custom_fields = case when n.value is null then t.custom_fields - ${key}::text
        else t.custom_fields || jsonb_build_object(${key}::text, n.value) end
    from unnest(${ids}::uuid[], ${after}::jsonb[]) as n (id, value)
    where t.workspace_id = ${workspaceId} and t.id = n.id
  `.execute(tx)
  const filled = rows.filter(({ before }) => before !== null)
  await sql`
    insert into custom_field_former_values (workspace_id, change_id, row_id, value, new_value)
    select ${workspaceId}::uuid, ${changeId}::uuid, v.id, v.before, v.after
    from unnest(
      ${filled.map(({ id }) => id)}::uuid[],
      ${filled.map(({ before }) => asJson(before))}::jsonb[],
      ${filled.map((row) => asJson(row.after))}::jsonb[]
    ) as v (id, before, after)
  `.execute(tx)
}

async function apply(tx: Database, jobs: Jobs, workspaceId: string, changeId: string): Promise<void> {
  await lockFields(tx, workspaceId)
  const change = await tx
    .selectFrom('custom_field_changes')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', changeId)
    .where('state', '=', 'waiting')
    .selectAll()
    .executeTakeFirst()
  if (!change) return
  const from = (await loadAllFields(tx, workspaceId)).find(({ id }) => id === change.field_id)!
  const to: Field = { ...from, ...(change.after as unknown as TypeSettings) }
  const conversion = await loadConversion(tx, workspaceId, from, to)
  let changed = 0
  let emptied = 0
  for await (const rows of scanValues(tx, workspaceId, from, { undoes: change.undoes, lock: true })) {
    const rewritten = rows
      .map(
        (row): Rewritten => ({
          id: row.id,
          before: row.value,
          after: rewrite(row, from, to, conversion),
          isDeleted: row.isDeleted,
        }),
      )
      .filter(({ before, after }) => !isSameValue(before, after))
    if (rewritten.length === 0) continue
    await writeValues(tx, { workspaceId, changeId }, from, rewritten)
    const visible = rewritten.filter(({ isDeleted }) => !isDeleted)
    const empty = visible.filter(({ after }) => after === null).length
    emptied += empty
    changed += visible.length - empty
  }
  await finish(tx, { workspaceId, changeId, undoes: change.undoes }, to, { changed, emptied })
  // The keys that lists are sorted by were written by the former definition.
  if (change.kind === 'type' && (from.sortable || to.sortable))
    await changeSortKeys(tx, jobs, workspaceId, from.id, to.sortable)
  await announce(tx, workspaceId, {
    kind: 'custom-fields-changed',
    subject: from.subject,
    actorId: change.user_id,
  })
}

async function finish(
  tx: Database,
  { workspaceId, changeId, undoes }: { workspaceId: string; changeId: string; undoes: string | null },
  to: Field,
  counts: { changed: number; emptied: number },
): Promise<void> {
  await tx
    .updateTable('custom_fields')
    .set({
      ...settingColumns(to),
      type: to.type,
      is_changing: false,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', to.id)
    .execute()
  const setState = (changeId: string, set: object) =>
    tx
      .updateTable('custom_field_changes')
      .set(set)
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', changeId)
      .execute()
  await setState(changeId, { state: 'done', ...counts })
  if (undoes) await setState(undoes, { state: 'undone' })
}

/**
 * Rewrites the values of a field, with its definition, in one transaction: nobody sees values of one type with the
 * definition of another. Writers of custom values wait until then.
 */
export async function applyFieldChange(
  { db, jobs }: { db: Kysely<DB>; jobs: Jobs },
  { workspaceId, changeId, language }: JobData['change-custom-field'],
): Promise<void> {
  await inLanguage(firstLanguage(language), () =>
    writeTransaction(db, (tx) => apply(tx, jobs, workspaceId, changeId)),
  )
}
