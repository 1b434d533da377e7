import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { notFound } from '../http/app-error.ts'
import type { Actor } from '../session/actor.ts'
import { selectCandidates } from './present-candidate.ts'

/**
 * A person who gets a new application: until the transaction ends nobody changes or deletes them, so the copy of
 * their name on the application stays true. Locked before any status and application.
 * @throws NOT_FOUND
 */
export async function lockCandidate(
  tx: Database,
  actor: Actor,
  id: string,
): Promise<{ id: string; name: string; search_text: string }> {
  const row = await selectCandidates(tx, actor)
    .where('candidates.id', '=', id)
    .where('candidates.deleted_at', 'is', null)
    .clearSelect()
    .select(['candidates.id', 'candidates.name', 'candidates.search_text'])
    .forShare('candidates')
    .executeTakeFirst()
  if (!row) throw notFound(t`Candidate`)
  return row
}
