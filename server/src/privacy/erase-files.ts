import { fieldSubjects } from '@muster/contract/field-subjects.ts'
import { sql } from 'kysely'
import { subjectTables } from '../custom-fields/subject-tables.ts'
import type { Database } from '../database/connect.ts'
import type { Jobs } from '../jobs/jobs.ts'

/** Empties the custom fields that have one of the files. */
async function removeFromFields(tx: Database, workspaceId: string, ids: readonly string[]): Promise<void> {
  for (const subject of fieldSubjects)
    await sql`
      update ${sql.table(subjectTables[subject])} t set custom_fields = t.custom_fields - held.keys
      from (
        select x.row_id, array_agg(d.key) as keys
        from custom_field_files x
        join custom_fields d on d.workspace_id = x.workspace_id and d.id = x.field_id
        where x.workspace_id = ${workspaceId} and x.file_id = any(${[...ids]}::uuid[]) and x.detached_at is null
          and d.subject = ${subject}
        group by x.row_id
      ) held
      where t.workspace_id = ${workspaceId} and t.id = held.row_id
    `.execute(tx)
}

/** Detaches files from everything and deletes them. Histories still show that a file existed. */
export async function eraseFilesOnly(
  tx: Database,
  jobs: Jobs,
  workspaceId: string,
  fileIds: readonly string[],
): Promise<void> {
  const ids = [...fileIds]
  await sql`
    update candidates set resume_file_id = null, version = version + 1
    where workspace_id = ${workspaceId} and resume_file_id = any(${ids}::uuid[])
  `.execute(tx)
  await sql`
    update applications set resume_file_id = null, version = version + 1
    where workspace_id = ${workspaceId} and resume_file_id = any(${ids}::uuid[])
  `.execute(tx)
  await sql`
    update activity_logs set file_id = null, old_value = null, new_value = null
    where workspace_id = ${workspaceId} and file_id = any(${ids}::uuid[])
  `.execute(tx)
  await removeFromFields(tx, workspaceId, ids)
  const { rows } = await sql<{ storage_key: string }>`
    delete from files where workspace_id = ${workspaceId} and id = any(${ids}::uuid[]) returning storage_key
  `.execute(tx)
  if (rows.length > 0) await jobs.send(tx, 'remove-files', { keys: rows.map((row) => row.storage_key) })
}
