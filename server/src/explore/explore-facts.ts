import type { exploreFilters } from '@muster/contract/explore.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import {
  allOf,
  applicationConditions,
  hasFilters,
  withFieldConditions,
} from '../applications/filter-applications.ts'
import { type ApplicationFilters, factsOfCalls } from '../applications/filter-by-report.ts'
import type { Database } from '../database/connect.ts'
import { withoutPlans } from '../database/without-plans.ts'
import type { FactsOfMeasure } from '../facts/measures.ts'
import { applicationScope, seesAllApplications } from '../policies/application-policy.ts'
import type { Actor } from '../session/actor.ts'

export type ExploreFilters = z.output<typeof exploreFilters>

/** Returns the filters of a query, without the rest of it. */
export function filtersOf(query: ExploreFilters): ExploreFilters {
  const { positionId, positionState, companyId, pipelineId, ownerId, source, sourceless } = query
  const { agentId, queueId, campaignId, tag, statusType, disposition, reasonId, open, field } = query
  const ofPosition = { positionId, positionState, companyId, pipelineId }
  const ofApplication = { ownerId, source, sourceless, tag, statusType, disposition, reasonId, open }
  return { ...ofPosition, ...ofApplication, agentId, queueId, campaignId, field }
}

/** The filters with their conditions by custom fields. */
export type ReadFilters = ExploreFilters & Pick<ApplicationFilters, 'byFields'>

/**
 * Reads the filters of a query.
 * @throws VALIDATION on `field`
 */
export function readFilters(db: Database, actor: Actor, query: ExploreFilters): Promise<ReadFilters> {
  return withFieldConditions(db, actor, filtersOf(query))
}

/** Moments; the end is not part of it. */
interface Span {
  from: string
  to: string
}

/**
 * Returns which facts `f` count: of the applications that the actor may see and the filters match. A call without an
 * application counts for those who see all, unless a filter asks for something of applications.
 */
function isOfSlice(actor: Actor, filters: ReadFilters): RawBuilder<SqlBool> {
  const { agentId, queueId, campaignId, ...ofApplications } = filters
  const narrowed = hasFilters(ofApplications)
  const seesAll = seesAllApplications(actor)
  const ofCalls = { agentId, queueId, campaignId }
  if (seesAll && !narrowed && !hasFilters(ofCalls)) return sql`true`
  const isOfApplications = sql<SqlBool>`f.subject_id in (
    select applications.id from applications
    where ${allOf([
      sql`applications.workspace_id = ${actor.workspaceId}`,
      applicationScope(actor),
      ...applicationConditions(filters, actor),
    ])}
  )`
  return seesAll && !narrowed ? sql`(${isOfApplications} or f.position_id is null)` : isOfApplications
}

/** Returns the condition on the facts `f` of a measure within a span that the actor may see. */
export function exploredFacts(
  actor: Actor,
  filters: ReadFilters,
  facts: FactsOfMeasure,
  { from, to }: Span,
): RawBuilder<SqlBool> {
  const { agentId, queueId, campaignId } = filters
  const ofCalls = facts.metrics.includes('call')
    ? factsOfCalls(actor, { callAgentId: agentId, queueId, campaignId })
    : []
  return allOf([
    sql`f.workspace_id = ${actor.workspaceId}`,
    sql`f.metric = any(${[...facts.metrics]}::text[])`,
    sql`f.at >= ${from}::timestamptz`,
    sql`f.at < ${to}::timestamptz`,
    sql`not f.is_deleted`,
    facts.counts,
    ...ofCalls,
    isOfSlice(actor, filters),
  ])
}

/**
 * Runs statements that read the facts of a period. One after the other, in the order of the index, these cost twice what they
 * do block by block: facts lie in the order of their applications, nearly that of time, from which the planner concludes the
 * opposite.
 */
export function readingFacts<Result>(db: Database, run: (db: Database) => Promise<Result>): Promise<Result> {
  return withoutPlans(db, ['enable_indexscan'], run)
}
