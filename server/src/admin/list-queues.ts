import * as contract from '@muster/contract/admin-jobs.ts'
import { totalCap } from '@muster/contract/paging.ts'
import { type RawBuilder, sql } from 'kysely'
import { handler } from '../http/handler.ts'

interface QueueRow {
  name: string
  waiting: number
  running: number
  failed: number
  oldest_waiting_at: string | null
  last_done_at: string | null
  schedule: string | null
}

const counted = (states: RawBuilder<unknown>) => sql`(
  select count(*)::int from (
    select from pgboss.job j where j.name = q.name and j.state in (${states}) limit ${totalCap + 1}
  ) as capped
)`

function capped(count: number) {
  return { value: Math.min(count, totalCap), atLeast: count > totalCap }
}

export const listQueues = handler(contract.listQueues, async ({ tx }) => {
  const { rows } = await sql<QueueRow>`
    select q.name,
      ${counted(sql`'created', 'retry'`)} as waiting,
      ${counted(sql`'active'`)} as running,
      ${counted(sql`'failed'`)} as failed,
      (
        select min(j.start_after)::timestamptz(3) from pgboss.job j
        where j.name = q.name and j.state in ('created', 'retry') and j.start_after <= now()
      ) as oldest_waiting_at,
      (
        select max(j.completed_on)::timestamptz(3) from pgboss.job j where j.name = q.name and j.state = 'completed'
      ) as last_done_at,
      (select s.cron from pgboss.schedule s where s.name = q.name order by s.key limit 1) as schedule
    from pgboss.queue q
    where q.name not like '\\_\\_%'
    order by q.name
  `.execute(tx)
  const items = rows.map((row) => ({
    name: row.name,
    waiting: capped(row.waiting),
    running: capped(row.running),
    failed: capped(row.failed),
    oldestWaitingAt: row.oldest_waiting_at,
    lastDoneAt: row.last_done_at,
    schedule: row.schedule,
  }))
  return { items }
})
