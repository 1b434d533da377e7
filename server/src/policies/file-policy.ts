import { isStaff } from '@muster/contract/client-access.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { applicationScope } from './application-policy.ts'
import { candidateScope } from './candidate-policy.ts'

/**
 * Returns a condition on `files` for the rows the actor may see: their own, and for staff those on a candidate or
 * application they may see.
 */
export function fileScope(actor: Actor): RawBuilder<SqlBool> {
  // Clients get copies with contact data covered, whatever permissions were granted.
  if (!isStaff(actor.role)) return sql<SqlBool>`files.created_by = ${actor.userId}`
  return sql<SqlBool>`(
    files.created_by = ${actor.userId}
    or exists (
      select from candidates
      where candidates.workspace_id = files.workspace_id and candidates.resume_file_id = files.id
        and candidates.deleted_at is null and ${candidateScope(actor)}
    )
    or exists (
      select from applications
      where applications.workspace_id = files.workspace_id and applications.deleted_at is null
        and (
          applications.resume_file_id = files.id
          or applications.id in (
            select l.application_id from activity_logs l
            where l.workspace_id = files.workspace_id and l.file_id = files.id and l.deleted_at is null
          )
        )
        and ${applicationScope(actor)}
    )
  )`
}

/**
 * Marks a file as attached, so clean-up keeps it. A file that clean-up is removing no longer exists. Attaching shows
 * the file to others, so the actor must be able to see it.
 * @throws VALIDATION on `field`
 */
export async function attachFile(
  tx: Database,
  actor: Actor,
  fileId: string | null | undefined,
  field = 'resumeFileId',
): Promise<void> {
  if (!fileId) return
  const file = await tx
    .updateTable('files')
    .set({ attached_at: sql`coalesce(attached_at, now())` })
    .where('files.workspace_id', '=', actor.workspaceId)
    .where('files.id', '=', fileId)
    .where(fileScope(actor))
    .returning('files.id')
    .executeTakeFirst()
  if (!file) throw invalid(field, t`File not found`)
}
