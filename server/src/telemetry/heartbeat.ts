import { hostname } from 'node:os'
import { sql } from 'kysely'
import { newId } from '../database/new-id.ts'
import type { Services } from '../services.ts'
import { version } from '../version.ts'
import { countConnections } from './pools.ts'

const everyMs = 5_000

interface Sample {
  at: number
  calls: number
  jobs: number
  cpu: NodeJS.CpuUsage
}

/**
 * Reports every few seconds for the operator's page that this node is up, and how busy. Times are the database's, so
 * clock differences do not matter. Without a database a beat is skipped.
 */
export async function startHeartbeat(
  { db, config, live, telemetry }: Pick<Services, 'db' | 'config' | 'live' | 'telemetry'>,
  intervalMs = everyMs,
): Promise<{ id: string; beat(): Promise<void>; stop(): Promise<void> }> {
  const id = newId()
  const { activity, metrics } = telemetry
  const takeSample = (): Sample => ({
    at: performance.now(),
    calls: activity.calls,
    jobs: activity.jobs,
    cpu: process.cpuUsage(),
  })
  let last = takeSample()

  function sinceLast() {
    const now = takeSample()
    const ms = Math.max(1, now.at - last.at)
    const busyMs = (now.cpu.user + now.cpu.system - last.cpu.user - last.cpu.system) / 1000
    const { busy, waiting } = countConnections()
    const values = {
      calls_per_second: ((now.calls - last.calls) * 1000) / ms,
      jobs_per_minute: ((now.jobs - last.jobs) * 60_000) / ms,
      // The event loop's delay at the 99th percentile.
      event_loop_ms: Math.max(0, metrics.eventLoop.percentile(99) / 1e6 - metrics.eventLoopResolutionMs),
      cpu: busyMs / ms,
      memory_bytes: process.memoryUsage.rss(),
      connections_busy: busy,
      connections_waiting: waiting,
      open_streams: activity.streams,
      live_event_id: live.lastId(),
    }
    metrics.eventLoop.reset()
    last = now
    return values
  }

  async function beat(): Promise<void> {
    const values = { ...sinceLast(), seen_at: sql<string>`now()` }
    const about = { version, node_version: process.version, process: config.process }
    await db
      .insertInto('nodes')
      .values({ id, ...about, host: hostname(), pid: process.pid, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute()
  }

  await beat()
  let isBeating = false
  const timer = setInterval(async () => {
    if (isBeating) return
    isBeating = true
    await beat().catch(() => {})
    isBeating = false
  }, intervalMs)
  timer.unref()
  return {
    id,
    beat,
    async stop() {
      clearInterval(timer)
      // If the database is down, the row expires.
      await db
        .deleteFrom('nodes')
        .where('id', '=', id)
        .execute()
        .catch(() => {})
    },
  }
}
