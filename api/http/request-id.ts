import { randomFillSync } from 'node:crypto'

export const REQUEST_ID_HEADER = 'x-request-id'

const ID_BYTES = 12
const IDS_AT_ONCE = 256

/** Ids of answers and log lines, never a client's own. */
export function createRequestIds(): () => string {
  // One system call for many ids saves 2 µs each, a seventh of the smallest answer.
  const pool = Buffer.alloc(IDS_AT_ONCE * ID_BYTES)
  let usedBytes = pool.length
  return () => {
    if (usedBytes >= pool.length) {
      randomFillSync(pool)
      usedBytes = 0
    }
    usedBytes += ID_BYTES
    return pool.toString('base64url', usedBytes - ID_BYTES, usedBytes)
  }
}

export const requestIdOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers[REQUEST_ID_HEADER])
