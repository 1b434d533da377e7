import { SpanKind } from '@opentelemetry/api'
import type { LogEvent } from 'kysely'
import { currentScope } from './scope.ts'
import { endSpan, startSpan } from './tracing.ts'
import { describeError } from './without-personal-data.ts'

const maxStatement = 2_000

/** Text literals in a statement in each of SQL's quotings, even if cut off. */
const literals = /\$(\w*)\$[\s\S]*?(?:\$\1\$|$)|\be'(?:[^'\\]|''|\\[\s\S])*(?:'|$)|'(?:[^']|'')*(?:'|$)/gi

function shapeOf(statement: string): string {
  return statement
    .slice(0, maxStatement * 4)
    .replace(literals, "'…'")
    .replace(/\s+/g, ' ')
    .slice(0, maxStatement)
}

/** Records a statement's cost for its requester; Kysely calls it after each. Values are never read. */
export function observeQuery(event: LogEvent): void {
  const scope = currentScope()
  if (!scope) return
  const { telemetry, span } = scope
  const ms = event.queryDurationMillis
  scope.statements += 1
  scope.databaseMs += ms
  const failed = event.level === 'error'
  if (span?.isRecording()) {
    const statement = shapeOf(event.query.sql)
    const child = startSpan(telemetry.tracing!, statement.split(' ', 1)[0]!.toUpperCase(), {
      kind: SpanKind.CLIENT,
      parent: span,
      startTime: Date.now() - ms,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': statement },
    })
    endSpan(child, failed ? event.error : undefined)
  }
  if (ms < telemetry.slowQueryMs) return
  telemetry.metrics.slowQueries.inc({ call: scope.name })
  telemetry.log.warn(
    {
      ms: Math.round(ms),
      statement: shapeOf(event.query.sql),
      ...(failed ? { err: describeError(event.error) } : {}),
    },
    'slow query',
  )
}
