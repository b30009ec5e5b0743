import type { SignedInUser } from '#api/features/sessions/service.ts'
import { corkedBody } from '#api/lib/corked-body.ts'
import { acceptsGzip } from '#api/lib/open-body.ts'
import type { SearchCaller } from './eligibility.ts'
import type { ChargedAnswer } from './service.ts'

/** Who asks over HTTP. */
export function callerOf(user: SignedInUser, address: string | null, request: Request): SearchCaller {
  return {
    userId: user.id,
    role: user.role,
    requestsCount: user.requestsCount,
    address,
    isApi: false,
    clientKey: request.headers.get('idempotency-key'),
    acceptsGzip: acceptsGzip(request.headers),
    signal: request.signal
  }
}

/** An answer with its headers. */
export function responseOf(
  { body, encoding }: ChargedAnswer,
  headers: Record<string, string | number>
): Response {
  headers['content-type'] = 'application/json;charset=utf-8'
  headers.vary = 'accept-encoding'
  if (encoding !== 'identity') headers['content-encoding'] = encoding
  return new Response(corkedBody(body))
}
