import { Elysia } from 'elysia'
import type { Tracing } from '#api/lib/tracing.ts'

/** No hook without a collector. */
export function traceRequests(tracing: Tracing) {
  const plugin = new Elysia({ name: 'trace-requests' })
  if (!tracing.isOn) return plugin
  return plugin
    .onRequest(({ request }) => tracing.begin(request))
    .onAfterResponse({ as: 'global' }, ({ request, route, set, responseValue }) => {
      // A handler that answers with a Response leaves `set` as it was.
      const { status } = responseValue instanceof Response ? responseValue : set
      tracing.end(request, route || '/*', typeof status === 'number' ? status : 200)
    })
}
