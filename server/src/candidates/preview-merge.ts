import * as contract from '@muster/contract/candidate-merges.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import { findCollisions } from './find-collisions.ts'
import { assertSeesAllApplications, loadCandidatesById } from './lock-pair.ts'
import { compareFields, mergeContactPreferences } from './merge-fields.ts'
import { loadCandidate } from './present-candidate.ts'

interface Moves {
  applications: number
  calls: number
  files: number
  comments: number
  notifications: number
}

async function countMoves(db: Database, workspaceId: string, mergedId: string): Promise<Moves> {
  const { rows } = await sql<Moves>`
    with candidate_applications as (
      select id, deleted_at from applications where workspace_id = ${workspaceId} and candidate_id = ${mergedId}
    ),
    logs as (
      select kind, file_id from activity_logs
      where workspace_id = ${workspaceId} and application_id in (select id from candidate_applications) and deleted_at is null
    )
    select
      (select count(*)::int from candidate_applications where deleted_at is null) as applications,
      (select count(*)::int from calls where workspace_id = ${workspaceId} and candidate_id = ${mergedId}) as calls,
      (
        select count(*)::int from (
          select file_id from logs where kind = 'file' and file_id is not null
          union
          select resume_file_id from applications
          where workspace_id = ${workspaceId} and candidate_id = ${mergedId} and resume_file_id is not null
          union
          select resume_file_id from candidates
          where workspace_id = ${workspaceId} and id = ${mergedId} and resume_file_id is not null
        ) as files
      ) as files,
      (select count(*)::int from logs where kind = 'comment') as comments,
      (
        select count(*)::int from notifications
        where workspace_id = ${workspaceId} and application_id in (select id from candidate_applications)
      ) as notifications
  `.execute(db)
  return rows[0]!
}

export const previewMerge = handler(contract.previewMerge, async ({ tx, actor, params, query }) => {
  if (query.mergedId === params.id) throw invalid('mergedId', t`Choose two different candidates`)
  const survivor = await loadCandidate(tx, actor, params.id)
  const merged = await loadCandidate(tx, actor, query.mergedId)
  await assertSeesAllApplications(tx, actor, [params.id, query.mergedId])
  const rows = await loadCandidatesById(tx, actor.workspaceId, [params.id, query.mergedId], { lock: false })
  const [into, from] = [rows.get(params.id)!, rows.get(query.mergedId)!]
  const wishes = mergeContactPreferences(into, from)
  return {
    survivor,
    merged,
    fields: compareFields(into, from),
    doNotCall: wishes.do_not_call,
    consent: wishes.consent,
    collisions: await findCollisions(tx, actor.workspaceId, params.id, query.mergedId),
    moves: await countMoves(tx, actor.workspaceId, query.mergedId),
  }
})
