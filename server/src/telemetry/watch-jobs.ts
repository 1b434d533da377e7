import { randomUUID } from 'node:crypto'
import type { JobName } from '@muster/contract/admin-jobs.ts'
import { SpanKind } from '@opentelemetry/api'
import type { JobData, Jobs } from '../jobs/jobs.ts'
import { currentScope, inScope } from './scope.ts'
import type { Telemetry } from './telemetry.ts'
import { endSpan, readTraceparent, startSpan, traceparentOf } from './tracing.ts'

/** A job's origin, carried next to its payload. */
interface Origin {
  requestId: string
  traceparent?: string
}

type Carried<Name extends JobName> = JobData[Name] & { origin?: Origin }

function originOfNow(): { origin?: Origin } {
  const scope = currentScope()
  if (!scope) return {}
  const { requestId, span } = scope
  return { origin: { requestId, ...(span ? { traceparent: traceparentOf(span) } : {}) } }
}

async function runWatched<Name extends JobName>(
  telemetry: Telemetry,
  name: Name,
  data: JobData[Name],
  run: () => Promise<void>,
): Promise<void> {
  const { origin } = data as Carried<Name>
  const { tracing, metrics, log } = telemetry
  const scope = telemetry.scope(name, origin?.requestId ?? randomUUID())
  if (tracing) {
    const parent = readTraceparent(origin?.traceparent)
    scope.span = startSpan(tracing, name, { kind: SpanKind.CONSUMER, parent })
    scope.traceId = scope.span.spanContext().traceId
  }
  const started = performance.now()
  await inScope(scope, async () => {
    let failure: unknown
    try {
      await run()
    } catch (error) {
      failure = error ?? new Error('A job failed without a reason')
    }
    const ms = performance.now() - started
    telemetry.activity.jobs += 1
    metrics.jobs.observe({ queue: name, result: failure ? 'failed' : 'done' }, ms / 1000)
    metrics.statements.inc({ call: name }, scope.statements)
    metrics.databaseSeconds.inc({ call: name }, scope.databaseMs / 1000)
    endSpan(scope.span, failure)
    const workspaceId = 'workspaceId' in data ? data.workspaceId : undefined
    const about = { ms: Math.round(ms), databaseMs: Math.round(scope.databaseMs), workspaceId }
    if (!failure) return log.info(about, 'job done')
    log.error({ ...about, err: failure }, 'job failed')
    throw failure
  })
}

/** Wraps jobs with log, metrics and traces: each is linked to the request that queued it. */
export function watchJobs(jobs: Jobs, telemetry: Telemetry): Jobs {
  return {
    ...jobs,
    send: (tx, name, data, options) => jobs.send(tx, name, { ...data, ...originOfNow() }, options),
    work: (name, run, options) =>
      jobs.work(
        name,
        (data, ...rest) => runWatched(telemetry, name, data, () => run(data, ...rest)),
        options,
      ),
  }
}
