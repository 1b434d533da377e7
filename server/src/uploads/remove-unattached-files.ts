import { type RawBuilder, sql } from 'kysely'
import { writeTransaction } from '../database/transaction.ts'
import type { Services } from '../services.ts'

const retention = '1 day'
const batchSize = 500

const isUsed: RawBuilder<unknown> = sql.raw(`(
  ${[
    ['candidates', 'resume_file_id'],
    ['applications', 'resume_file_id'],
    ['activity_logs', 'file_id'],
    ['imports', 'file_id'],
    ['custom_field_files', 'file_id'],
    ['consent_entries', 'evidence_file_id'],
  ]
    .map(
      ([table, column]) =>
        `exists (select from ${table} r where r.workspace_id = f.workspace_id and r.${column} = f.id)`,
    )
    .join(' or ')}
)`)

/** Marks files that were attached before the mark existed, or by a node of the previous version. */
async function markUsedFiles({ db }: Pick<Services, 'db'>): Promise<void> {
  let marked = 0
  do {
    const { numAffectedRows } = await sql`
      update files set attached_at = files.created_at
      from (
        select f.workspace_id, f.id from files f
        where f.attached_at is null and f.created_at < now() - ${retention}::interval and ${isUsed}
        limit ${batchSize} for no key update skip locked
      ) as used
      where files.workspace_id = used.workspace_id and files.id = used.id
    `.execute(db)
    marked = Number(numAffectedRows ?? 0)
  } while (marked === batchSize)
}

/**
 * Removes uploads older than a day that were never attached. A file being attached is locked and skipped; one being
 * removed can no longer be attached.
 */
export async function removeUnattachedFiles({ db, jobs }: Pick<Services, 'db' | 'jobs'>): Promise<void> {
  await markUsedFiles({ db })
  let removed = 0
  do {
    removed = await writeTransaction(db, async (tx) => {
      const { rows } = await sql<{ storage_key: string }>`
        delete from files using (
          select f.workspace_id, f.id from files f
          where f.attached_at is null and f.created_at < now() - ${retention}::interval and not ${isUsed}
          limit ${batchSize} for update skip locked
        ) as unattached
        where files.workspace_id = unattached.workspace_id and files.id = unattached.id
          and files.attached_at is null
        returning files.storage_key
      `.execute(tx)
      const keys = rows.map(({ storage_key }) => storage_key)
      // The bytes are deleted after the commit, even if this node dies.
      if (keys.length > 0) await jobs.send(tx, 'remove-files', { keys })
      return keys.length
    })
  } while (removed === batchSize)
}
