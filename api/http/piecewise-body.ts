/** What a socket takes at a time, so that no second copy of a large body waits in its buffers. */
const PIECE_BYTES = 64 * 2 ** 10
/** Whoever takes no piece for so long is gone: 32 kB a second keep the place in memory. */
const STALL_MS = 2_000

/**
 * A body of megabytes as a stream that gives the next piece when the one before was taken. A client that stops reading is
 * cut off, so that it holds neither the memory nor what waits for it.
 *
 * @param onEnd Called once, when the last piece was taken, or the client left or was cut off.
 */
export function piecewiseBody(
  parts: readonly Uint8Array[],
  onEnd: () => void,
  stallMs = STALL_MS
): ReadableStream<Uint8Array> {
  const pieces = piecesOf(parts)
  let timer: ReturnType<typeof setTimeout> | undefined
  function end(): void {
    clearTimeout(timer)
    pieces.return(undefined)
    onEnd()
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        timer = setTimeout(() => {
          controller.error(new Error('the client has stopped reading'))
          end()
        }, stallMs)
      },
      pull(controller) {
        timer?.refresh()
        const next = pieces.next()
        if (!next.done) return controller.enqueue(next.value)
        controller.close()
        end()
      },
      cancel: end
    },
    { highWaterMark: 0 }
  )
}

function* piecesOf(parts: readonly Uint8Array[]): Generator<Uint8Array, void> {
  for (const part of parts)
    for (let at = 0; at < part.length; at += PIECE_BYTES) yield part.subarray(at, at + PIECE_BYTES)
}
