import type { SignedInUser } from '#api/features/sessions/service.ts'
import { corkedBody } from '#api/http/corked-body.ts'
import { encodingFor } from '#api/http/open-body.ts'
import { piecewiseBody } from '#api/http/piecewise-body.ts'
import type { ClosedAnswer } from './answer/prepared-answer.ts'
import type { SearchCaller } from './eligibility.ts'
import { purposeIn } from './purpose.ts'

/** Who asks over HTTP. */
export function callerOf(user: SignedInUser, address: string | null, request: Request): SearchCaller {
  return {
    userId: user.id,
    role: user.role,
    requestsCount: user.requestsCount,
    address,
    isApi: false,
    clientKey: request.headers.get('idempotency-key'),
    usualPurpose: purposeIn(user),
    knowsKey: user.knowsKey,
    encoding: encodingFor(request.headers),
    signal: request.signal
  }
}

/** No answer of the page is as large. */
const STREAMED_FROM_BYTES = 2 ** 20

/**
 * An answer with its headers.
 *
 * @param onSent Called when its memory is needed no more.
 */
export function responseOf(
  { body, encoding }: ClosedAnswer,
  headers: Record<string, string | number>,
  onSent = () => {}
): Response {
  headers['content-type'] = 'application/json;charset=utf-8'
  headers.vary = 'accept-encoding'
  if (encoding !== 'identity') headers['content-encoding'] = encoding
  const bytes = body.reduce((sum, { length }) => sum + length, 0)
  if (bytes >= STREAMED_FROM_BYTES) return new Response(piecewiseBody(body, onSent))
  onSent()
  return new Response(corkedBody(body))
}
