import { randomBytes } from 'node:crypto'

export const REQUEST_ID_HEADER = 'x-request-id'

/** Names one request in its answer and in the log. Ours, never the client's: a foreign text does not enter the log. */
export function newRequestId(): string {
  return randomBytes(12).toString('base64url')
}
