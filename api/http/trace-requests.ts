import { Elysia } from 'elysia'
import type { Tracing } from '#api/lib/tracing.ts'

/** A span for every call. Without a collector there is no hook either. */
export function traceRequests(tracing: Tracing) {
  const plugin = new Elysia({ name: 'trace-requests' })
  if (!tracing.isOn) return plugin
  return plugin
    .onRequest(({ request }) => tracing.begin(request))
    .onAfterResponse({ as: 'global' }, ({ request, route, set }) =>
      tracing.end(request, route || '/*', typeof set.status === 'number' ? set.status : 200)
    )
}
