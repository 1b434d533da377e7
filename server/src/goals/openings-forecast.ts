import * as contract from '@muster/contract/goals.ts'
import { fewestToCompare } from '@muster/contract/measures.ts'
import type { positionStates } from '@muster/contract/position-states.ts'
import { statusTypeRank } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { countOpeningsFilled } from '../applications/openings-filled.ts'
import type { Database } from '../database/connect.ts'
import { transactionTime } from '../database/database-clock.ts'
import { fetchCountedPage, type Rows } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { applicationScope } from '../policies/application-policy.ts'
import { assertSeesForecasts } from '../policies/goal-policy.ts'
import { positionScope } from '../policies/position-policy.ts'
import type { Actor } from '../session/actor.ts'
import { forecastHires } from './hires-distribution.ts'

type Type = (typeof contract.forecastTypes)[number]

/** How far back the history of decided applications goes. */
const historyDays = 365
const dayMs = 86_400_000

interface Decided {
  n: number
  hired: number
}

interface Furthest extends Decided {
  position_id: string | null
  reached: number
}

/**
 * Counts the decided applications that the actor may see by how far they came, those of some positions apart. One pass over
 * `applications_decided` has all of them, and its columns are those of the index, so that no row is read.
 */
async function countDecided(
  db: Database,
  actor: Actor,
  { from, to }: { from: string; to: string },
  positionIds: readonly string[],
): Promise<Furthest[]> {
  const { rows } = await sql<Furthest>`
    select case when applications.position_id = any(${[...positionIds]}::uuid[]) then applications.position_id end as position_id,
      applications.reached, count(*)::int as n,
      (count(*) filter (where applications.disposition = 'hired'))::int as hired
    from applications
    where applications.workspace_id = ${actor.workspaceId} and applications.deleted_at is null
      and applications.closed_at >= ${from}::timestamptz and applications.closed_at < ${to}::timestamptz
      and ${applicationScope(actor)}
    group by 1, 2
  `.execute(db)
  return rows
}

/** Returns those that reached a type or further; every application was a lead. */
function decidedFrom(type: Type, furthest: readonly Furthest[]): Decided {
  const rank = statusTypeRank(type)
  const isPast = ({ reached }: Furthest) => rank === 0 || (reached >= rank && reached <= 6)
  return furthest
    .filter(isPast)
    .reduce((sum, { n, hired }) => ({ n: sum.n + n, hired: sum.hired + hired }), { n: 0, hired: 0 })
}

const isFew = ({ n }: Decided) => n < fewestToCompare

interface Waiting {
  position_id: string
  type: Type
  count: number
}

/** Counts the open applications of positions by the type that they are in. */
async function countOpen(db: Database, actor: Actor, positionIds: readonly string[]): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select applications.position_id, applications.status_type as type, count(*)::int as count
    from applications
    where applications.workspace_id = ${actor.workspaceId} and applications.deleted_at is null
      and applications.position_id = any(${[...positionIds]}::uuid[])
      and applications.status_type = any(${[...contract.forecastTypes]}::text[]) and applications.closed_at is null
      and ${applicationScope(actor)}
    group by 1, 2
  `.execute(db)
  return rows
}

interface ForecastFilters {
  positionId?: string[] | undefined
  companyId?: string[] | undefined
  ownerId?: string[] | undefined
}

function selectOpenPositions(
  db: Database,
  actor: Actor,
  { positionId, companyId, ownerId }: ForecastFilters,
) {
  return db
    .selectFrom('positions')
    .innerJoin('companies', (join) =>
      join
        .onRef('companies.workspace_id', '=', 'positions.workspace_id')
        .onRef('companies.id', '=', 'positions.company_id'),
    )
    .where('positions.workspace_id', '=', actor.workspaceId)
    .where('positions.deleted_at', 'is', null)
    .where('positions.state', '=', 'open')
    .where(positionScope(actor))
    .$if(!!positionId?.length, (rows) => rows.where('positions.id', 'in', positionId!))
    .$if(!!companyId?.length, (rows) => rows.where('positions.company_id', 'in', companyId!))
    .$if(!!ownerId?.length, (rows) => rows.where('positions.owner_id', 'in', ownerId!))
    .select(['positions.id', 'positions.name', 'positions.openings', 'positions.company_id'])
    .select([
      'companies.name as company_name',
      sql<(typeof positionStates)[number]>`positions.state`.as('state'),
      countOpeningsFilled(actor).as('filled'),
    ])
}

type PositionRow = Awaited<ReturnType<ReturnType<typeof selectOpenPositions>['executeTakeFirstOrThrow']>>

interface Of {
  waiting: readonly Waiting[]
  own: readonly Furthest[]
  all: readonly Furthest[]
}

function outlookOf(left: number, range: { low: number; high: number } | null) {
  if (left === 0) return 'filled'
  if (!range) return 'unknown'
  if (range.low >= left) return 'likely'
  return range.high < left ? 'unlikely' : 'uncertain'
}

type Span = Record<'from' | 'to', string>

/** Returns the year of history that forecasts are from, up to now. */
async function spanOfHistory(db: Database): Promise<Span> {
  const to = await transactionTime(db)
  return { from: new Date(Date.parse(to) - historyDays * dayMs).toISOString(), to }
}

/** Returns the forecasts of positions in their order, and all decided applications that the actor sees. */
async function forecastPositions(db: Database, actor: Actor, positions: readonly PositionRow[], span: Span) {
  const ids = positions.map(({ id }) => id)
  const waiting = await countOpen(db, actor, ids)
  const all = await countDecided(db, actor, span, ids)
  const ofPosition = <Row extends { position_id: string | null }>(rows: readonly Row[], id: string) =>
    rows.filter(({ position_id }) => position_id === id)
  const forecasts = positions.map((position) =>
    forecastOf(position, {
      waiting: ofPosition(waiting, position.id),
      own: ofPosition(all, position.id),
      all,
    }),
  )
  return { forecasts, all }
}

type Forecast = ReturnType<typeof forecastOf>

/**
 * Returns the forecasts of those of the positions that are open and that the actor sees, by position.
 * @throws FORBIDDEN for roles that see only some applications of a position, if there are any positions
 */
export async function loadForecasts(
  db: Database,
  actor: Actor,
  positionId: string[],
): Promise<Map<string, Forecast>> {
  if (positionId.length === 0) return new Map()
  assertSeesForecasts(actor)
  const rows = await selectOpenPositions(db, actor, { positionId }).execute()
  const { forecasts } = await forecastPositions(db, actor, rows, await spanOfHistory(db))
  return new Map(forecasts.map((forecast) => [forecast.position.id, forecast]))
}

function forecastOf(position: PositionRow, { waiting, own, all }: Of) {
  const types = contract.forecastTypes.flatMap((type) => {
    const count = waiting.find((each) => each.type === type)?.count ?? 0
    if (count === 0) return []
    const ofPosition = decidedFrom(type, own)
    const isOwn = ofPosition.n >= contract.enoughOfPosition
    const decided = isOwn ? ofPosition : decidedFrom(type, all)
    return [{ type, count, isOwn, ...decided, isFew: isFew(decided) }]
  })
  const left = position.openings - position.filled
  const isKnown = types.every(({ n }) => n > 0)
  const range = isKnown ? forecastHires(types, left) : null
  const sum = types.reduce((sum, { count, hired, n }) => sum + (count * hired) / n, 0)
  return {
    position: {
      id: position.id,
      name: position.name,
      company: { id: position.company_id, name: position.company_name },
      state: position.state,
    },
    openings: position.openings,
    filled: position.filled,
    left,
    types,
    expected: isKnown ? Math.round(sum * 10) / 10 : null,
    low: range?.low ?? null,
    high: range?.high ?? null,
    chance: range && left > 0 ? Math.round(range.chance * 1000) / 1000 : null,
    isFew: types.some(({ isFew }) => isFew),
    outlook: outlookOf(left, range),
  } as const
}

const inOrder = (descending: boolean) => ({
  expression: sql`lower(positions.name)`,
  type: 'text' as const,
  descending,
})

export const getOpeningsForecast = handler(contract.getOpeningsForecast, async ({ tx, actor, query }) => {
  assertSeesForecasts(actor)
  const span = await spanOfHistory(tx)
  const page = await fetchCountedPage(
    tx,
    selectOpenPositions(tx, actor, query) as unknown as Rows<PositionRow>,
    'positions.id',
    inOrder(query.sort === '-name'),
    query,
  )
  const { forecasts, all } = await forecastPositions(tx, actor, page.rows, span)
  return {
    ...span,
    conversions: contract.forecastTypes.map((type) => {
      const decided = decidedFrom(type, all)
      return { type, ...decided, isFew: isFew(decided) }
    }),
    items: forecasts,
    nextCursor: page.nextCursor,
    total: page.total,
  }
})
