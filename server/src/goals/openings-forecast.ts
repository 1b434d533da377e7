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

/** Counts the decided applications that the actor may see, by how far they came; of some positions, by position. */
async function countDecided(
  db: Database,
  actor: Actor,
  { from, to }: { from: string; to: string },
  positionIds: readonly string[] | null,
): Promise<Furthest[]> {
  const position = positionIds ? sql`applications.position_id` : sql`null::uuid`
  const { rows } = await sql<Furthest>`
    select ${position} as position_id, applications.reached, count(*)::int as n,
      (count(*) filter (where applications.disposition = 'hired'))::int as hired
    from applications
    where applications.workspace_id = ${actor.workspaceId} and applications.deleted_at is null
      and applications.closed_at >= ${from}::timestamptz and applications.closed_at < ${to}::timestamptz
      and ${positionIds ? sql`applications.position_id = any(${[...positionIds]}::uuid[])` : sql`true`}
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

type ForecastQuery = Parameters<
  Parameters<typeof handler<typeof contract.getOpeningsForecast>>[1]
>[0]['query']

function selectOpenPositions(db: Database, actor: Actor, { positionId, companyId, ownerId }: ForecastQuery) {
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
  const to = await transactionTime(tx)
  const from = new Date(Date.parse(to) - historyDays * dayMs).toISOString()
  const page = await fetchCountedPage(
    tx,
    selectOpenPositions(tx, actor, query) as unknown as Rows<PositionRow>,
    'positions.id',
    inOrder(query.sort === '-name'),
    query,
  )
  const ids = page.rows.map(({ id }) => id)
  const waiting = await countOpen(tx, actor, ids)
  const own = await countDecided(tx, actor, { from, to }, ids)
  const all = await countDecided(tx, actor, { from, to }, null)
  const ofPosition = <Row extends { position_id: string | null }>(rows: readonly Row[], id: string) =>
    rows.filter(({ position_id }) => position_id === id)
  return {
    from,
    to,
    conversions: contract.forecastTypes.map((type) => {
      const decided = decidedFrom(type, all)
      return { type, ...decided, isFew: isFew(decided) }
    }),
    items: page.rows.map((position) =>
      forecastOf(position, {
        waiting: ofPosition(waiting, position.id),
        own: ofPosition(own, position.id),
        all,
      }),
    ),
    nextCursor: page.nextCursor,
    total: page.total,
  }
})
