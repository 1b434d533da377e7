import type { candidate, consents } from '@muster/contract/candidates.ts'
import { isStaff } from '@muster/contract/client-access.ts'
import type { FieldValue } from '@muster/contract/field-values.ts'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import { t } from '#texts'
import { AppError, notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { DB } from '../database/schema.generated.ts'
import { maySeeContacts } from '../policies/application-policy.ts'
import { candidateAbilities, candidateScope } from '../policies/candidate-policy.ts'
import { visibleValues } from '../policies/field-policy.ts'
import type { Actor } from '../session/actor.ts'

export function selectCandidates(db: Database, actor: Actor) {
  return db
    .selectFrom('candidates')
    .where('candidates.workspace_id', '=', actor.workspaceId)
    .where(candidateScope(actor))
    .selectAll('candidates')
    .select(visibleValues(actor, 'candidate', 'candidates').as('visible_values'))
}

export type CandidateRow = Selectable<DB['candidates']>

/** A candidate with the values that the actor sees. */
type VisibleCandidate = CandidateRow & { visible_values: Record<string, FieldValue> }

/** Presents a candidate. Contact data are null for those who may not see them. */
export function presentCandidate(row: VisibleCandidate, actor: Actor): z.input<typeof candidate> {
  const contacts = maySeeContacts(actor)
  // A client reviewer sees who a candidate is, but no notes and no other contact details.
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
    customFields: row.visible_values,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.changed_at,
    deletedAt: row.deleted_at,
    can: candidateAbilities(actor, row),
  }
}

/** Selects a candidate without checking access, which is up to the caller. Includes deleted ones. */
export function selectCandidateById(
  db: Database,
  actor: Actor,
  id: string,
): Promise<VisibleCandidate | undefined> {
  return db
    .selectFrom('candidates')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', id)
    .selectAll()
    .select(visibleValues(actor, 'candidate', 'candidates').as('visible_values'))
    .executeTakeFirst()
}

/** Returns whom a merged candidate is now, if the actor may see them; else null. */
export async function findSurvivor(
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
 * @throws NOT_FOUND also for another workspace's candidate, one out of the actor's scope, and a deleted one; for a
 * merged one, the details name the survivor
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
  const merged = await findSurvivor(db, actor, { id })
  if (!merged) throw notFound(t`Candidate`)
  const { name } = merged.mergedInto
  throw new AppError('NOT_FOUND', t`This candidate was merged into ${name}`, { details: merged })
}
