import { fieldRestoreDays } from '@muster/contract/field-subjects.ts'
import { sql } from 'kysely'
import { writeTransaction } from '../database/transaction.ts'
import type { Services } from '../services.ts'

const batchSize = 500

/** No undo restores the value any more. */
const isGone = sql`x.detached_at is not null and (
  x.detached_at < now() - make_interval(days => ${fieldRestoreDays}::integer)
  or not exists (select from custom_fields d where d.workspace_id = x.workspace_id and d.id = x.field_id)
)`

/**
 * Deletes the files that were values of custom fields, once nothing else has them and their removal cannot be undone any
 * more. A file that is being attached is locked and skipped.
 */
export async function removeDetachedFiles({ db, jobs }: Pick<Services, 'db' | 'jobs'>): Promise<void> {
  let found = 0
  do {
    found = await writeTransaction(db, async (tx) => {
      const { rows } = await sql<{ storage_key: string | null }>`
        with stale as (
          select f.workspace_id, f.id from files f
          where (f.workspace_id, f.id) in (
            select x.workspace_id, x.file_id from custom_field_files x where ${isGone}
          )
          limit ${batchSize} for update skip locked
        ), unused as (
          delete from files using stale f
          where files.workspace_id = f.workspace_id and files.id = f.id
            and not exists (
              select from custom_field_files x
              where x.workspace_id = f.workspace_id and x.file_id = f.id and not (${isGone})
            )
            and not exists (select from candidates r where r.workspace_id = f.workspace_id and r.resume_file_id = f.id)
            and not exists (select from applications r where r.workspace_id = f.workspace_id and r.resume_file_id = f.id)
            and not exists (select from activity_logs r where r.workspace_id = f.workspace_id and r.file_id = f.id)
          returning files.id, files.storage_key
        ), forgotten as (
          delete from custom_field_files x using stale f
          where x.workspace_id = f.workspace_id and x.file_id = f.id and ${isGone}
            and not exists (select from unused where unused.id = f.id)
          returning x.file_id
        )
        select storage_key from unused union all select null from forgotten
      `.execute(tx)
      const keys = rows.flatMap(({ storage_key: key }) => key ?? [])
      if (keys.length > 0) await jobs.send(tx, 'remove-files', { keys })
      return rows.length
    })
  } while (found > 0)
}
