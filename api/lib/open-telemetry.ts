import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { Refusal } from './refusal.ts'
import type { TraceParent, Tracing } from './tracing.ts'

/** A silent collector must not delay the exit. */
const CLOSE_MS = 1_000
const PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-0([01])$/

/** Sends spans over OTLP. Further settings are the library's own variables. */
export function openTelemetry(url: string, service: string): Tracing {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url }))]
  })
  const tracer = provider.getTracer('sverka')
  const requests = new WeakMap<AbortSignal, Span>()

  function begin(name: string, parent: TraceParent | undefined, kind: SpanKind): Span {
    const [, traceId, spanId, sampled] = PARENT.exec(parent ?? '') ?? []
    if (!traceId || !spanId) return tracer.startSpan(name, { kind }, ROOT_CONTEXT)
    const traceFlags = sampled === '1' ? TraceFlags.SAMPLED : TraceFlags.NONE
    const context = trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
    return tracer.startSpan(name, { kind }, context)
  }

  return {
    isOn: true,
    begin: request => {
      requests.set(request.signal, begin('request', null, SpanKind.SERVER))
    },
    end({ method, signal }, route, status) {
      const span = requests.get(signal)
      span?.updateName(`${method} ${route}`).setAttributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status
      })
      if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
      span?.end()
    },
    parentOf(signal) {
      const context = requests.get(signal)?.spanContext()
      return context ? `00-${context.traceId}-${context.spanId}-0${context.traceFlags & 1}` : null
    },
    async span(name, parent, work) {
      const span = begin(name, parent, SpanKind.INTERNAL)
      try {
        return await work()
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR })
        span.setAttribute('error.type', error instanceof Refusal ? error.code : (error as Error).name)
        throw error
      } finally {
        span.end()
      }
    },
    close: () => Promise.race([provider.shutdown().catch(() => {}), Bun.sleep(CLOSE_MS)])
  }
}
