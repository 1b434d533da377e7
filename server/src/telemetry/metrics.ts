import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { version } from '../version.ts'
import { countConnections } from './pools.ts'

export interface Metrics {
  registry: Registry
  calls: Histogram<'call' | 'status'>
  databaseSeconds: Counter<'call'>
  statements: Counter<'call'>
  slowQueries: Counter<'call'>
  jobs: Histogram<'queue' | 'result'>
  openStreams: Gauge
  /** Since the last reading. */
  eventLoop: ReturnType<typeof monitorEventLoopDelay>
  /** The sampling interval of the loop: its delay when idle. */
  eventLoopResolutionMs: number
  stop(): void
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const jobSeconds = [0.01, 0.1, 1, 10, 60, 600, 3600]

/**
 * Creates this node's metrics. Labels are endpoints, queues and other names of a fixed set; none comes from a client.
 */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const eventLoopResolutionMs = 20
  const eventLoop = monitorEventLoopDelay({ resolution: eventLoopResolutionMs })
  eventLoop.enable()
  collectDefaultMetrics({ register: registry })
  new Gauge({ name: 'muster_info', help: 'The version that runs here', labelNames: ['version'], registers })
    .labels(version)
    .set(1)
  new Gauge({
    name: 'muster_pool_connections',
    help: 'Database connections of this node',
    labelNames: ['state'],
    registers,
    collect() {
      const { busy, idle } = countConnections()
      this.set({ state: 'busy' }, busy)
      this.set({ state: 'idle' }, idle)
    },
  })
  new Gauge({
    name: 'muster_pool_waiting',
    help: 'Who waits for a database connection of this node',
    registers,
    collect() {
      this.set(countConnections().waiting)
    },
  })
  return {
    registry,
    eventLoop,
    eventLoopResolutionMs,
    calls: new Histogram({
      name: 'muster_call_duration_seconds',
      help: 'Answers by endpoint and class of status',
      labelNames: ['call', 'status'],
      buckets: seconds,
      registers,
    }),
    databaseSeconds: new Counter({
      name: 'muster_database_seconds_total',
      help: 'Time that endpoints and jobs waited for statements',
      labelNames: ['call'],
      registers,
    }),
    statements: new Counter({
      name: 'muster_statements_total',
      help: 'Statements that endpoints and jobs sent',
      labelNames: ['call'],
      registers,
    }),
    slowQueries: new Counter({
      name: 'muster_slow_queries_total',
      help: 'Statements that took MUSTER_SLOW_QUERY_MS and more',
      labelNames: ['call'],
      registers,
    }),
    jobs: new Histogram({
      name: 'muster_job_duration_seconds',
      help: 'Jobs by queue and how they ended',
      labelNames: ['queue', 'result'],
      buckets: jobSeconds,
      registers,
    }),
    openStreams: new Gauge({
      name: 'muster_open_streams',
      help: 'Browsers that follow live events on this node',
      registers,
    }),
    stop() {
      eventLoop.disable()
      registry.clear()
    },
  }
}
