import { type Kysely, sql } from 'kysely'
import { t } from '#texts'
import type { DB } from '../database/schema.generated.ts'
import { writeTransaction } from '../database/transaction.ts'
import { assignInvitedOwners } from '../invitations/assign-invited-owners.ts'
import type { JobData } from '../jobs/jobs.ts'
import type { Mailing } from '../mail/queue-mail.ts'
import { formatNumber } from '../texts/format.ts'
import { notifyImportEnded } from './notify-import-ended.ts'
import type { ProgressAnnouncer } from './progress-announcer.ts'

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
  lost_count: number
  ragged_count: number
  left_out_count: number
}

function summarise(row: Finished): string {
  const refused = row.conflict_count + row.invalid_count
  const parts = [
    row.created_count > 0 && t`${formatNumber(row.created_count)} added`,
    row.updated_count > 0 && t`${formatNumber(row.updated_count)} updated`,
    row.skipped_count > 0 && t`${formatNumber(row.skipped_count)} unchanged`,
    row.lost_count > 0 && t`${formatNumber(row.lost_count)} with lost values`,
    row.ragged_count > 0 && t`${formatNumber(row.ragged_count)} misaligned`,
    refused > 0 && t`${formatNumber(refused)} rejected`,
    row.left_out_count > 0 && t`${formatNumber(row.left_out_count)} excluded (no data)`,
  ].filter((part) => part !== false)
  const result = parts.length > 0 ? parts.join(', ') : t`no rows`
  return row.state === 'completed' ? `${row.file_name}: ${result}` : t`${row.file_name} stopped: ${result}`
}

/** Ends a running import, notifies the user who started it and announces the remaining changes. */
export async function finishImport(
  services: { db: Kysely<DB> } & Mailing,
  { workspaceId, importId }: JobData['run-import'],
  end: { state: 'completed' | 'failed'; error: string | null },
  announcer: ProgressAnnouncer | null,
): Promise<void> {
  await writeTransaction(services.db, async (tx) => {
    const row = await tx
      .updateTable('imports')
      .set({ ...end, finished_at: sql`now()` })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', importId)
      .where('state', '=', 'running')
      .returningAll()
      .executeTakeFirst()
    if (!row) return
    await assignInvitedOwners(tx, workspaceId, { importId })
    const text = summarise(row)
    const headline =
      row.state === 'completed' ? t`Your import is complete.` : t`Your import stopped before it finished.`
    await notifyImportEnded(
      tx,
      services,
      { workspaceId, id: importId, userId: row.created_by },
      { text, headline },
      announcer,
    )
  })
}
