/**
 * Above this size Bun 1.4.5 sends the head of an awaited answer in some fifty packets of a few bytes (measured;
 * oven-sh/bun#41341): ten times the cost of the answer, on both ends.
 */
const PIECEMEAL_FROM_BYTES = 15 * 2 ** 10

/**
 * A body that is sent in one piece with its head and `Content-Length`, whatever its size. Pass it whole to `new
 * Response` or to Elysia, and do not change the bytes afterwards.
 */
export function corkedBody(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> | ReadableStream {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  if (length < PIECEMEAL_FROM_BYTES) return Buffer.concat(parts)
  const source: Bun.DirectUnderlyingSource = {
    type: 'direct',
    pull(sink) {
      for (const part of parts) sink.write(part as Uint8Array<ArrayBuffer>)
      sink.end()
    }
  }
  // With room for everything, nothing is sent before the end, so the length is known. The types are those of browsers.
  return new ReadableStream(source as unknown as UnderlyingSource, { highWaterMark: length + 1 })
}
