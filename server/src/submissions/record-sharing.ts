import type { submission } from '@muster/contract/submissions.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { recordActivity } from '../activity-logs/record-activity.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'

interface Sharing {
  kind: 'shared' | 'withdrawn' | 'asked' | 'replied'
  applicationId: string
  companyId: string
  /** What was shared, asked or replied. */
  body?: string
}

/** Records in the history of the application what was shared with the client, or said about it. */
export async function recordSharing(
  tx: Database,
  { workspaceId, userId }: Actor,
  { kind, applicationId, companyId, body }: Sharing,
): Promise<void> {
  const { position_id: positionId } = await tx
    .updateTable('applications')
    .set({ last_activity_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', applicationId)
    .returning('position_id')
    .executeTakeFirstOrThrow()
  const { name } = await tx
    .selectFrom('companies')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', companyId)
    .select('name')
    .executeTakeFirstOrThrow()
  await recordActivity(tx, [
    { workspaceId, applicationId, positionId, kind, userId, newValue: name, body: body ?? null },
  ])
}

/** The summary with the chosen answers, one a line. */
export function sharedText(
  summary: string,
  answers: readonly z.infer<typeof submission>['answers'][number][],
): string {
  const lines = answers.map(({ label, value }) => `${label}: ${value}`)
  return [summary, ...(lines.length > 0 ? [lines.join('\n')] : [])].join('\n\n')
}
