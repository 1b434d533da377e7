import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config.ts'
import { version } from '../version.ts'
import { redactFields, redactLine } from './redact.ts'
import { currentScope } from './scope.ts'
import { describeError } from './without-personal-data.ts'

export type Log = Logger

/** A field that cannot be read must not end the request that is logged. */
function redactSafely(fields: Record<string, unknown>): Record<string, unknown> {
  try {
    return redactFields(fields)
  } catch {
    return { unreadable: true }
  }
}

/** What Fastify's own lines name: its address carries what people search for. */
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
 * The structured log: one JSON object a line. Every line says which request or job it belongs to. None carries a secret,
 * or anything of a person but ids: each field and message passes `redact.ts`, those of libraries included.
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
      // `describeFields` has described errors, requests and responses before.
      serializers: { err: (err) => err, req: (req) => req, res: (res) => res },
      hooks: {
        // Without a text pino takes the error's own message, which may quote what somebody typed.
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
