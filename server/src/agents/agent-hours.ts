import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../session/actor.ts'

/**
 * Whether a moment is within the hours of a row of `agents`. Hours are compared with what the clocks there show, so
 * that nine o'clock is nine o'clock in summer and in winter.
 */
export function isWithinHours(actor: Pick<Actor, 'workspace'>, moment = sql`now()`): RawBuilder<SqlBool> {
  return sql<SqlBool>`(agents.hours is null or exists (
    select from jsonb_to_recordset(agents.hours) as shift(weekday int, "from" time, "to" time)
    cross join lateral (
      select ${moment} at time zone coalesce(agents.timezone, ${actor.workspace.timezone}) as local
    ) as clock
    cross join lateral (select extract(isodow from local)::int as today, local::time as at) as shown
    where case
      when shift."from" < shift."to" then weekday = today and at >= shift."from" and at < shift."to"
      else (weekday = today and at >= shift."from") or (weekday % 7 + 1 = today and at < shift."to")
    end
  ))`
}
