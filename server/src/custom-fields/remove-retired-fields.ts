import { fieldRestoreDays } from '@muster/contract/field-subjects.ts'
import { type Kysely, sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { opaqueId } from '../database/opaque-id.ts'
import type { DB } from '../database/schema.generated.ts'
import { writeTransaction } from '../database/transaction.ts'
import { lockFields } from './load-fields.ts'
import { subjectTables } from './subject-tables.ts'

/** Rows whose value is removed in one transaction. */
const batchSize = 2000

interface RetiredField {
  workspace_id: string
  id: string
  subject: keyof typeof subjectTables
  key: string
  label: string
}

/** Removes a field's value from the next rows. Returns how many they were. */
async function removeValues(db: Kysely<DB>, { workspace_id, subject, key }: RetiredField): Promise<number> {
  const table = sql.table(subjectTables[subject])
  return writeTransaction(db, async (tx) => {
    const { rows } = await sql`
      update ${table} t set custom_fields = t.custom_fields - ${key}::text
      from (
        select id from ${table}
        where workspace_id = ${opaqueId(workspace_id)} and custom_fields <> '{}' and custom_fields ? ${key}::text
        order by id limit ${batchSize}
        for no key update skip locked
      ) batch
      where t.workspace_id = ${opaqueId(workspace_id)} and t.id = batch.id
      returning t.id
    `.execute(tx)
    return rows.length
  })
}

async function hasValues(db: Kysely<DB>, { workspace_id, subject, key }: RetiredField): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${sql.table(subjectTables[subject])}
    where workspace_id = ${opaqueId(workspace_id)} and custom_fields <> '{}' and custom_fields ? ${key}::text limit 1
  `.execute(db)
  return rows.length > 0
}

/** Removes a definition that has no values left. It stays if it was restored meanwhile. */
async function removeField(db: Kysely<DB>, field: RetiredField): Promise<void> {
  const { workspace_id: workspaceId, id, subject, key, label } = field
  await writeTransaction(db, async (tx) => {
    await lockFields(tx, workspaceId)
    const { numDeletedRows } = await tx
      .deleteFrom('custom_fields')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where(sql<boolean>`retired_at < now() - make_interval(days => ${fieldRestoreDays}::integer)`)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return
    await recordAudit(tx, {
      workspaceId,
      userId: null,
      ip: null,
      action: 'custom-field.removed',
      subject: { kind: 'custom-field', id },
      details: { subject, key, label },
    })
  })
}

/** Removes fields that cannot be restored any more, with their values. */
export async function removeRetiredFields({ db }: { db: Kysely<DB> }): Promise<void> {
  const { rows } = await sql<RetiredField>`
    select workspace_id, id, subject, key, label from custom_fields
    where retired_at < now() - make_interval(days => ${fieldRestoreDays}::integer)
  `.execute(db)
  for (const field of rows) {
    while ((await removeValues(db, field)) === batchSize);
    // A row that somebody changes just now comes next time.
    if (!(await hasValues(db, field))) await removeField(db, field)
  }
}
