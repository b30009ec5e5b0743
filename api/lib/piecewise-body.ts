/** What a socket takes at a time, so that no second copy of a large body waits in its buffers. */
const PIECE_BYTES = 256 * 2 ** 10

/**
 * A body of megabytes as a stream that gives the next piece when the one before was taken.
 *
 * @param onEnd Called once, when the last piece was taken or the client left.
 */
export function piecewiseBody(parts: readonly Uint8Array[], onEnd: () => void): ReadableStream<Uint8Array> {
  const pieces = piecesOf(parts)
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = pieces.next()
        if (!next.done) return controller.enqueue(next.value)
        controller.close()
        onEnd()
      },
      cancel: onEnd
    },
    { highWaterMark: 0 }
  )
}

function* piecesOf(parts: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const part of parts)
    for (let at = 0; at < part.length; at += PIECE_BYTES) yield part.subarray(at, at + PIECE_BYTES)
}
