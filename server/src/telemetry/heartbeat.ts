import { hostname } from 'node:os'
import { sql } from 'kysely'
import { newId } from '../database/new-id.ts'
import type { Services } from '../services.ts'
import { version } from '../version.ts'
import { countConnections } from './pools.ts'

const everyMs = 5_000

interface Look {
  at: number
  calls: number
  jobs: number
  cpu: NodeJS.CpuUsage
}

/**
 * Tells the operator's page every few seconds that this node is there, and how busy it is. Times are the database's, so
 * clocks that go differently do not matter; a beat that finds no database is left out.
 */
export async function startHeartbeat(
  { db, config, live, telemetry }: Pick<Services, 'db' | 'config' | 'live' | 'telemetry'>,
  intervalMs = everyMs,
): Promise<{ id: string; beat(): Promise<void>; stop(): Promise<void> }> {
  const id = newId()
  const { activity, metrics } = telemetry
  const look = (): Look => ({
    at: performance.now(),
    calls: activity.calls,
    jobs: activity.jobs,
    cpu: process.cpuUsage(),
  })
  let last = look()

  function sinceLast() {
    const now = look()
    const ms = Math.max(1, now.at - last.at)
    const busyMs = (now.cpu.user + now.cpu.system - last.cpu.user - last.cpu.system) / 1000
    const { busy, waiting } = countConnections()
    const said = {
      calls_per_second: ((now.calls - last.calls) * 1000) / ms,
      jobs_per_minute: ((now.jobs - last.jobs) * 60_000) / ms,
      // How late the loop came round, at worst but for one time in a hundred.
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
    return said
  }

  async function beat(): Promise<void> {
    const said = { ...sinceLast(), seen_at: sql<string>`now()` }
    const about = { version, node_version: process.version, process: config.process }
    await db
      .insertInto('nodes')
      .values({ id, ...about, host: hostname(), pid: process.pid, ...said })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(said))
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
      // Away with the database, it is forgotten in time.
      await db
        .deleteFrom('nodes')
        .where('id', '=', id)
        .execute()
        .catch(() => {})
    },
  }
}
