import type { PlanLimit } from '@muster/contract/plan-limits.ts'
import { type RawBuilder, sql } from 'kysely'

interface Place {
  workspaceId: string
  /** IANA name, of the workspace. */
  timezone: string
}

/** When the month began, by the clocks of the workspace. */
export function monthBegan({ timezone }: Place): RawBuilder<string> {
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

/**
 * How much is in use, each as the contract's `planLimits` defines it: the one way both the meters and the refusals
 * count.
 */
export const countUse: Record<PlanLimit, (place: Place) => RawBuilder<number>> = {
  seats: (place) => sql<number>`(
    (select count(*)::int from users where workspace_id = ${place.workspaceId} and status = 'active')
      + ${openInvitations(place)}
  )`,
  openPositions: ({ workspaceId }) => sql<number>`(
    select count(*)::int from positions
    where workspace_id = ${workspaceId} and state = 'open' and deleted_at is null
  )`,
  applicationsAMonth: (place) => sql<number>`(
    select count(*)::int from applications
    where workspace_id = ${place.workspaceId} and created_at >= ${monthBegan(place)} and deleted_at is null
  )`,
  callMinutesAMonth: (place) => sql<number>`(
    select ceil(coalesce(sum(duration_seconds), 0) / 60.0)::int from calls
    where workspace_id = ${place.workspaceId} and started_at >= ${monthBegan(place)}
  )`,
}
