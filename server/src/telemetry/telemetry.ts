import type { DestinationStream } from 'pino'
import type { Config } from '../config/config.ts'
import { createLog, type Log } from './log.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import type { Scope } from './scope.ts'
import { startTracing, type Tracing } from './tracing.ts'

/** What an operator can observe of this node. */
export interface Telemetry {
  log: Log
  metrics: Metrics
  /** Null unless traces are collected. */
  tracing: Tracing | null
  slowQueryMs: number
  /** Counts since the start, and currently open streams. */
  activity: { calls: number; jobs: number; streams: number }
  /** Creates a scope without a span. */
  scope(name: string, requestId: string): Scope
  /** Flushes what was collected. */
  stop(): Promise<void>
}

export function createTelemetry(
  config: Pick<Config, 'logLevel' | 'process' | 'slowQueryMs' | 'traces'>,
  destination?: DestinationStream,
): Telemetry {
  const tracing = config.traces ? startTracing(config.traces) : null
  const telemetry: Telemetry = {
    log: createLog(config, destination),
    metrics: createMetrics(),
    tracing,
    slowQueryMs: config.slowQueryMs,
    activity: { calls: 0, jobs: 0, streams: 0 },
    scope: (name, requestId) => ({
      telemetry,
      name,
      requestId,
      traceId: null,
      span: null,
      statements: 0,
      databaseMs: 0,
    }),
    stop: async () => {
      await tracing?.stop()
      telemetry.metrics.stop()
    },
  }
  return telemetry
}
