/** Avoids a second copy in socket buffers. */
const PIECE_BYTES = 64 * 2 ** 10
/** 32 kB a second keep a client alive. */
const STALL_MS = 2_000

/** @param onEnd Called once at the end, also for a client that stopped reading and was dropped. */
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
