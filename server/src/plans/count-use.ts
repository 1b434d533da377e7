import type { PlanLimit } from '@muster/contract/plan-limits.ts'
import { type RawBuilder, sql } from 'kysely'

interface Place {
  workspaceId: string
  timezone: string
}

/** The start of the current month in the workspace's time zone. */
export function monthStart({ timezone }: Place): RawBuilder<string> {
  return sql<string>`local_day_start(date_trunc('month', now() at time zone ${timezone})::date, ${timezone})::timestamptz(3)`
}

export function monthEnds({ timezone }: Place): RawBuilder<string> {
  return sql<string>`local_day_start(
    (date_trunc('month', now() at time zone ${timezone}) + interval '1 month')::date, ${timezone}
  )::timestamptz(3)`
}

export function openInvitations({ workspaceId }: Place): RawBuilder<number> {
  return sql<number>`(
    select count(*)::int from invitations
    where workspace_id = ${workspaceId} and accepted_at is null and revoked_at is null and expires_at > now()
  )`
}

/** Sample data do not count. */
function notSample(kind: 'user' | 'position' | 'candidate', column: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select from sample_records s
    where s.workspace_id = ${sql.ref(`${column.split('.')[0]}.workspace_id`)} and s.kind = ${kind}
      and s.id = ${sql.ref(column)}
  )`
}

/** Counts the use of each limit as the contract's `planLimits` defines it. Meters and refusals both count this way. */
export const countUse: Record<PlanLimit, (place: Place) => RawBuilder<number>> = {
  seats: (place) => sql<number>`(
    (select count(*)::int from users where workspace_id = ${place.workspaceId} and status = 'active' and ${notSample('user', 'users.id')})
      + ${openInvitations(place)}
  )`,
  openPositions: ({ workspaceId }) => sql<number>`(
    select count(*)::int from positions
    where workspace_id = ${workspaceId} and state = 'open' and deleted_at is null
      and ${notSample('position', 'positions.id')}
  )`,
  applicationsAMonth: (place) => sql<number>`(
    select count(*)::int from applications
    where workspace_id = ${place.workspaceId} and created_at >= ${monthStart(place)} and deleted_at is null
      and ${notSample('candidate', 'applications.candidate_id')}
  )`,
  callMinutesAMonth: (place) => sql<number>`(
    select ceil(coalesce(sum(duration_seconds), 0) / 60.0)::int from calls
    where workspace_id = ${place.workspaceId} and started_at >= ${monthStart(place)}
      and ${notSample('candidate', 'calls.candidate_id')}
  )`,
}
