import type { SignedInUser } from '#api/features/sessions/service.ts'
import { corkedBody } from '#api/http/corked-body.ts'
import { encodeBody } from '#api/http/encoded-body.ts'
import { piecewiseBody } from '#api/http/piecewise-body.ts'
import type { FinishedAnswer } from './answer/prepared-answer.ts'
import { storedPurposeOf } from './purpose.ts'
import type { SearchCaller } from './reserve-credit.ts'

export function callerOf(user: SignedInUser, address: string | null, request: Request): SearchCaller {
  return {
    userId: user.id,
    role: user.role,
    requestsCount: user.requestsCount,
    address,
    isApi: false,
    clientKey: request.headers.get('idempotency-key'),
    usualPurpose: storedPurposeOf(user),
    knowsKey: user.knowsKey,
    signal: request.signal
  }
}

/** Larger than any answer of the page. */
const STREAMED_FROM_BYTES = 2 ** 20

/**
 * Compresses the answer as the request takes it.
 *
 * @param onSent Called when its memory is free.
 */
export async function responseOf(
  { headers: accepted }: Request,
  { body }: FinishedAnswer,
  headers: Record<string, string | number>,
  onSent = () => {}
): Promise<Response> {
  const { parts, encoding } = await encodeBody(body, accepted)
  headers['content-type'] = 'application/json;charset=utf-8'
  headers.vary = 'accept-encoding'
  if (encoding !== 'identity') headers['content-encoding'] = encoding
  const bytes = parts.reduce((sum, { length }) => sum + length, 0)
  if (bytes >= STREAMED_FROM_BYTES) return new Response(piecewiseBody(parts, onSent))
  onSent()
  return new Response(corkedBody(parts))
}
