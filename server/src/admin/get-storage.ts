import { statfs } from 'node:fs/promises'
import * as contract from '@muster/contract/admin.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'

const maxTables = 100

interface TableRow {
  name: string
  rows: number
  bytes: number
  index_bytes: number
  dead_rows: number
}

/**
 * Returns tables by size. A partitioned table has the total of its partitions. Row counts are the planner's estimates.
 */
async function sizesByTable(db: Database) {
  const { rows } = await sql<TableRow>`
    select case when n.nspname = 'public' then top.relname else n.nspname || '.' || top.relname end as name,
      sum(greatest(c.reltuples, pg_stat_get_live_tuples(c.oid), 0))::float8 as rows, sum(pg_total_relation_size(c.oid))::float8 as bytes,
      sum(pg_indexes_size(c.oid))::float8 as index_bytes,
      sum(coalesce(pg_stat_get_dead_tuples(c.oid), 0))::float8 as dead_rows
    from pg_class c
    left join pg_inherits i on i.inhrelid = c.oid
    join pg_class top on top.oid = coalesce(i.inhparent, c.oid)
    join pg_namespace n on n.oid = top.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'pgboss')
    group by 1 order by 3 desc, 1 limit ${maxTables}
  `.execute(db)
  return rows.map(({ name, rows, bytes, index_bytes: indexBytes, dead_rows: deadRows }) => ({
    name,
    rows,
    bytes,
    indexBytes,
    deadRows,
  }))
}

async function inspectFiles(db: Database) {
  const { rows } = await sql<{ count: number; bytes: number; pictures: number }>`
    select count(*)::float8 as count, coalesce(sum(size), 0)::float8 as bytes,
      (select count(*)::float8 from users where avatar_id is not null) as pictures
    from files
  `.execute(db)
  return rows[0]!
}

export const getStorage = handler(contract.getStorage, async ({ tx, services }) => {
  const [tables, files, disk, size] = await Promise.all([
    sizesByTable(tx),
    inspectFiles(tx),
    statfs(services.config.dataDir),
    sql<{ bytes: number }>`select pg_database_size(current_database())::float8 as bytes`.execute(tx),
  ])
  const { bavail, blocks, bsize } = disk
  return {
    databaseBytes: size.rows[0]!.bytes,
    tables,
    files: { count: files.count, bytes: files.bytes, pictures: files.pictures },
    disk: { freeBytes: bavail * bsize, bytes: blocks * bsize },
  }
})
