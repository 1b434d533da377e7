import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { findSubjects } from './cases.ts'
import { prepareDatabases } from './databases.ts'
import { scratchDatabases } from './import-database.ts'
import { percentile } from './import-neighbours.ts'
import { type RunningNode, startNode } from './node.ts'
import { hireRecruiters } from './recruiters.ts'

/** Above this length, a column's ranks are rebuilt. */
const maxRank = 50

const { values: options } = parseArgs({
  options: {
    people: { type: 'string', default: '16' },
    /** Moves of each variant. */
    moves: { type: 'string', default: '1000' },
    /** Cards that are moved; they are placed next to the board's other cards. */
    cards: { type: 'string', default: '200' },
    size: { type: 'string', default: '10000' },
    /** Concurrent and sequential rounds alternate, since a machine's speed varies. */
    rounds: { type: 'string', default: '10' },
    port: { type: 'string', default: '4331' },
  },
})
const people = Number(options.people)
const rounds = Number(options.rounds)
const movesOfRound = Math.ceil(Number(options.moves) / rounds)

interface Move {
  applicationIds: string[]
  toStatusId: string
  afterId?: string
}

/** One variant of the same moves, in a database of its own. */
interface Variant {
  name: string
  isAtOnce: boolean
  url: string
  database: pg.Client
  node: RunningNode
  times: number[]
  seconds: number
  failed: string[]
  /** Effective moves, by the server's responses. */
  changed: number
}

interface Board {
  positionId: string
  columns: { id: string; anchors: string[] }[]
  cards: string[]
}

/** Returns a position's columns that need no reason, and the cards to move. */
async function readBoard(database: pg.Client, connectionString: string): Promise<Board> {
  const { positionId } = await findSubjects(connectionString)
  const { rows } = await database.query<{ column: string; cards: string[] }>(
    `select s.id as column, coalesce(array_agg(a.id order by a.rank) filter (where a.id is not null), '{}') as cards
     from statuses s left join applications a on a.status_id = s.id and a.deleted_at is null
     where s.position_id = $1 and s.deleted_at is null and s.type not in ('hired', 'closed') group by s.id order by s.id`,
    [positionId],
  )
  // Taken from all columns in turn, so that each keeps cards to place others next to.
  const byTurns = rows
    .flatMap(({ cards }) => cards.map((id, place) => ({ id, place })))
    .sort((a, b) => a.place - b.place)
  const cards = byTurns.slice(0, Math.min(Number(options.cards), byTurns.length / 2)).map(({ id }) => id)
  const moved = new Set(cards)
  const columns = rows.map(({ column, cards: all }) => ({
    id: column,
    anchors: all.filter((id) => !moved.has(id)),
  }))
  return { positionId, columns, cards }
}

/** Plans each user's moves: any card to any column, on top or below a card that stays. */
function planMoves({ columns, cards }: Board): Move[][] {
  const pick = <Item>(items: readonly Item[]): Item | undefined =>
    items[Math.floor(Math.random() * items.length)]
  return Array.from({ length: people }, () =>
    Array.from({ length: movesOfRound }, () => {
      const column = pick(columns)!
      const anchor = Math.random() < 0.5 ? pick(column.anchors) : undefined
      return {
        applicationIds: [pick(cards)!],
        toStatusId: column.id,
        ...(anchor === undefined ? {} : { afterId: anchor }),
      }
    }),
  )
}

async function move(variant: Variant, positionId: string, token: string, body: Move): Promise<void> {
  const started = performance.now()
  try {
    const response = await fetch(`${variant.node.url}/api/v1/board/${positionId}/move/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    variant.times.push(performance.now() - started)
    if (!response.ok) variant.failed.push(`${response.status} ${text.slice(0, 120)}`)
    else if ((JSON.parse(text) as { batchId: string | null }).batchId !== null) variant.changed += 1
  } catch (error) {
    variant.failed.push(String((error as Error).cause ?? error))
  }
}

async function playRound(variant: Variant, { positionId }: Board, moves: readonly Move[][]): Promise<void> {
  // Access tokens live for 15 minutes; a busy machine may take longer.
  const tokens = await hireRecruiters(variant.url, people)
  const started = performance.now()
  if (variant.isAtOnce)
    await Promise.all(
      moves.map(async (ofPerson, person) => {
        for (const one of ofPerson) await move(variant, positionId, tokens[person]!, one)
      }),
    )
  else
    for (let n = 0; n < movesOfRound; n += 1)
      for (const [person, ofPerson] of moves.entries())
        await move(variant, positionId, tokens[person]!, ofPerson[n]!)
  variant.seconds += (performance.now() - started) / 1000
}

function report(variant: Variant): void {
  console.log(
    `${variant.name.padEnd(24)} ${(variant.times.length / variant.seconds).toFixed(1).padStart(8)} ` +
      `${percentile(variant.times, 0.5).toFixed(1).padStart(9)} ${percentile(variant.times, 0.99).toFixed(1).padStart(9)} ` +
      `${String(variant.failed.length).padStart(7)}${variant.failed.length > 0 ? '!' : ''}`,
  )
  for (const [what, times] of Object.entries(Object.groupBy(variant.failed, (one) => one)))
    console.log(`  ${times!.length} × ${what}`)
}

/** Checks that ranks are unique and every move is in the history. Returns whether both hold. */
async function check({ name, database, changed }: Variant, { positionId }: Board, before: number) {
  const { rows } = await database.query<{ cards: number; places: number; longest: number }>(
    `select count(*)::int as cards, count(distinct (status_id, rank))::int as places, max(length(rank)) as longest
     from applications where position_id = $1 and deleted_at is null`,
    [positionId],
  )
  const { cards, places, longest } = rows[0]!
  const logged = (await countMoves(database, positionId)) - before
  const isWell = cards === places && longest <= maxRank
  console.log(
    `${name}: ${cards} cards at ${places} places, the longest rank has ${longest} characters` +
      `${isWell ? '' : '!'}; ${changed} moves changed something, ${logged} of them to another column`,
  )
  return isWell && logged <= changed
}

async function countMoves(database: pg.Client, positionId: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from activity_logs l
     join applications a on a.workspace_id = l.workspace_id and a.id = l.application_id
     where a.position_id = $1 and l.kind = 'moved'`,
    [positionId],
  )
  return rows[0]!.count
}

const databases = await prepareDatabases([Number(options.size)])
const [filled] = databases.connectionStrings.values()
const scratch = await scratchDatabases(databases.admin, databases.owner)
const folder = await mkdtemp(join(tmpdir(), 'muster-movers-'))
const variants: Variant[] = []

async function openVariant(name: string, isAtOnce: boolean): Promise<Variant> {
  const place = variants.length
  const url = await scratch.create(`muster_movers_${place}`, new URL(filled!).pathname.slice(1))
  const node = await startNode(Number(options.port) + place, url, {
    MUSTER_PROCESS: 'web',
    MUSTER_DATA_DIR: folder,
  })
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  const variant = { name, isAtOnce, url, database, node, times: [], seconds: 0, failed: [], changed: 0 }
  variants.push(variant)
  return variant
}

try {
  const atOnce = await openVariant(`${people} people at once`, true)
  const oneByOne = await openVariant('one after another', false)
  const board = await readBoard(atOnce.database, atOnce.url)
  const before = await countMoves(atOnce.database, board.positionId)
  for (let round = 0; round <= rounds; round += 1) {
    const moves = planMoves(board)
    for (const variant of variants) {
      // The first round warms up and is not counted.
      if (round === 1) Object.assign(variant, { times: [], seconds: 0 })
      await playRound(variant, board, moves)
    }
  }
  console.log(
    `${(people * movesOfRound * rounds).toLocaleString('en')} moves of ${board.cards.length} cards over ` +
      `${board.columns.length} columns of one board`,
  )
  console.log(`${''.padEnd(24)} ${'a second'.padStart(8)}   p50, ms   p99, ms  failed`)
  for (const variant of variants) report(variant)
  const ratio = atOnce.times.length / atOnce.seconds / (oneByOne.times.length / oneByOne.seconds)
  console.log(`at once ${ratio.toFixed(2)}× as many as one after another${ratio < 1 ? '!' : ''}`)
  for (const variant of variants)
    if (!(await check(variant, board, before)) || variant.failed.length > 0) process.exitCode = 1
} finally {
  for (const { node, database } of variants) {
    await database.end()
    await node.end('SIGTERM')
  }
  await scratch.stop()
  await databases.stop()
  await rm(folder, { recursive: true })
}
