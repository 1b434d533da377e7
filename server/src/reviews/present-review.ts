import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { getReview } from '@muster/contract/reviews.ts'
import { statusTypeRank } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { loadMessages } from '../submissions/present-submission.ts'
import { type Review, reviewState, selectReviews, submittedAt } from './select-reviews.ts'

/** Adds what is presented of reviews. Nothing else about the person reaches a client. */
export function selectDetails(db: Database, actor: Actor) {
  return selectReviews(db, actor)
    .leftJoin('users as owner', (join) =>
      join
        .onRef('owner.workspace_id', '=', 'applications.workspace_id')
        .on(sql<boolean>`owner.id = coalesce(shared.submitted_by, applications.owner_id)`),
    )
    .leftJoin('users as decider', (join) =>
      join
        .onRef('decider.workspace_id', '=', 'applications.workspace_id')
        .onRef('decider.id', '=', 'decision.user_id'),
    )
    .leftJoin('dispositions as d', (join) =>
      join
        .onRef('d.workspace_id', '=', 'applications.workspace_id')
        .onRef('d.application_id', '=', 'applications.id')
        .on('d.kind', '=', 'declined_by_company'),
    )
    .leftJoin('reasons as r', (join) =>
      join.onRef('r.workspace_id', '=', 'd.workspace_id').onRef('r.id', '=', 'd.reason_id'),
    )
    .select(['applications.id', 'applications.version', 'c.name as candidate_name', 'c.location'])
    .select([
      'p.id as position_id',
      'p.name as position_name',
      'o.id as company_id',
      'o.name as company_name',
    ])
    .select(['shared.id as submission_id', 'shared.summary', 'shared.withdrawn_at'])
    .select(['owner.id as owner_id', 'owner.name as owner_name'])
    .select(['decision.at as decided_at', 'decision.to_type', 'decision.body as approval_note'])
    .select(['decider.id as decider_id', 'decider.name as decider_name'])
    .select(['d.note as decline_note', 'r.name as reason_name'])
    .select([
      reviewState.as('state'),
      submittedAt.as('submitted_at'),
      sql<Review['answers'] | null>`shared.answers`.as('answers'),
      sql<boolean>`coalesce(applications.resume_file_id, c.resume_file_id) is not null`.as('has_resume'),
      sql<number>`(
        select count(*)::int from submission_messages m
        where m.workspace_id = applications.workspace_id and m.submission_id = shared.id
      )`.as('message_count'),
      sql<string | null>`(
        select s.name from statuses s
        where s.workspace_id = p.workspace_id and s.position_id = p.id and s.deleted_at is null
          and s.type in ('interview', 'offer')
        order by s.ordinal limit 1
      )`.as('next_status'),
    ])
}

export type ReviewRow = Awaited<ReturnType<ReturnType<typeof selectDetails>['executeTakeFirstOrThrow']>>

function presentDecision(row: ReviewRow): Review['decision'] {
  if (row.decided_at === null || row.state === 'awaiting') return null
  const declined = row.to_type === 'closed'
  return {
    kind: declined ? 'decline' : 'approve',
    by: row.decider_id && row.decider_name ? { id: row.decider_id, name: row.decider_name } : null,
    at: row.decided_at,
    reason: declined ? row.reason_name : null,
    note: declined ? row.decline_note : row.approval_note,
  }
}

export function presentReview(row: ReviewRow): Review {
  // What the agency has withdrawn is no longer there to be read.
  const isSubmitted = row.state !== 'withdrawn'
  const isShared = isSubmitted && row.withdrawn_at === null
  return {
    id: row.id,
    candidate: { name: row.candidate_name, location: row.location },
    position: { id: row.position_id, name: row.position_name },
    company: { id: row.company_id, name: row.company_name },
    state: row.state,
    submittedAt: row.submitted_at,
    submittedBy: row.owner_id && row.owner_name ? { id: row.owner_id, name: row.owner_name } : null,
    summary: (isShared && row.summary) || '',
    answers: (isShared && row.answers) || [],
    messageCount: isShared ? row.message_count : 0,
    hasResume: isSubmitted && row.has_resume,
    nextStatus: row.next_status,
    decision: presentDecision(row),
    version: row.version,
  }
}

/** @throws NOT_FOUND also for another company's person, and one who was not submitted */
export async function loadReview(
  db: Database,
  actor: Actor,
  id: string,
): Promise<ResponseOf<typeof getReview>> {
  const row = await selectDetails(db, actor)
    .where('applications.id', '=', id)
    .where(sql<boolean>`applications.reached >= ${statusTypeRank('submitted')}`)
    .executeTakeFirst()
  if (!row) throw notFound(t`Submission`)
  const review = presentReview(row)
  const messages =
    row.submission_id && row.withdrawn_at === null && review.state !== 'withdrawn'
      ? await loadMessages(db, actor, row.submission_id)
      : []
  return { ...review, messages }
}
