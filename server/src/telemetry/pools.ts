import type pg from 'pg'

const pools = new Set<pg.Pool>()

/** Counts a pool's connections for this node until it is closed. */
export function watchPool(pool: pg.Pool): void {
  pools.add(pool)
}

/** Counts the connections of all pools of this process. */
export function countConnections(): { busy: number; idle: number; waiting: number } {
  const counts = { busy: 0, idle: 0, waiting: 0 }
  for (const pool of pools) {
    if (pool.ended) pools.delete(pool)
    counts.busy += pool.totalCount - pool.idleCount
    counts.idle += pool.idleCount
    counts.waiting += pool.waitingCount
  }
  return counts
}
