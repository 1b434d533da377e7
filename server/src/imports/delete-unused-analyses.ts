import { sql } from 'kysely'
import { removeStored } from '../files/remove-stored.ts'
import type { Services } from '../services.ts'

const retention = '1 day'

/** Deletes files that were analyzed but not imported. */
export async function deleteUnusedAnalyses(services: Services): Promise<void> {
  const { rows } = await sql<{ storage_key: string }>`
    with forgotten as (
      delete from imports where state = 'analyzed' and created_at < now() - ${retention}::interval
      returning workspace_id, file_id
    )
    delete from files using forgotten
    where files.workspace_id = forgotten.workspace_id and files.id = forgotten.file_id
    returning files.storage_key
  `.execute(services.db)
  await removeStored(
    services,
    rows.map((row) => row.storage_key),
  )
}
