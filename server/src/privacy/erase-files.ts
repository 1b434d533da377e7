import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Jobs } from '../jobs/jobs.ts'

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
  const { rows } = await sql<{ storage_key: string }>`
    delete from files where workspace_id = ${workspaceId} and id = any(${ids}::uuid[]) returning storage_key
  `.execute(tx)
  if (rows.length > 0) await jobs.send(tx, 'remove-files', { keys: rows.map((row) => row.storage_key) })
}
