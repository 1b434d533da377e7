import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import { sql } from 'kysely'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { opaqueId } from '../database/opaque-id.ts'

/** Inserting into one gap lengthens the keys. A column with a longer key gets short keys again. */
const maxRankLength = 50

interface TargetPlace {
  beforeId?: string | null | undefined
  afterId?: string | null | undefined
}

interface Column {
  workspaceId: string
  statusId: string
}

interface Gap {
  lower: string | null
  upper: string | null
}

/** Returns the rank next to `rank` in the column, ignoring the applications being moved. */
async function neighbour(
  tx: Database,
  { workspaceId, statusId }: Column,
  moving: readonly string[],
  side: 'above' | 'below',
  rank: string | null,
): Promise<string | null> {
  const row = await tx
    .selectFrom('applications')
    .where('workspace_id', '=', workspaceId)
    .where('status_id', '=', statusId)
    .where('deleted_at', 'is', null)
    .$if(rank !== null, (query) => query.where('rank', side === 'above' ? '<' : '>', rank))
    .where(sql<boolean>`id <> all(${moving}::uuid[])`)
    .orderBy('rank', side === 'above' ? 'desc' : 'asc')
    .limit(1)
    .select('rank')
    .executeTakeFirst()
  return row?.rank ?? null
}

/**
 * Returns the gap the applications go into. If the requested neighbour has left the column, they go to the top. The
 * caller holds the column's lock.
 */
export async function findGap(
  tx: Database,
  column: Column,
  place: TargetPlace,
  moving: readonly string[],
): Promise<Gap> {
  const neighbourId = place.beforeId ?? place.afterId
  if (neighbourId) {
    const row = await tx
      .selectFrom('applications')
      .where('workspace_id', '=', column.workspaceId)
      .where('id', '=', neighbourId)
      .select(['status_id', 'rank', 'deleted_at'])
      .executeTakeFirst()
    if (!row) throw notFound(t`Neighboring application`)
    const isInColumn = row.status_id === column.statusId && !row.deleted_at && !moving.includes(neighbourId)
    if (isInColumn && place.beforeId)
      return { lower: await neighbour(tx, column, moving, 'above', row.rank), upper: row.rank }
    if (isInColumn) return { lower: row.rank, upper: await neighbour(tx, column, moving, 'below', row.rank) }
  }
  return { lower: null, upper: await neighbour(tx, column, moving, 'below', null) }
}

/**
 * Gives every application of a column a short rank, in the same order. Locks rows in order of id, as every mover does,
 * to avoid deadlocks.
 */
async function rebalance(tx: Database, { workspaceId, statusId }: Column): Promise<void> {
  const inColumn = tx
    .selectFrom('applications')
    .where('workspace_id', '=', workspaceId)
    .where('status_id', '=', statusId)
    .where('deleted_at', 'is', null)
  await inColumn.select('id').orderBy('id').forUpdate().execute()
  const rows = await inColumn.select('id').orderBy('rank').execute()
  await tx
    .updateTable('applications')
    .set({ rank: sql`'~' || id::text` })
    .where('workspace_id', '=', workspaceId)
    .where('status_id', '=', statusId)
    .where('deleted_at', 'is', null)
    .execute()
  const ranks = generateNKeysBetween(null, null, rows.length)
  await sql`
    update applications set rank = fresh.rank
    from unnest(${rows.map((row) => row.id)}::uuid[], ${ranks}::text[]) as fresh (id, rank)
    where applications.workspace_id = ${workspaceId} and applications.id = fresh.id
  `.execute(tx)
}

/** Returns `count` ranks in the gap, in order. Rebalances the column first if the gap has become too narrow. */
export async function ranksInGap(
  tx: Database,
  column: Column,
  place: TargetPlace,
  moving: readonly string[],
  count: number,
): Promise<{ slot: Gap; ranks: string[] }> {
  const slot = await findGap(tx, column, place, moving)
  const ranks = generateNKeysBetween(slot.lower, slot.upper, count)
  if (!ranks.some((rank) => rank.length > maxRankLength)) return { slot, ranks }
  await rebalance(tx, column)
  const wider = await findGap(tx, column, place, moving)
  return { slot: wider, ranks: generateNKeysBetween(wider.lower, wider.upper, count) }
}

async function takenRanks(
  tx: Database,
  { workspaceId, statusId }: Column,
  ranks: readonly string[],
  moving: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('applications')
    .where('workspace_id', '=', workspaceId)
    .where('status_id', '=', statusId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`rank = any(${ranks}::text[])`)
    .where(sql<boolean>`id <> all(${moving}::uuid[])`)
    .select('rank')
    .execute()
  return new Set(rows.map((row) => row.rank))
}

/**
 * Returns the ranks the applications had in the column before, for an undo. If another application holds one now, the
 * application goes right above it. One without a former rank goes to the top.
 */
export async function formerRanks(
  tx: Database,
  column: Column,
  moving: readonly string[],
  former: ReadonlyMap<string, string | null>,
): Promise<{ slot: Gap; ranks: string[] }> {
  const wanted = moving.map((id) => former.get(id) ?? null)
  const taken = await takenRanks(
    tx,
    column,
    wanted.filter((rank) => rank !== null),
    moving,
  )
  const used = new Set<string>()
  const ranks = wanted.map((rank) => {
    if (rank === null || taken.has(rank) || used.has(rank)) return null
    used.add(rank)
    return rank
  })
  for (const [index, free] of ranks.entries()) {
    if (free !== null) continue
    const upper = wanted[index] ?? (await neighbour(tx, column, moving, 'below', null))
    const lower = wanted[index] ? await neighbour(tx, column, moving, 'above', upper) : null
    let rank = generateKeyBetween(lower, upper)
    while (used.has(rank)) rank = generateKeyBetween(rank, upper)
    used.add(rank)
    ranks[index] = rank
  }
  const found = ranks.filter((rank) => rank !== null)
  if (found.some((rank) => rank.length > maxRankLength))
    return ranksInGap(tx, column, {}, moving, moving.length)
  return { slot: { lower: null, upper: null }, ranks: found }
}

/**
 * Returns, for each column, the number of ranks requested above everything in it, in order. The caller holds their
 * locks.
 */
export async function ranksOnTop(
  tx: Database,
  workspaceId: string,
  counts: ReadonlyMap<string, number>,
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ statusId: string; top: string | null }>`
    select status_id as "statusId", (
      select rank from applications
      where workspace_id = ${opaqueId(workspaceId)} and status_id = wanted.status_id and deleted_at is null
      order by rank limit 1
    ) as top
    from unnest(${[...counts.keys()]}::uuid[]) as wanted (status_id)
  `.execute(tx)
  return new Map(
    rows.map(({ statusId, top }) => [statusId, generateNKeysBetween(null, top, counts.get(statusId)!)]),
  )
}
