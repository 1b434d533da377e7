import * as contract from '@muster/contract/goals.ts'
import { dayOf } from '@muster/contract/local-days.ts'
import { fewestToCompare } from '@muster/contract/measures.ts'
import type { positionStates } from '@muster/contract/position-states.ts'
import { funnelTypes, statusTypeRank } from '@muster/contract/status-types.ts'
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
import { fillingDays } from './filling-days.ts'
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

interface Took {
  /** Null for the hires of all positions. */
  position_id: string | null
  type: Type
  days: number
  n: number
}

/** Of all positions, the times of so many hires are enough: those of a year would take seconds to read. */
const mostHires = 2000

/**
 * Counts the hired ones among the decided applications by the whole days from when they first reached a type or further to
 * the hire: all of some positions, and the latest of all positions. Without such an entry in the history, it was when the
 * application was created.
 */
async function countDaysToHire(
  db: Database,
  actor: Actor,
  { from, to }: { from: string; to: string },
  positionIds: readonly string[],
): Promise<Took[]> {
  const later = contract.forecastTypes.filter((type) => type !== 'lead')
  const firsts = later.map((type) => {
    const further = funnelTypes.slice(statusTypeRank(type))
    return sql`min(l.at) filter (where l.to_type = any(${[...further]}::text[])) as ${sql.ref(type)}`
  })
  const moments = later.map((type) => sql`(${type}, ${sql.ref(`entered.${type}`)})`)
  const isHired = sql`applications.workspace_id = ${actor.workspaceId} and applications.deleted_at is null
    and applications.closed_at >= ${from}::timestamptz and applications.closed_at < ${to}::timestamptz
    and applications.disposition = 'hired' and ${applicationScope(actor)}`
  const { rows } = await sql<Took>`
    with hires as (
      (
        select null::uuid as position_id, applications.id, applications.created_at, applications.closed_at
        from applications where ${isHired}
        order by applications.closed_at desc, applications.id limit ${mostHires}
      )
      union all
      select applications.position_id, applications.id, applications.created_at, applications.closed_at
      from applications
      where ${isHired} and applications.status_type = 'hired'
        and applications.position_id = any(${[...positionIds]}::uuid[])
    )
    select hires.position_id, reached.type,
      greatest(0, floor(extract(epoch from hires.closed_at - coalesce(reached.at, hires.created_at)) / 86400))::int as days,
      count(*)::int as n
    from hires
    cross join lateral (
      select ${sql.join(firsts)} from activity_logs l
      where l.workspace_id = ${actor.workspaceId} and l.application_id = hires.id
        and l.to_type is not null and l.reverted_at is null
    ) as entered
    cross join lateral (values ('lead', hires.created_at), ${sql.join(moments)}) as reached (type, at)
    group by 1, 2, 3
  `.execute(db)
  return rows
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

function selectOpenPositions(db: Database, actor: Actor, filters: ForecastFilters) {
  return selectPositions(db, actor, 'open', filters)
    .select(['positions.id', 'positions.name', 'positions.openings', 'positions.company_id'])
    .select([
      'companies.name as company_name',
      sql<(typeof positionStates)[number]>`positions.state`.as('state'),
      countOpeningsFilled(actor).as('filled'),
    ])
}

function selectPositions(
  db: Database,
  actor: Actor,
  state: (typeof positionStates)[number],
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
    .where('positions.state', '=', state)
    .where(positionScope(actor))
    .$if(!!positionId?.length, (rows) => rows.where('positions.id', 'in', positionId!))
    .$if(!!companyId?.length, (rows) => rows.where('positions.company_id', 'in', companyId!))
    .$if(!!ownerId?.length, (rows) => rows.where('positions.owner_id', 'in', ownerId!))
}

type PositionRow = Awaited<ReturnType<ReturnType<typeof selectOpenPositions>['executeTakeFirstOrThrow']>>

interface Times {
  took: readonly Took[]
  /** The time of the forecast. */
  now: string
  timezone: string
}

/** Returns the days by which the openings left are filled; null where none are left, or where it cannot be told. */
function filledOnOf(
  groups: readonly (Decided & { type: Type; count: number; isOwn: boolean })[],
  left: number,
  { took, now, timezone }: Times,
  positionId: string,
) {
  if (left === 0 || groups.some((group) => isFew(group))) return null
  const timed = groups.map((group) => ({
    ...group,
    took: took.filter(
      ({ type, position_id }) => type === group.type && position_id === (group.isOwn ? positionId : null),
    ),
  }))
  const { earliest, middle, latest } = fillingDays(timed, left)
  const dayAfter = (days: number | null) =>
    days === null ? null : dayOf(Date.parse(now) + days * dayMs, timezone)
  return { day: dayAfter(middle), earliest: dayAfter(earliest), latest: dayAfter(latest) }
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

/** The open and the decided applications of positions, and the decided ones of all positions by type. */
interface Counted {
  waiting: ReadonlyMap<string, readonly Waiting[]>
  own: ReadonlyMap<string | null, readonly Furthest[]>
  all: ReadonlyMap<Type, Decided>
}

async function countApplications(
  db: Database,
  actor: Actor,
  positions: readonly PositionRow[],
  span: Span,
): Promise<Counted> {
  const ids = positions.map(({ id }) => id)
  const waiting = await countOpen(db, actor, ids)
  const decided = await countDecided(db, actor, span, ids)
  return {
    waiting: Map.groupBy(waiting, ({ position_id }) => position_id),
    own: Map.groupBy(decided, ({ position_id }) => position_id),
    all: new Map(contract.forecastTypes.map((type) => [type, decidedFrom(type, decided)])),
  }
}

/** Returns the forecasts of positions in their order. */
async function forecastPositions(
  db: Database,
  actor: Actor,
  positions: readonly PositionRow[],
  span: Span,
  counted: Counted,
) {
  const ids = positions.map(({ id }) => id)
  const took = await countDaysToHire(db, actor, span, ids)
  const { timezone } = actor.workspace
  return positions.map((position) => forecastOf(position, counted, { took, now: span.to, timezone }))
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
  const span = await spanOfHistory(db)
  const counted = await countApplications(db, actor, rows, span)
  const forecasts = await forecastPositions(db, actor, rows, span, counted)
  return new Map(forecasts.map((forecast) => [forecast.position.id, forecast]))
}

/** Returns the types in which a position has applications, with the conversion of each. */
function conversionsOf(positionId: string, { waiting, own, all }: Counted) {
  return contract.forecastTypes.flatMap((type) => {
    const count = waiting.get(positionId)?.find((each) => each.type === type)?.count ?? 0
    if (count === 0) return []
    const ofPosition = decidedFrom(type, own.get(positionId) ?? [])
    const isOwn = ofPosition.n >= contract.enoughOfPosition
    const decided = isOwn ? ofPosition : all.get(type)!
    return [{ type, count, isOwn, ...decided, isFew: isFew(decided) }]
  })
}

/** Returns the hires to expect; null if a type has no decided applications. */
function expectedOf(types: readonly (Decided & { count: number })[]): number | null {
  if (types.some(({ n }) => n === 0)) return null
  return types.reduce((sum, { count, hired, n }) => sum + (count * hired) / n, 0)
}

const roundToTenth = (value: number) => Math.round(value * 10) / 10

function forecastOf(position: PositionRow, counted: Counted, times: Times) {
  const types = conversionsOf(position.id, counted)
  const left = position.openings - position.filled
  const expected = expectedOf(types)
  const isKnown = expected !== null
  const range = isKnown ? forecastHires(types, left) : null
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
    expected: isKnown ? roundToTenth(expected) : null,
    low: range?.low ?? null,
    high: range?.high ?? null,
    chance: range && left > 0 ? Math.round(range.chance * 1000) / 1000 : null,
    isFew: types.some(({ isFew }) => isFew),
    outlook: outlookOf(left, range),
    filledOn: isKnown ? filledOnOf(types, left, times, position.id) : null,
  } as const
}

/** Adds up the openings and the expected hires of positions. */
function sumForecasts(positions: readonly PositionRow[], counted: Counted) {
  const sums = { positions: positions.length, openings: 0, filled: 0, left: 0, expected: 0, unknown: 0 }
  for (const { id, openings, filled } of positions) {
    const expected = expectedOf(conversionsOf(id, counted))
    sums.openings += openings
    sums.filled += filled
    sums.left += openings - filled
    if (expected === null) sums.unknown += 1
    else sums.expected += expected
  }
  return { ...sums, expected: roundToTenth(sums.expected) }
}

async function countOnHold(db: Database, actor: Actor, filters: ForecastFilters): Promise<number> {
  const { count } = await selectPositions(db, actor, 'on_hold', filters)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
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
  // The first page has the sums of all pages.
  const positions = query.cursor ? page.rows : await selectOpenPositions(tx, actor, query).execute()
  const counted = await countApplications(tx, actor, positions, span)
  return {
    ...span,
    conversions: [...counted.all].map(([type, decided]) => ({ type, ...decided, isFew: isFew(decided) })),
    sums: query.cursor ? null : sumForecasts(positions, counted),
    onHold: await countOnHold(tx, actor, query),
    items: await forecastPositions(tx, actor, page.rows, span, counted),
    nextCursor: page.nextCursor,
    total: page.total,
  }
})
