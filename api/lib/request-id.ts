import { randomFillSync } from 'node:crypto'

export const REQUEST_ID_HEADER = 'x-request-id'

const ID_BYTES = 12
/** Asking the system for randomness once for many requests instead of once for each. */
const POOL = Buffer.alloc(256 * ID_BYTES)
let used = POOL.length

/** Names one request in its answer and in the log. Ours, never the client's: a foreign text does not enter the log. */
export function newRequestId(): string {
  if (used >= POOL.length) {
    randomFillSync(POOL)
    used = 0
  }
  used += ID_BYTES
  return POOL.toString('base64url', used - ID_BYTES, used)
}

/** The name of the request that this answer is for. */
export const requestIdOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers[REQUEST_ID_HEADER])
