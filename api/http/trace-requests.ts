import { Elysia } from 'elysia'
import type { Tracing } from '#api/lib/tracing.ts'

/** No hook without a collector. */
export function traceRequests(tracing: Tracing) {
  const plugin = new Elysia({ name: 'trace-requests' })
  if (!tracing.isOn) return plugin
  return plugin
    .onRequest(({ request }) => tracing.begin(request))
    .onAfterResponse({ as: 'global' }, ({ request, route, set }) =>
      tracing.end(request, route || '/*', typeof set.status === 'number' ? set.status : 200)
    )
}
