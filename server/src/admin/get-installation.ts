import { statfs } from 'node:fs/promises'
import * as contract from '@muster/contract/admin.ts'
import { totalCap } from '@muster/contract/paging.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { auditLogExposure } from '../database/database-roles.ts'
import { handler } from '../http/handler.ts'
import type { Services } from '../services.ts'
import { version } from '../version.ts'
import { findNodes, findReplicas } from './find-nodes.ts'

const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString()

interface DatabaseRow {
  version: string
  bytes: number
  connections: number
  most_connections: number
  oldest_transaction_seconds: number | null
  migration: string
  exposure: string | null
}

async function inspectDatabase(db: Database) {
  const started = performance.now()
  const { rows } = await sql<DatabaseRow>`
    select current_setting('server_version') as version,
      pg_database_size(current_database()) as bytes,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections')::int as most_connections,
      (
        select extract(epoch from now() - min(xact_start))::int from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
      ) as oldest_transaction_seconds,
      (select max(name) from schema_migrations where name !~ '^repeatable/') as migration,
      (${sql.raw(auditLogExposure)}) as exposure
  `.execute(db)
  const row = rows[0]!
  return {
    version: row.version,
    bytes: Number(row.bytes),
    connections: row.connections,
    mostConnections: row.most_connections,
    answeredInMs: Math.round((performance.now() - started) * 10) / 10,
    oldestTransactionSeconds: row.oldest_transaction_seconds,
    migration: row.migration,
    auditLogProtected: row.exposure === null,
  }
}

async function inspectJobs(db: Database) {
  const counted = (states: RawBuilder<unknown>) => sql`(
    select count(*)::int from (select from pgboss.job where state in (${states}) limit ${totalCap + 1}) as capped
  )`
  const { rows } = await sql<{ waiting: number; failed: number; lag: number }>`
    select ${counted(sql`'created', 'retry'`)} as waiting, ${counted(sql`'failed'`)} as failed,
      (
        select coalesce(extract(epoch from now() - min(start_after))::int, 0) from pgboss.job
        where state in ('created', 'retry') and start_after <= now()
      ) as lag
  `.execute(db)
  const { waiting, failed, lag } = rows[0]!
  const capped = (count: number) => ({ value: Math.min(count, totalCap), atLeast: count > totalCap })
  return { waiting: capped(waiting), failed: capped(failed), lagSeconds: Math.max(0, lag) }
}

async function inspectDisk({ config }: Services) {
  const { bavail, blocks, bsize } = await statfs(config.dataDir)
  return { freeBytes: bavail * bsize, bytes: blocks * bsize }
}

export const getInstallation = handler(contract.getInstallation, async ({ tx, services }) => {
  const [database, jobs, disk, nodes, replicas] = await Promise.all([
    inspectDatabase(tx),
    inspectJobs(tx),
    inspectDisk(services),
    findNodes(tx),
    findReplicas(tx),
  ])
  return {
    version,
    nodeVersion: process.version,
    startedAt,
    memoryBytes: process.memoryUsage.rss(),
    mailServer: services.config.smtpUrl !== null,
    database,
    jobs,
    disk,
    nodes,
    replicas,
  }
})
