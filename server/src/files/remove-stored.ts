import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Services } from '../services.ts'

/** Any fixed number. The holder reads all files and must find each of them. */
export const backupLock = 7_204_119

/** Runs `work` unless a backup is running. Returns whether it ran. */
async function unlessBackedUp(db: Services['db'], work: () => Promise<void>): Promise<boolean> {
  return db.transaction().execute(async (tx: Database) => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock_shared(${backupLock}) as free
    `.execute(tx)
    if (rows[0]!.free) await work()
    return rows[0]!.free
  })
}

/**
 * Removes the bytes of files whose rows are deleted. Missing files are ignored. A running backup has their rows and
 * needs them: then a job removes them later, or fails and is retried if this is the job.
 */
export async function removeStored(
  { db, files, jobs }: Pick<Services, 'db' | 'files' | 'jobs'>,
  keys: string[],
  options: { isJob?: boolean } = {},
): Promise<void> {
  if (keys.length === 0) return
  const done = await unlessBackedUp(db, async () => {
    for (const key of keys) await files.remove(key)
  })
  if (done) return
  if (options.isJob) throw new Error('A backup is being taken; the files go afterwards')
  await jobs.send(db, 'remove-files', { keys })
}
