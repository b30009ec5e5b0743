import { Refusal } from '#api/lib/refusal.ts'
import { UPLOAD_PIECE_MAX_BYTES } from '#shared/constants.ts'
import { readDigest } from './piece-digest.ts'

/**
 * Reads a piece completely.
 * @throws Refusal `UNSUPPORTED_TYPE`, `BODY_TOO_LARGE`, `BAD_INPUT`, `UPLOAD_DAMAGED` for a wrong length or digest; or
 * the signal's reason.
 */
export async function readPiece(request: Request, signal: AbortSignal): Promise<Uint8Array> {
  if (request.headers.get('content-type') !== 'application/octet-stream')
    throw new Refusal('UNSUPPORTED_TYPE')
  const isAsSummed = readDigest(request.headers.get('content-digest'))
  const bytes = await readAll(request, signal)
  if (bytes.length === 0) throw new Refusal('BAD_INPUT')
  const declaredLength = request.headers.get('content-length')
  if (declaredLength !== null && Number(declaredLength) !== bytes.length) throw new Refusal('UPLOAD_DAMAGED')
  if (!isAsSummed(bytes)) throw new Refusal('UPLOAD_DAMAGED')
  return bytes
}

async function readAll({ body }: Request, signal: AbortSignal): Promise<Buffer> {
  if (!body) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = body.getReader()
  const { promise: isAborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort)
  isAborted.catch(() => {})
  try {
    for (;;) {
      signal.throwIfAborted()
      const { done, value } = await Promise.race([reader.read(), isAborted])
      if (done) return Buffer.concat(chunks)
      length += value.length
      if (length > UPLOAD_PIECE_MAX_BYTES) throw new Refusal('BODY_TOO_LARGE')
      chunks.push(value)
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    // The rest is dropped.
    void reader.cancel().catch(() => {})
  }
}
