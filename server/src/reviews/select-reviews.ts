import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { listReviews } from '@muster/contract/reviews.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { selectVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'

export type Review = ResponseOf<typeof listReviews>['items'][number]

/** The person waits in Submitted; whether the agency still submits them is another question. */
export const isSubmitted = sql<boolean>`(applications.status_type = 'submitted' and applications.closed_at is null)`

/** A column, so that lists can filter by it. */
export const reviewState = sql<Review['state']>`case
  when ${isSubmitted} then case when shared.withdrawn_at is null then 'awaiting' else 'withdrawn' end
  when decision.to_type = 'closed' and applications.disposition = 'declined_by_company' then 'declined'
  when decision.to_type <> 'closed' then 'approved'
  else 'withdrawn'
end`

/** When the person was last submitted, also without anything shared. */
export const submittedAt = sql<string>`coalesce(shared.submitted_at, applications.entered_status_at)`

/**
 * Selects applications that the actor may see, beside the last submission of each and its company's last decision, if
 * there are any.
 */
export function selectReviews(db: Database, actor: Actor) {
  return selectVisible(db, actor)
    .where('applications.deleted_at', 'is', null)
    .innerJoin('candidates as c', (join) =>
      join
        .onRef('c.workspace_id', '=', 'applications.workspace_id')
        .onRef('c.id', '=', 'applications.candidate_id'),
    )
    .innerJoin('positions as p', (join) =>
      join
        .onRef('p.workspace_id', '=', 'applications.workspace_id')
        .onRef('p.id', '=', 'applications.position_id'),
    )
    .innerJoin('companies as o', (join) =>
      join.onRef('o.workspace_id', '=', 'p.workspace_id').onRef('o.id', '=', 'p.company_id'),
    )
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('submissions as s')
          .whereRef('s.workspace_id', '=', 'applications.workspace_id')
          .whereRef('s.application_id', '=', 'applications.id')
          .orderBy('s.submitted_at', 'desc')
          .limit(1)
          .select(['s.id', 's.summary', 's.answers', 's.submitted_by', 's.submitted_at', 's.withdrawn_at'])
          .as('shared'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('activity_logs as l')
          .whereRef('l.workspace_id', '=', 'applications.workspace_id')
          .whereRef('l.application_id', '=', 'applications.id')
          .where('l.cause', '=', 'review')
          .where('l.reverted_at', 'is', null)
          .where('l.to_type', 'is not', null)
          .orderBy('l.at', 'desc')
          .limit(1)
          .select(['l.at', 'l.to_type', 'l.user_id', 'l.body'])
          .as('decision'),
      (join) => join.onTrue(),
    )
}
