import { ConfigError } from './config-error.ts'

export interface TraceSettings {
  url: string
  serviceName: string
  attributes: Record<string, string>
  /** The fraction of traces started here that is sampled. */
  ratio: number
  everyMs: number
  /** Sent with traces, such as a collector's token. */
  headers: Record<string, string>
}

function readPairs(text: string | undefined): Record<string, string> {
  const pairs = (text ?? '').split(',').filter((pair) => pair.includes('='))
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]
    }),
  )
}

/** Reads OpenTelemetry's standard variables; its exporter reads the others (timeout, compression). */
export function readTraces(env: NodeJS.ProcessEnv): TraceSettings | null {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '')
  const url = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || (base ? `${base}/v1/traces` : '')
  if (!url || env.OTEL_SDK_DISABLED === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return null
  const attributes = readPairs(env.OTEL_RESOURCE_ATTRIBUTES)
  const ratio = env.OTEL_TRACES_SAMPLER === 'always_off' ? 0 : Number(env.OTEL_TRACES_SAMPLER_ARG || 1)
  if (!(ratio >= 0 && ratio <= 1))
    throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG must be 0 to 1, not "${env.OTEL_TRACES_SAMPLER_ARG}"`)
  return {
    url,
    serviceName: env.OTEL_SERVICE_NAME || attributes['service.name'] || 'muster',
    attributes,
    ratio,
    everyMs: Number(env.OTEL_BSP_SCHEDULE_DELAY) || 5_000,
    headers: readPairs(env.OTEL_EXPORTER_OTLP_HEADERS),
  }
}
