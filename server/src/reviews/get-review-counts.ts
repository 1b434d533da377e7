import * as contract from '@muster/contract/reviews.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'
import { positionScope } from '../policies/position-policy.ts'
import { reviewState, selectReviews, submittedAt } from './select-reviews.ts'

const mostPositions = 200

export const getReviewCounts = handler(contract.getReviewCounts, async ({ tx, actor }) => {
  const { workspaceId, companyId } = actor
  const company = companyId
    ? await tx
        .selectFrom('companies')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', companyId)
        .select(['id', 'name'])
        .executeTakeFirst()
    : undefined
  const positions = await tx
    .with('reviews', (db) =>
      selectReviews(db as typeof tx, actor).select([
        'applications.position_id',
        reviewState.as('state'),
        submittedAt.as('submitted_at'),
      ]),
    )
    .selectFrom('positions')
    .leftJoin('reviews as r', 'r.position_id', 'positions.id')
    .where('positions.workspace_id', '=', workspaceId)
    .where('positions.deleted_at', 'is', null)
    .where(positionScope(actor))
    .groupBy(['positions.id', 'positions.workspace_id'])
    .having(sql<boolean>`positions.state = 'open' or count(r.state) > 0`)
    .select(['positions.id', 'positions.name', 'positions.openings', 'positions.location'])
    .select([
      sql<number>`(count(*) filter (where r.state = 'awaiting'))::int`.as('awaiting'),
      sql<number>`(count(*) filter (where r.state = 'approved'))::int`.as('approved'),
      sql<number>`(count(*) filter (where r.state = 'declined'))::int`.as('declined'),
      sql<string | null>`max(r.submitted_at) filter (where r.state <> 'withdrawn')`.as('last_submitted_at'),
    ])
    .orderBy(sql`count(*) filter (where r.state = 'awaiting') = 0`)
    .orderBy(sql`positions.state <> 'open'`)
    .orderBy('positions.name')
    .orderBy('positions.id')
    .execute()
  const sum = (count: (position: (typeof positions)[number]) => number) =>
    positions.reduce((total, position) => total + count(position), 0)
  const submitted = positions.flatMap(({ last_submitted_at: at }) => at ?? [])
  return {
    company: company ?? null,
    awaiting: sum(({ awaiting }) => awaiting),
    decided: sum(({ approved, declined }) => approved + declined),
    lastSubmittedAt: submitted.sort().at(-1) ?? null,
    positionCount: positions.length,
    positions: positions.slice(0, mostPositions).map(({ last_submitted_at: _, ...position }) => position),
  }
})
