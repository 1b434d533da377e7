import {
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TraceSettings } from '../config/read-traces.ts'
import { version } from '../version.ts'

export interface Tracing {
  tracer: Tracer
  stop(): Promise<void>
}

/** Sends spans to a collector in the background. An unreachable one costs spans, never a request. */
export function startTracing(settings: TraceSettings): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      ...settings.attributes,
      'service.name': settings.serviceName,
      'service.version': version,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: settings.url, headers: settings.headers }),
        scheduledDelayMillis: settings.everyMs,
      }),
    ],
  })
  return { tracer: provider.getTracer('muster', version), stop: () => provider.shutdown() }
}

interface StartOptions {
  kind: SpanKind
  parent?: Span | SpanContext | null
  startTime?: number
  attributes?: Record<string, string | number>
}

/** Starts a span below another, or a new trace. */
export function startSpan({ tracer }: Tracing, name: string, options: StartOptions): Span {
  const { kind, parent, startTime, attributes } = options
  const spanContext = parent && ('spanContext' in parent ? parent.spanContext() : parent)
  return tracer.startSpan(
    name,
    { kind, ...(startTime === undefined ? {} : { startTime }), ...(attributes ? { attributes } : {}) },
    spanContext ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : ROOT_CONTEXT,
  )
}

/** Ends a span. Only the kind of a failure is recorded, since messages may quote user input. */
export function endSpan(span: Span | null, failure?: unknown): void {
  if (!span) return
  if (failure !== undefined)
    span.setStatus({
      code: SpanStatusCode.ERROR,
      message:
        failure instanceof Error
          ? failure.name
          : typeof failure === 'number'
            ? String(failure)
            : typeof failure,
    })
  span.end()
}

const traceparent = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-.*)?$/

/** Returns the parent span of W3C's traceparent header; null without a valid one. */
export function readTraceparent(header: unknown): SpanContext | null {
  const found = typeof header === 'string' ? traceparent.exec(header) : null
  if (!found || header === undefined) return null
  const [, traceId, spanId, flags] = found as unknown as [string, string, string, string]
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
}

/** Returns the traceparent header for calls to others. */
export function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${(traceFlags & 1).toString(16).padStart(2, '0')}`
}
