import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** A call whose end was never reported must not keep its agent busy for ever. */
export const longestCall = sql`interval '4 hours'`

/** A condition on `calls`: it takes a place of its agent now. */
export const isActive: RawBuilder<SqlBool> = sql`(
  calls.lifecycle in ('queued', 'ringing', 'in_progress') and calls.started_at >= now() - ${longestCall}
)`

/** How many calls a row of `agents` has now. */
export const activeCalls: RawBuilder<number> = sql`(
  select count(*)::int from calls
  where calls.workspace_id = agents.workspace_id and calls.agent_id = agents.id
    and calls.started_at >= now() - ${longestCall} and ${isActive}
)`
