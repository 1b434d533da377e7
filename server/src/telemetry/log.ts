import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config.ts'
import { version } from '../version.ts'
import { redactFields, redactText } from './redact.ts'
import { currentScope } from './scope.ts'
import { describeError } from './without-personal-data.ts'

export type Log = Logger

/** What Fastify's own lines name: its address carries what people search for. */
interface Exchange {
  req?: { method?: string }
  res?: { statusCode?: number }
}

function redactLine({ req, res, traceId, ...fields }: Record<string, unknown> & Exchange) {
  return {
    ...redactFields(fields),
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
  const log = pino(
    {
      level: logLevel,
      base: { version, process: kind, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }), log: redactLine },
      // `redactLine` has described errors, requests and responses before.
      serializers: { err: (err) => err, req: (req) => req, res: (res) => res },
      hooks: {
        logMethod([first, ...rest], method) {
          const texts = [first, ...rest].map((part) => (typeof part === 'string' ? redactText(part) : part))
          if (!(first instanceof Error)) return method.apply(this, texts as Parameters<typeof method>)
          const { message } = describeError(first)
          const [text = redactText(String(message)), ...values] = texts.slice(1)
          return method.apply(this, [{ err: first }, text as string, ...values])
        },
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
  // pino formats the fields of a child only once, past the formatters.
  const { child } = log
  log.child = function (this: Log, fields: object, options: object) {
    return child.call(this, redactFields({ ...fields }), options)
  } as typeof child
  return log
}
