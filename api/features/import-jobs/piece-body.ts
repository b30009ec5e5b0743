import { Refusal } from '#api/lib/refusal.ts'
import { UPLOAD_PIECE_MAX_BYTES } from '#shared/constants.ts'

const PIECE_PATH = /^\/api\/auth\/admin\/imports\/[^/]+\/piece\/?$/
/** RFC 9530. */
const DIGEST = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):/

/** How many pieces this process is taking. */
export interface Uploads {
  pieces: number
}

export const createUploads = (): Uploads => ({ pieces: 0 })

/** Whether a call may bring a piece of a file, and so more than others. */
export const isPiecePath = (path: string): boolean => PIECE_PATH.test(path)

/**
 * The bytes of a piece, whole or not at all.
 *
 * @throws Refusal `UNSUPPORTED_TYPE`, `BODY_TOO_LARGE`, `BAD_INPUT` for none, `UPLOAD_DAMAGED` when they are not those of
 * the call's `Content-Length` or `Content-Digest`.
 */
export async function readPiece(request: Request): Promise<Uint8Array> {
  if (request.headers.get('content-type') !== 'application/octet-stream')
    throw new Refusal('UNSUPPORTED_TYPE')
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.length
    if (length > UPLOAD_PIECE_MAX_BYTES) throw new Refusal('BODY_TOO_LARGE')
    chunks.push(chunk)
  }
  if (length === 0) throw new Refusal('BAD_INPUT')
  const told = request.headers.get('content-length')
  if (told !== null && Number(told) !== length) throw new Refusal('UPLOAD_DAMAGED')
  const bytes = Buffer.concat(chunks)
  const digest = DIGEST.exec(request.headers.get('content-digest') ?? '')?.[1]
  if (digest !== undefined && Bun.SHA256.hash(bytes, 'base64') !== digest) throw new Refusal('UPLOAD_DAMAGED')
  return bytes
}
