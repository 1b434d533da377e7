import type { candidate, consents } from '@muster/contract/candidates.ts'
import { isStaff } from '@muster/contract/client-access.ts'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import { t } from '#texts'
import { maySeeContacts } from '../applications/application-policy.ts'
import type { Database } from '../database/connect.ts'
import type { DB } from '../database/schema.generated.ts'
import { AppError, notFound } from '../http/app-error.ts'
import type { Actor } from '../session/actor.ts'
import { candidateAbilities, candidateScope } from './candidate-policy.ts'

/** The people the actor may see, deleted ones included. */
export function selectCandidates(db: Database, actor: Actor) {
  return db
    .selectFrom('candidates')
    .where('candidates.workspace_id', '=', actor.workspaceId)
    .where(candidateScope(actor))
    .selectAll('candidates')
}

export type CandidateRow = Selectable<DB['candidates']>

/** Contact data are null for those who may not see them. */
export function presentCandidate(row: CandidateRow, actor: Actor): z.input<typeof candidate> {
  const contacts = maySeeContacts(actor)
  // A client reads who somebody is, not what was noted of them or where else they can be found.
  const isGuest = !isStaff(actor.role)
  return {
    id: row.id,
    name: row.name,
    email: contacts ? row.email : null,
    phone: contacts ? row.phone : null,
    phoneExtension: contacts ? row.phone_extension : null,
    profileUrl: isGuest ? null : row.profile_url,
    externalId: isGuest ? null : row.external_id,
    location: row.location,
    currentCompany: row.current_company,
    currentTitle: row.current_title,
    notes: isGuest ? null : row.notes,
    tags: isGuest ? [] : row.tags,
    doNotCall: !isGuest && row.do_not_call,
    consent: row.consent as (typeof consents)[number],
    resumeFileId: row.resume_file_id,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
    can: candidateAbilities(actor, row),
  }
}

/** A person whoever asks: what they may see of them is the caller's to decide. Deleted ones included. */
export function selectCandidateById(
  db: Database,
  workspaceId: string,
  id: string,
): Promise<CandidateRow | undefined> {
  return db
    .selectFrom('candidates')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst()
}

/** Who somebody who was merged into another is now, for those who may see that person; else null. */
export async function mergedAway(
  db: Database,
  actor: Actor,
  row: { id: string },
): Promise<{ mergedInto: { id: string; name: string } } | undefined> {
  const { rows } = await sql<{ id: string }>`
    with recursive way as (
      select c.id, c.merged_into, c.deleted_at from candidates c
      where c.workspace_id = ${actor.workspaceId} and c.id = ${row.id} and c.merged_into is not null
      union
      select c.id, c.merged_into, c.deleted_at from candidates c
      join way on c.workspace_id = ${actor.workspaceId} and c.id = way.merged_into
    )
    select id from way where deleted_at is null
  `.execute(db)
  const id = rows[0]?.id
  if (!id) return undefined
  const now = await selectCandidates(db, actor).where('candidates.id', '=', id).executeTakeFirst()
  return now && { mergedInto: { id: now.id, name: now.name } }
}

/**
 * @throws NOT_FOUND also for another workspace's person, one out of the actor's scope, and a deleted one; for one
 * merged into another the details say who they are now
 */
export async function loadCandidate(
  db: Database,
  actor: Actor,
  id: string,
): Promise<z.input<typeof candidate>> {
  const row = await selectCandidates(db, actor)
    .where('candidates.id', '=', id)
    .where('candidates.deleted_at', 'is', null)
    .executeTakeFirst()
  if (row) return presentCandidate(row, actor)
  const merged = await mergedAway(db, actor, { id })
  if (!merged) throw notFound(t`Candidate`)
  const { name } = merged.mergedInto
  throw new AppError('NOT_FOUND', t`This person was merged into ${name}`, { details: merged })
}
