import * as contract from '@muster/contract/candidates.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { loadCandidate } from './present-candidate.ts'

export const deleteCandidate = handler(contract.deleteCandidate, async ({ tx, actor, params }) => {
  await loadCandidate(tx, actor, params.id)
  // Waits for an application that is being added, so the check below sees it.
  await tx
    .updateTable('candidates')
    .set({ deleted_at: sql`now()`, version: sql`version + 1` })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .execute()
  const open = await tx
    .selectFrom('applications')
    .where('workspace_id', '=', actor.workspaceId)
    .where('candidate_id', '=', params.id)
    .where('closed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (open) throw conflict(t`This candidate has open applications. Close them first.`)
  return undefined
})
