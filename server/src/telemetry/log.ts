import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config/config.ts'
import { version } from '../version.ts'
import { redactFields, redactLine } from './redact.ts'
import { currentScope } from './scope.ts'
import { describeError } from './without-personal-data.ts'

export type Log = Logger

/** An unreadable field must not end the logged request. */
function redactSafely(fields: Record<string, unknown>): Record<string, unknown> {
  try {
    return redactFields(fields)
  } catch {
    return { unreadable: true }
  }
}

/** Fields of Fastify's own lines. The URL may contain search terms. */
interface Exchange {
  req?: { method?: string }
  res?: { statusCode?: number }
}

function describeFields({ req, res, traceId, ...fields }: Record<string, unknown> & Exchange) {
  return {
    ...redactSafely(fields),
    ...(req ? { req: { method: req.method } } : {}),
    ...(res ? { res: { statusCode: res.statusCode } } : {}),
    ...(traceId ? { traceId } : {}),
  }
}

/**
 * Creates the structured log: one JSON object per line, with the request or job it belongs to. No line has a secret or
 * personal data but ids: each field and message passes `redact.ts`, those of libraries included.
 */
export function createLog(
  { logLevel, process: kind }: Pick<Config, 'logLevel' | 'process'>,
  destination?: DestinationStream,
): Log {
  return pino(
    {
      level: logLevel,
      base: { version, process: kind, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }), log: describeFields },
      // `describeFields` has already described errors, requests and responses.
      serializers: { err: (err) => err, req: (req) => req, res: (res) => res },
      hooks: {
        // Without a message pino uses the error's own, which may quote user input.
        logMethod([first, ...rest], method) {
          const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err
          if (!(error instanceof Error))
            return method.apply(this, [first, ...rest] as Parameters<typeof method>)
          const [text = String(describeError(error).message), ...values] = rest as [string?, ...unknown[]]
          return method.apply(this, [first instanceof Error ? { err: error } : first, text, ...values])
        },
        streamWrite: redactLine,
      },
      mixin() {
        const scope = currentScope()
        return scope
          ? {
              call: scope.name,
              requestId: scope.requestId,
              ...(scope.traceId ? { traceId: scope.traceId } : {}),
            }
          : {}
      },
    },
    destination,
  )
}
