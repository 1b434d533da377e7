import * as contract from '@muster/contract/candidates.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { candidateScope } from '../policies/candidate-policy.ts'
import { loadCandidate } from './present-candidate.ts'

export const restoreCandidate = handler(contract.restoreCandidate, async ({ tx, actor, params }) => {
  const restored = await tx
    .updateTable('candidates')
    .set({ deleted_at: null, version: sql`version + 1` })
    .where('candidates.workspace_id', '=', actor.workspaceId)
    .where('candidates.id', '=', params.id)
    .where('candidates.deleted_at', '>', sql<string>`now() - interval '30 days'`)
    .where('candidates.merged_into', 'is', null)
    .where('candidates.erased_at', 'is', null)
    .where(candidateScope(actor))
    .executeTakeFirst()
  if (restored.numUpdatedRows === 0n) throw notFound(t`Deleted candidate`)
  return loadCandidate(tx, actor, params.id)
})
