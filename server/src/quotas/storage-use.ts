import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connect.ts'

/** Any fixed number; the lock's second key is the workspace's ID. */
const storageLock = 7_204_120

export interface StorageUse {
  files: number
  bytes: number
  analyses: number
}

/** Returns the number and bytes of a workspace's files, as JSON: the totals plus pending changes. */
export function storedFiles(workspaceId: RawBuilder<unknown>): RawBuilder<{ files: number; bytes: number }> {
  return sql`(
    select json_build_object('files', coalesce(sum(files), 0), 'bytes', coalesce(sum(bytes), 0)) from (
      select files, bytes from storage_usage where workspace_id = ${workspaceId}
      union all select files, bytes from storage_changes where workspace_id = ${workspaceId}
    ) as stored
  )`
}

/** Counts files that were analyzed and not imported. */
export function countOpenAnalyses(workspaceId: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(
    select count(*)::int from imports i where i.workspace_id = ${workspaceId} and i.state = 'analyzed'
  )`
}

/** Locks the workspace's storage until the transaction ends, so that reservations are made one at a time. */
export async function lockStorage(tx: Database, workspaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${storageLock}, hashtext(${workspaceId}))`.execute(tx)
}

/** Returns what the workspace stores, including reservations of uploads in progress. */
export async function readStorageUse(tx: Database, workspaceId: string): Promise<StorageUse> {
  const id = sql`${workspaceId}::uuid`
  const { rows } = await sql<{
    stored: { files: number; bytes: number }
    analyses: number
    reserved: { files: number; bytes: number; analyses: number }
  }>`
    select ${storedFiles(id)} as stored, ${countOpenAnalyses(id)} as analyses, (
      select json_build_object(
        'files', count(*), 'bytes', coalesce(sum(bytes), 0), 'analyses', count(*) filter (where is_analysis)
      ) from storage_reservations where workspace_id = ${id} and expires_at > now()
    ) as reserved
  `.execute(tx)
  const { stored, analyses, reserved } = rows[0]!
  return {
    files: stored.files + reserved.files,
    bytes: stored.bytes + reserved.bytes,
    analyses: analyses + reserved.analyses,
  }
}

/** Adds pending changes to the totals, and drops expired reservations. */
export async function foldStorageChanges(db: Database): Promise<void> {
  await sql`
    with changes as (delete from storage_changes returning workspace_id, files, bytes)
    insert into storage_usage as total (workspace_id, files, bytes)
    select workspace_id, sum(files), sum(bytes) from changes group by workspace_id order by workspace_id
    on conflict (workspace_id) do update
    set files = total.files + excluded.files, bytes = total.bytes + excluded.bytes
  `.execute(db)
  await sql`delete from storage_reservations where expires_at < now()`.execute(db)
}
