import { NO_TRACING, type Tracing } from './tracing.ts'

interface TracingSettings {
  otlpEndpoint: string | null
  otlpTracesEndpoint: string | null
  otelServiceName: string
}

/** Loads the library only for a configured collector. */
export async function loadTracing(settings: TracingSettings): Promise<Tracing> {
  const { otlpEndpoint, otlpTracesEndpoint, otelServiceName } = settings
  const url = otlpTracesEndpoint ?? (otlpEndpoint && `${otlpEndpoint.replace(/\/+$/, '')}/v1/traces`)
  if (url === null) return NO_TRACING
  const { openTelemetry } = await import('./open-telemetry.ts')
  return openTelemetry(url, otelServiceName)
}
