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

/** Above so many characters the ranks of a column are made anew. */
const longestRank = 50

const { values: options } = parseArgs({
  options: {
    people: { type: 'string', default: '16' },
    /** Of each of them. */
    moves: { type: 'string', default: '1000' },
    /** The cards that are moved; the others on the board are what they are put beside. */
    cards: { type: 'string', default: '200' },
    size: { type: 'string', default: '10000' },
    /** At once and one after another take turns, as a machine is not as quick at every moment. */
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

/** One way of doing the same moves, in a database of its own. */
interface Way {
  name: string
  isAtOnce: boolean
  url: string
  database: pg.Client
  node: RunningNode
  times: number[]
  seconds: number
  failed: string[]
  /** Moves that changed something, by the server's answers. */
  changed: number
}

interface Board {
  positionId: string
  columns: { id: string; anchors: string[] }[]
  cards: string[]
}

/** A position's board: its columns but those that ask for a reason, and which of their cards will be moved. */
async function readBoard(database: pg.Client, connectionString: string): Promise<Board> {
  const { positionId } = await findSubjects(connectionString)
  const { rows } = await database.query<{ column: string; cards: string[] }>(
    `select s.id as column, coalesce(array_agg(a.id order by a.rank) filter (where a.id is not null), '{}') as cards
     from statuses s left join applications a on a.status_id = s.id and a.deleted_at is null
     where s.position_id = $1 and s.deleted_at is null and s.type not in ('hired', 'closed') group by s.id order by s.id`,
    [positionId],
  )
  // Taken from every column by turns, so that each has some to put others beside.
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

/** What each person will do: any card to any column, on top or below a card that stays. */
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

async function move(way: Way, positionId: string, token: string, body: Move): Promise<void> {
  const started = performance.now()
  try {
    const response = await fetch(`${way.node.url}/api/v1/board/${positionId}/move/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    way.times.push(performance.now() - started)
    if (!response.ok) way.failed.push(`${response.status} ${text.slice(0, 120)}`)
    else if ((JSON.parse(text) as { batchId: string | null }).batchId !== null) way.changed += 1
  } catch (error) {
    way.failed.push(String((error as Error).cause ?? error))
  }
}

async function playRound(way: Way, { positionId }: Board, moves: readonly Move[][]): Promise<void> {
  // Access tokens live for a quarter of an hour, which a busy machine takes longer than.
  const tokens = await hireRecruiters(way.url, people)
  const started = performance.now()
  if (way.isAtOnce)
    await Promise.all(
      moves.map(async (ofPerson, person) => {
        for (const one of ofPerson) await move(way, positionId, tokens[person]!, one)
      }),
    )
  else
    for (let n = 0; n < movesOfRound; n += 1)
      for (const [person, ofPerson] of moves.entries())
        await move(way, positionId, tokens[person]!, ofPerson[n]!)
  way.seconds += (performance.now() - started) / 1000
}

function report(way: Way): void {
  console.log(
    `${way.name.padEnd(24)} ${(way.times.length / way.seconds).toFixed(1).padStart(8)} ` +
      `${percentile(way.times, 0.5).toFixed(1).padStart(9)} ${percentile(way.times, 0.99).toFixed(1).padStart(9)} ` +
      `${String(way.failed.length).padStart(7)}${way.failed.length > 0 ? '!' : ''}`,
  )
  for (const [what, times] of Object.entries(Object.groupBy(way.failed, (one) => one)))
    console.log(`  ${times!.length} × ${what}`)
}

/** Whether every place on the board is one card's, and each move is in the history; answers whether all is well. */
async function check({ name, database, changed }: Way, { positionId }: Board, before: number) {
  const { rows } = await database.query<{ cards: number; places: number; longest: number }>(
    `select count(*)::int as cards, count(distinct (status_id, rank))::int as places, max(length(rank)) as longest
     from applications where position_id = $1 and deleted_at is null`,
    [positionId],
  )
  const { cards, places, longest } = rows[0]!
  const logged = (await countMoves(database, positionId)) - before
  const isWell = cards === places && longest <= longestRank
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
const ways: Way[] = []

async function openWay(name: string, isAtOnce: boolean): Promise<Way> {
  const place = ways.length
  const url = await scratch.create(`muster_movers_${place}`, new URL(filled!).pathname.slice(1))
  const node = await startNode(Number(options.port) + place, url, {
    MUSTER_PROCESS: 'web',
    MUSTER_DATA_DIR: folder,
  })
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  const way = { name, isAtOnce, url, database, node, times: [], seconds: 0, failed: [], changed: 0 }
  ways.push(way)
  return way
}

try {
  const atOnce = await openWay(`${people} people at once`, true)
  const oneByOne = await openWay('one after another', false)
  const board = await readBoard(atOnce.database, atOnce.url)
  const before = await countMoves(atOnce.database, board.positionId)
  for (let round = 0; round <= rounds; round += 1) {
    const moves = planMoves(board)
    for (const way of ways) {
      // The first round makes both ready and is not counted.
      if (round === 1) Object.assign(way, { times: [], seconds: 0 })
      await playRound(way, board, moves)
    }
  }
  console.log(
    `${(people * movesOfRound * rounds).toLocaleString('en')} moves of ${board.cards.length} cards over ` +
      `${board.columns.length} columns of one board`,
  )
  console.log(`${''.padEnd(24)} ${'a second'.padStart(8)}   p50, ms   p99, ms  failed`)
  for (const way of ways) report(way)
  const ratio = atOnce.times.length / atOnce.seconds / (oneByOne.times.length / oneByOne.seconds)
  console.log(`at once ${ratio.toFixed(2)}× as many as one after another${ratio < 1 ? '!' : ''}`)
  for (const way of ways)
    if (!(await check(way, board, before)) || way.failed.length > 0) process.exitCode = 1
} finally {
  for (const { node, database } of ways) {
    await database.end()
    await node.end('SIGTERM')
  }
  await scratch.stop()
  await databases.stop()
  await rm(folder, { recursive: true })
}
