import type { ImportTarget } from '@muster/contract/import-fields.ts'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { t } from '#texts'
import { lockEveryContact } from '../../candidates/find-match.ts'
import { writeConsentsAs } from '../../consents/consent-writer.ts'
import type { Database } from '../../database/connect.ts'
import { newId } from '../../database/new-id.ts'
import type { DB } from '../../database/schema.generated.ts'
import { writeTransaction } from '../../database/transaction.ts'
import type { ImportOrder } from '../open-import.ts'
import type { ProgressAnnouncer } from '../progress-announcer.ts'
import { ChunkChanged } from './chunk-changed.ts'
import { loadPeople } from './load-people.ts'
import { type PlannedRow, planRows, type RoomForRows } from './plan-rows.ts'
import type { ReadRow } from './read-rows.ts'
import { refusedRow, resolveRows } from './resolve-rows.ts'
import type { Reason } from './resolved-row.ts'
import { roomForRows } from './room-for-rows.ts'
import { writeOutcomes } from './write-outcomes.ts'

const attempts = 5

/** Where an import stands in its file, or that it does not go on. */
export type Progress = { lastRow: number } | 'ended'

/**
 * Takes the import for one transaction. Nobody else, another node included, carries out rows of it meanwhile; whoever
 * comes later finds `last_row` further on.
 */
async function claim(tx: Database, { id, workspaceId }: ImportOrder) {
  const row = await tx
    .selectFrom('imports')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .select(['state', 'last_row', sql<string>`now()`.as('now')])
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.state === 'running' ? row : null
}

/** What the last rows count for in the rate, against those before. */
const weightOfLast = 0.3

/** Rows a second as they are carried out now, without the time in which nobody did. */
function rateWith(rows: number) {
  const rate = sql`${rows}::float8 / nullif(extract(epoch from now() - progressed_at)::float8, 0)`
  return sql<number>`coalesce(
    ${weightOfLast}::float8 * ${rate} + ${1 - weightOfLast}::float8 * rows_per_second, ${rate}, rows_per_second
  )`
}

/** Adds how many rows have each field among those given. */
function countsWith(column: 'lost_fields' | 'left_empty_fields', fieldsOfRows: readonly ImportTarget[][]) {
  const added: Record<string, number> = {}
  for (const fields of fieldsOfRows)
    for (const field of new Set(fields)) added[field] = (added[field] ?? 0) + 1
  return sql<never>`(
    select coalesce(jsonb_object_agg(field, rows), '{}') from (
      select field, sum(rows::integer) as rows
      from (
        select * from jsonb_each_text(${sql.ref(column)}) union all select * from jsonb_each_text(${JSON.stringify(added)}::jsonb)
      ) as each_field (field, rows)
      group by field
    ) as summed
  )`
}

async function recordProgress(
  tx: Database,
  order: ImportOrder,
  outcomes: readonly PlannedRow[],
): Promise<void> {
  const count = (result: PlannedRow['result']) => outcomes.filter((one) => one.result === result).length
  const beyondPlan = outcomes.filter(({ reason }) => reason?.code === 'plan_limit').length
  await tx
    .updateTable('imports')
    .set({
      last_row: outcomes.at(-1)!.row.number,
      rows_per_second: rateWith(outcomes.length),
      progressed_at: sql`now()`,
      created_count: sql`created_count + ${count('create')}`,
      updated_count: sql`updated_count + ${count('update')}`,
      skipped_count: sql`skipped_count + ${count('skip')}`,
      conflict_count: sql`conflict_count + ${count('conflict')}`,
      invalid_count: sql`invalid_count + ${count('invalid')}`,
      lost_count: sql`lost_count + ${outcomes.filter(({ lost }) => lost.length > 0).length}`,
      lost_fields: countsWith(
        'lost_fields',
        outcomes.map(({ lost }) => lost.map(({ field }) => field)),
      ),
      left_empty_fields: countsWith(
        'left_empty_fields',
        outcomes.map(({ leftEmpty }) => leftEmpty),
      ),
      ragged_count: sql`ragged_count + ${outcomes.filter(({ row }) => row.ragged).length}`,
      plan_limit_count: sql`plan_limit_count + ${beyondPlan}`,
    })
    .where('workspace_id', '=', order.workspaceId)
    .where('id', '=', order.id)
    .execute()
}

function changedPositions(outcomes: readonly PlannedRow[]): string[] {
  return outcomes.flatMap(({ result, application }) =>
    result === 'create' || result === 'update' ? (application?.positionId ?? []) : [],
  )
}

/** A value that PostgreSQL does not take: a matter of one row, not of the rest. */
function isUnstorable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(?:22|23|54)/.test(error.code ?? '')
}

/** Why such a row is not taken. */
function notStored(): Reason {
  return { code: 'not_stored', message: t`The row contains a value that cannot be stored` }
}

interface Chunk {
  rows: readonly ReadRow[]
  /** The last row before these. */
  from: number
}

async function plan(
  tx: Database,
  order: ImportOrder,
  rows: readonly ReadRow[],
  now: string,
  room: RoomForRows,
): Promise<PlannedRow[]> {
  const resolved = await resolveRows(tx, order, rows)
  const people = await loadPeople(tx, order, resolved, { lock: true })
  return planRows(order, resolved, people, { makeId: newId, now, room })
}

/** The rows, what becomes of them and how far the import is: all of it in one transaction, or nothing. */
function writeChunk(
  db: Kysely<DB>,
  order: ImportOrder,
  { rows, from }: Chunk,
  announcer: ProgressAnnouncer,
  planned: typeof plan,
): Promise<Progress> {
  return writeTransaction(db, async (tx) => {
    const claimed = await claim(tx, order)
    if (!claimed) return 'ended'
    if (claimed.last_row !== from) return { lastRow: claimed.last_row }
    const room = await roomForRows(tx, order, { rows: rows.length, lock: true })
    await lockEveryContact(tx, order.workspaceId)
    const outcomes = await planned(tx, order, rows, claimed.now, room)
    await writeConsentsAs(tx, { source: 'import', userId: order.userId, causeId: order.id })
    await writeOutcomes(tx, order, outcomes)
    await recordProgress(tx, order, outcomes)
    await announcer.add(tx, {
      positionIds: changedPositions(outcomes),
      hasPeople: outcomes.some(({ personIsNew, personChanges }) => personIsNew || personChanges.length > 0),
    })
    return { lastRow: rows.at(-1)!.number }
  })
}

async function writeSteadily(
  db: Kysely<DB>,
  order: ImportOrder,
  chunk: Chunk,
  announcer: ProgressAnnouncer,
  planned: typeof plan,
): Promise<Progress> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await writeChunk(db, order, chunk, announcer, planned)
    } catch (error) {
      if (!(error instanceof ChunkChanged) || attempt === attempts) throw error
    }
  }
}

/**
 * Carries out the rows after row `from`, or says where the import stands when that is elsewhere. Among rows of which one
 * holds what cannot be stored, the others are carried out all the same.
 * @throws the database's error when it cannot go on at all
 */
export async function importChunk(
  db: Kysely<DB>,
  order: ImportOrder,
  chunk: Chunk,
  announcer: ProgressAnnouncer,
): Promise<Progress> {
  try {
    return await writeSteadily(db, order, chunk, announcer, plan)
  } catch (error) {
    if (!isUnstorable(error)) throw error
    const { rows, from } = chunk
    if (rows.length === 1) {
      const refuse: typeof plan = async (_tx, _order, [row], now, room) =>
        planRows(order, [refusedRow(row!, notStored())], [], { makeId: newId, now, room })
      return writeSteadily(db, order, chunk, announcer, refuse)
    }
    const middle = Math.floor(rows.length / 2)
    const first = await importChunk(db, order, { rows: rows.slice(0, middle), from }, announcer)
    if (first === 'ended' || first.lastRow !== rows[middle - 1]!.number) return first
    return importChunk(db, order, { rows: rows.slice(middle), from: first.lastRow }, announcer)
  }
}
