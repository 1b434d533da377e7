import * as contract from '@muster/contract/dashboard.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Figure } from '../facts/figures.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { countOpen, dueTotals } from './load-present.ts'
import { memoize } from './memoize.ts'
import { readTotals } from './read-totals.ts'
import { currentTotals } from './report-facts.ts'
import type { ReportQuery } from './report-period.ts'
import { applicationSlice, positionSlice } from './report-slice.ts'

type Summary = ResponseOf<typeof contract.getHiringSummary>

const hiredOfPositions = memoize(
  (hired: readonly { ref: string; n: number }[]) => new Map(hired.map(({ ref, n }) => [ref, n])),
)

interface OpenPosition {
  id: string
  openings: number
}

/** Open positions by the hash of their IDs and openings, the least recently used first. */
const openLately = new Map<string, readonly OpenPosition[]>()
const mostSets = 100

/** Returns the open positions, and reads them again only when their `hash` changes. */
async function openPositions(
  db: Database,
  actor: Actor,
  query: ReportQuery,
  hash: string,
): Promise<readonly OpenPosition[]> {
  let open = openLately.get(hash)
  if (!open) {
    const { rows } = await sql<OpenPosition>`
      select positions.id, positions.openings from positions where positions.state = 'open' and ${positionSlice(actor, query)}
    `.execute(db)
    open = rows
  }
  openLately.delete(hash)
  openLately.set(hash, open)
  const [oldest] = openLately.keys()
  if (openLately.size > mostSets) openLately.delete(oldest!)
  return open
}

/** Sums the totals. Returns null if only rows can answer. */
async function sumUp(db: Database, actor: Actor, query: ReportQuery): Promise<Summary | null> {
  const present = dueTotals(actor, query, ['openNow', 'due', 'callback'])
  const hired = currentTotals(actor, query, ['hiredNow'])
  if (!present || !hired) return null
  const totals = await readTotals(db, present, {
    ask: (facts) => sql<{ figure: Figure; n: number }>`
      select f.figure, sum(f.n)::float8 as n from (${facts}) as f
      where f.figure = 'openNow' or ${present.isDue}
      group by 1
    `,
    counts: ['n'],
  })
  // By position, because no fact of an application says whether its position is open.
  const hiredBy = await readTotals(db, hired, {
    ask: (facts) => sql<{ ref: string; n: number }>`
      select f.ref, sum(f.n)::float8 as n from (${facts}) as f group by 1
    `,
    counts: ['n'],
  })
  if (!totals || !hiredBy) return null
  // Only a hash: reading a thousand IDs each time takes longer than everything else here.
  const { rows } = await sql<{ hash: string; positions: number; openings: number }>`
    select bit_xor(uuid_hash_extended(positions.id, positions.openings))::text as hash, count(*)::integer as positions,
      coalesce(sum(positions.openings), 0)::integer as openings
    from positions where positions.state = 'open' and ${positionSlice(actor, query)}
  `.execute(db)
  const { hash, openings, positions } = rows[0]!
  const open = await openPositions(db, actor, query, `${positions} ${hash}`)
  const hiredOf = hiredOfPositions(hiredBy)
  const many = (wanted: Figure) => totals.find(({ figure }) => figure === wanted)?.n ?? 0
  return {
    openPositions: positions,
    openings,
    hired: open.reduce((sum, { id, openings }) => sum + Math.min(hiredOf.get(id) ?? 0, openings), 0),
    callbacksDue: many('callback'),
    openApplications: many('openNow'),
    late: many('due'),
  }
}

async function countUp(db: Database, actor: Actor, query: ReportQuery): Promise<Summary> {
  const recruiting = sql`from positions where positions.state = 'open' and ${positionSlice(actor, query)}`
  const { rows } = await sql<Omit<Summary, 'openApplications' | 'late'>>`
    select
      (select count(*)::int ${recruiting}) as "openPositions",
      (select coalesce(sum(positions.openings), 0)::int ${recruiting}) as openings,
      (
        select count(*)::int from applications
        where ${applicationSlice(actor, query, { fillsOpening: true, positionState: ['open'] })}
      ) as hired,
      (
        select count(*)::int from applications where ${applicationSlice(actor, query, { callbackDue: true })}
      ) as "callbacksDue"
  `.execute(db)
  const open = await countOpen(db, actor, query)
  return {
    ...rows[0]!,
    openApplications: open.reduce((sum, { count }) => sum + count, 0),
    late: open.reduce((sum, { late }) => sum + late, 0),
  }
}

export const getHiringSummary = handler(
  contract.getHiringSummary,
  async ({ tx, actor, query }) => (await sumUp(tx, actor, query)) ?? countUp(tx, actor, query),
)
