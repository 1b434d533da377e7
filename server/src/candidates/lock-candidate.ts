import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { selectCandidates } from './present-candidate.ts'

/**
 * Locks a candidate who gets a new application. Nobody can change or delete them until the transaction ends, so the
 * copy of their name on the application stays correct. Lock it before any status or application.
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
