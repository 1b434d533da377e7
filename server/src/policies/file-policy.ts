import { isStaff } from '@muster/contract/client-access.ts'
import { type FieldSubject, fieldSubjects } from '@muster/contract/field-subjects.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { applicationScope } from './application-policy.ts'
import { callScope } from './call-policy.ts'
import { candidateScope } from './candidate-policy.ts'
import { companyScope } from './company-policy.ts'
import { seenField } from './field-policy.ts'
import { positionScope } from './position-policy.ts'

/** The rows with custom fields, and which of them an actor may see. */
const holders: Record<FieldSubject, { table: string; scope: (actor: Actor) => RawBuilder<unknown> }> = {
  candidate: { table: 'candidates', scope: candidateScope },
  application: { table: 'applications', scope: applicationScope },
  position: { table: 'positions', scope: positionScope },
  company: { table: 'companies', scope: companyScope },
  call: { table: 'calls', scope: callScope },
}

/**
 * Returns a condition on `files`: a value of a custom field that the actor sees, on a row that they may see, or one that
 * was removed from it a while ago, which an undo restores.
 */
export function fieldFileScope(actor: Actor): RawBuilder<SqlBool> {
  if (!isStaff(actor.role)) return sql<SqlBool>`false`
  const inSubjects = fieldSubjects.map((subject) => {
    const { table, scope } = holders[subject]
    const isDeleted = subject === 'call' ? sql`` : sql`and ${sql.ref(`${table}.deleted_at`)} is null`
    return sql<SqlBool>`(${seenField(actor, subject, 'file_field')} and exists (
      select from ${sql.table(table)}
      where ${sql.ref(`${table}.workspace_id`)} = held.workspace_id and ${sql.ref(`${table}.id`)} = held.row_id
        ${isDeleted} and ${scope(actor)}
    ))`
  })
  return sql<SqlBool>`exists (
    select from custom_field_files held
    join custom_fields file_field
      on file_field.workspace_id = held.workspace_id and file_field.id = held.field_id
    where held.workspace_id = files.workspace_id and held.file_id = files.id
      and (${sql.join(inSubjects, sql` or `)})
  )`
}

/**
 * Returns a condition on `files` for the rows the actor may see: their own, and for staff those on a candidate or
 * application they may see, and in custom fields.
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
    or exists (
      select from consent_entries evidence
      join candidates on candidates.workspace_id = evidence.workspace_id and candidates.id = evidence.candidate_id
      where evidence.workspace_id = files.workspace_id and evidence.evidence_file_id = files.id
        and candidates.deleted_at is null and ${candidateScope(actor)}
    )
    or ${fieldFileScope(actor)}
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

/**
 * Attaches files that become values of custom fields, as `attachFile`. Returns those that exist for the actor; the others
 * are refused by the caller.
 */
export async function attachFieldFiles(
  tx: Database,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .updateTable('files')
    .set({ attached_at: sql`coalesce(attached_at, now())` })
    .where('files.workspace_id', '=', actor.workspaceId)
    .where(sql<boolean>`files.id = any(${[...ids]}::uuid[])`)
    .where(fileScope(actor))
    .returning('files.id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}
