import * as contract from '@muster/contract/dashboard.ts'
import { type RawBuilder, sql } from 'kysely'
import { isConversation, isPlaced } from '../calls/count-calls.ts'
import { handler } from '../http/handler.ts'
import { applicationsCreated, entries } from './metric-events.ts'
import { bucketOf, presentPeriod, resolvePeriod } from './report-period.ts'
import { applicationSlice, callSlice } from './report-slice.ts'

export const getDailyActivity = handler(contract.getDailyActivity, async ({ tx, actor, query }) => {
  const period = await resolvePeriod(tx, actor, query)
  const { from, to } = period
  const during = (column: string) =>
    sql`${sql.ref(column)} >= ${from}::timestamptz and ${sql.ref(column)} < ${to}::timestamptz`

  async function byBucket<Row>(columns: RawBuilder<unknown>, events: RawBuilder<unknown>) {
    const { rows } = await sql<Row & { bucket: string }>`
      select ${bucketOf(period, sql`at`)} as bucket, ${columns} from (${events}) as events group by 1
    `.execute(tx)
    return new Map(rows.map((row) => [row.bucket, row]))
  }

  const applications = await byBucket<{ n: number }>(
    sql`count(*)::int as n`,
    applicationsCreated(actor, query, period),
  )
  const calls = await byBucket<{ placed: number; spoken: number }>(
    sql`count(*)::int as placed, count(*) filter (where spoken)::int as spoken`,
    sql`select calls.started_at as at, coalesce(${isConversation}, false) as spoken from calls
      where ${isPlaced} and ${during('calls.started_at')} and ${callSlice(actor, query)}`,
  )
  const moves = await byBucket<{ n: number }>(
    sql`count(*)::int as n`,
    sql`select l.at from activity_logs l
      join applications on applications.workspace_id = l.workspace_id and applications.id = l.application_id
      where l.workspace_id = ${actor.workspaceId} and l.to_type is not null and l.kind in ('moved', 'reopened')
        and l.reverted_at is null and ${during('l.at')} and ${applicationSlice(actor, query)}`,
  )
  const hires = await byBucket<{ n: number }>(
    sql`count(distinct application_id)::int as n`,
    entries('hired')(actor, query, period),
  )
  return {
    period: presentPeriod(period),
    items: period.buckets.map(({ day, at }) => ({
      at,
      applications: applications.get(day)?.n ?? 0,
      calls: calls.get(day)?.placed ?? 0,
      conversations: calls.get(day)?.spoken ?? 0,
      moves: moves.get(day)?.n ?? 0,
      hired: hires.get(day)?.n ?? 0,
    })),
  }
})
