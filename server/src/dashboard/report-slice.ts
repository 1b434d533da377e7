import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { allOf, applicationConditions } from '../applications/filter-applications.ts'
import type { ApplicationFilters } from '../applications/filter-by-report.ts'
import { applicationScope } from '../policies/application-policy.ts'
import { callScope } from '../policies/call-policy.ts'
import { positionScope } from '../policies/position-policy.ts'
import type { Actor } from '../session/actor.ts'
import type { ReportQuery } from './report-period.ts'

function isAgentOfCall(query: ReportQuery): RawBuilder<SqlBool> {
  return sql<SqlBool>`calls.agent_id = any(${query.agentId}::uuid[])`
}

/** The condition on `applications`: in the report's filters and the actor's scope. */
export function applicationSlice(
  actor: Actor,
  query: ReportQuery,
  more: Pick<ApplicationFilters, 'late' | 'callbackDue' | 'fillsOpening' | 'positionState'> = {},
): RawBuilder<SqlBool> {
  const { companyId, positionId, ownerId, source } = query
  const conditions = applicationConditions({ companyId, positionId, ownerId, source, ...more }, actor)
  if (query.agentId?.length)
    conditions.push(sql`exists (
      select from calls
      where calls.workspace_id = applications.workspace_id and calls.application_id = applications.id
        and ${isAgentOfCall(query)}
    )`)
  return allOf([
    sql`applications.workspace_id = ${actor.workspaceId}`,
    applicationScope(actor),
    ...conditions,
  ])
}

/** The condition on `calls`. A call without an application counts if no filter concerns applications. */
export function callSlice(actor: Actor, query: ReportQuery): RawBuilder<SqlBool> {
  const { companyId, positionId, ownerId, source } = query
  const narrowed = [companyId, positionId, ownerId, source].some((values) => values?.length)
  const conditions = [
    sql<SqlBool>`calls.workspace_id = ${actor.workspaceId}`,
    narrowed
      ? sql<SqlBool>`calls.application_id in (
          select applications.id from applications
          where ${applicationSlice(actor, { ...query, agentId: undefined })}
        )`
      : callScope(actor),
  ]
  if (query.agentId?.length) conditions.push(isAgentOfCall(query))
  return allOf(conditions)
}

/** The condition on `positions`. */
export function positionSlice(actor: Actor, query: ReportQuery): RawBuilder<SqlBool> {
  const conditions = [
    sql<SqlBool>`positions.workspace_id = ${actor.workspaceId}`,
    sql<SqlBool>`positions.deleted_at is null`,
    positionScope(actor),
  ]
  const anyOf = (column: string, values: readonly string[] | undefined) => {
    if (values?.length) conditions.push(sql`${sql.ref(column)} = any(${values}::uuid[])`)
  }
  anyOf('positions.company_id', query.companyId)
  anyOf('positions.id', query.positionId)
  anyOf('positions.owner_id', query.ownerId)
  return allOf(conditions)
}
