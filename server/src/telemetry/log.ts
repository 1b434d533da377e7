import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config.ts'
import { version } from '../version.ts'
import { currentScope } from './scope.ts'
import { describeError } from './without-personal-data.ts'

export type Log = Logger

/**
 * The structured log: one JSON object a line. Every line says which request or job it belongs to; none carries anything
 * of a person but ids.
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
      formatters: { level: (level) => ({ level }) },
      serializers: {
        err: describeError,
        // Fastify's own lines name the request; its address carries what people search for.
        req: ({ method }: { method?: string }) => ({ method }),
        res: ({ statusCode }: { statusCode?: number }) => ({ statusCode }),
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
