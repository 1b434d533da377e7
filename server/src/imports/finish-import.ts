import { type Kysely, sql } from 'kysely'
import { t } from '#texts'
import { newId } from '../database/new-id.ts'
import type { DB } from '../database/schema.generated.ts'
import { writeTransaction } from '../database/transaction.ts'
import type { JobData } from '../jobs/jobs.ts'
import { announce } from '../live/announce.ts'
import { formatNumber } from '../texts/format.ts'
import type { ImportNews } from './import-news.ts'

interface Finished {
  id: string
  file_name: string
  created_by: string
  state: string
  created_count: number
  updated_count: number
  skipped_count: number
  conflict_count: number
  invalid_count: number
}

function summarise(row: Finished): string {
  const refused = row.conflict_count + row.invalid_count
  const parts = [
    row.created_count > 0 && t`${formatNumber(row.created_count)} added`,
    row.updated_count > 0 && t`${formatNumber(row.updated_count)} updated`,
    row.skipped_count > 0 && t`${formatNumber(row.skipped_count)} left as they were`,
    refused > 0 && t`${formatNumber(refused)} not taken`,
  ].filter((part) => part !== false)
  const result = parts.length > 0 ? parts.join(', ') : t`no rows`
  return row.state === 'completed' ? `${row.file_name}: ${result}` : t`${row.file_name} stopped: ${result}`
}

/** Ends a running import and tells the person who started it, and everyone else what is left to tell. */
export async function finishImport(
  db: Kysely<DB>,
  { workspaceId, importId }: JobData['run-import'],
  end: { state: 'completed' | 'failed'; error: string | null },
  news: ImportNews | null,
): Promise<void> {
  await writeTransaction(db, async (tx) => {
    const row = await tx
      .updateTable('imports')
      .set({ ...end, finished_at: sql`now()` })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', importId)
      .where('state', '=', 'running')
      .returningAll()
      .executeTakeFirst()
    if (!row) return
    await tx
      .insertInto('notifications')
      .values({
        workspace_id: workspaceId,
        id: newId(),
        user_id: row.created_by,
        kind: 'import_finished',
        text: summarise(row),
        import_id: importId,
      })
      .execute()
    const actorId = row.created_by
    await announce(tx, workspaceId, { kind: 'notified', userId: actorId, actorId })
    await announce(tx, workspaceId, { kind: 'import-progressed', importId, actorId })
    await news?.end(tx)
  })
}
