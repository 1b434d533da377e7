import * as contract from '@muster/contract/dashboard.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { loadDueToday, loadOpen } from './load-present.ts'
import { readSums } from './read-sums.ts'
import { presentSums } from './report-facts.ts'
import { metric } from './report-metrics.ts'
import type { ReportQuery } from './report-period.ts'
import { applicationSlice, positionSlice } from './report-slice.ts'

/** What the summary counts of positions and people, beside the open applications. */
interface Figures {
  openPositions: number
  openings: number
  hired: number
  callbacksDue: number
}

/** Null where only the rows can tell. */
async function sumFigures(db: Database, actor: Actor, query: ReportQuery): Promise<Figures | null> {
  const sums = presentSums(actor, query, [metric.hiredNow, metric.callback])
  if (!sums) return null
  const since = await loadDueToday(db, actor, query, 'callbackDue')
  // By position, since whether one is open is no fact of an application.
  const facts = await readSums(db, sums, {
    ask: (relation) => sql<{ metric: number; ref: string; n: number }>`
      select f.metric, f.ref, sum(f.n)::float8 as n from (${relation}) as f
      where f.metric = ${metric.hiredNow} or f.day < ${since.today}::date
      group by 1, 2
    `,
    counts: ['n'],
  })
  if (!facts) return null
  const { rows } = await sql<{ ids: string[]; openings: number }>`
    select coalesce(array_agg(positions.id), '{}') as ids, coalesce(sum(positions.openings), 0)::integer as openings
    from positions where positions.state = 'open' and ${positionSlice(actor, query)}
  `.execute(db)
  const { ids, openings } = rows[0]!
  const open = new Set(ids)
  const sum = (wanted: number, counts: (ref: string) => boolean = () => true) =>
    facts.reduce((all, { metric, ref, n }) => (metric === wanted && counts(ref) ? all + n : all), 0)
  return {
    openPositions: open.size,
    openings,
    hired: sum(metric.hiredNow, (position) => open.has(position)),
    callbacksDue: sum(metric.callback) + since.counts.reduce((all, { n }) => all + n, 0),
  }
}

async function countFigures(db: Database, actor: Actor, query: ReportQuery): Promise<Figures> {
  const recruiting = sql`from positions where positions.state = 'open' and ${positionSlice(actor, query)}`
  const { rows } = await sql<Figures>`
    select
      (select count(*)::int ${recruiting}) as "openPositions",
      (select coalesce(sum(positions.openings), 0)::int ${recruiting}) as openings,
      (
        select count(*)::int from applications
        where applications.status_type = 'hired' and ${applicationSlice(actor, query)}
          and applications.position_id in (
            select p.id from positions p
            where p.workspace_id = ${actor.workspaceId} and p.state = 'open' and p.deleted_at is null
          )
      ) as hired,
      (
        select count(*)::int from applications where ${applicationSlice(actor, query, { callbackDue: true })}
      ) as "callbacksDue"
  `.execute(db)
  return rows[0]!
}

export const getHiringSummary = handler(contract.getHiringSummary, async ({ tx, actor, query }) => {
  const open = await loadOpen(tx, actor, query)
  const figures = (await sumFigures(tx, actor, query)) ?? (await countFigures(tx, actor, query))
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
  return {
    ...figures,
    openApplications: sum(open.map(({ count }) => count)),
    late: sum(open.map(({ late }) => late)),
  }
})
