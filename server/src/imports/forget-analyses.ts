import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { FileStorage } from '../files/file-storage.ts'

/** Whoever looked at a file and went away has had time enough to come back. */
const keptFor = '7 days'

/** Drops files that were analysed but never imported. */
export async function forgetAnalyses({ db, files }: { db: Database; files: FileStorage }): Promise<void> {
  const { rows } = await sql<{ storage_key: string }>`
    with forgotten as (
      delete from imports where state = 'analyzed' and created_at < now() - ${keptFor}::interval
      returning workspace_id, file_id
    )
    delete from files using forgotten
    where files.workspace_id = forgotten.workspace_id and files.id = forgotten.file_id
    returning files.storage_key
  `.execute(db)
  for (const { storage_key: key } of rows) await files.remove(key)
}
