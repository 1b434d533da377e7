import * as contract from '@muster/contract/candidates.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { invalid } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import { findCollisions } from './find-collisions.ts'
import { assertSeesAllOf, loadPeopleById } from './lock-pair.ts'
import { compareFields, mergeWishes } from './merge-fields.ts'
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
    with theirs as (
      select id, deleted_at from applications where workspace_id = ${workspaceId} and candidate_id = ${mergedId}
    ),
    logs as (
      select kind, file_id from activity_logs
      where workspace_id = ${workspaceId} and application_id in (select id from theirs) and deleted_at is null
    )
    select
      (select count(*)::int from theirs where deleted_at is null) as applications,
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
        where workspace_id = ${workspaceId} and application_id in (select id from theirs)
      ) as notifications
  `.execute(db)
  return rows[0]!
}

export const previewMerge = handler(contract.previewMerge, async ({ tx, actor, params, query }) => {
  if (query.mergedId === params.id) throw invalid('mergedId', t`Choose two different people`)
  const survivor = await loadCandidate(tx, actor, params.id)
  const merged = await loadCandidate(tx, actor, query.mergedId)
  await assertSeesAllOf(tx, actor, [params.id, query.mergedId])
  const rows = await loadPeopleById(tx, actor.workspaceId, [params.id, query.mergedId], { lock: false })
  const [into, from] = [rows.get(params.id)!, rows.get(query.mergedId)!]
  const wishes = mergeWishes(into, from)
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
