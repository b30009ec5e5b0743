/**
 * From so many bytes on Bun 1.4.5 sends the head of an answer that was awaited piece by piece, some fifty packets of a
 * few bytes (measured; oven-sh/bun#41341): ten times what the answer costs, on both ends.
 */
const PIECEMEAL_FROM_BYTES = 15 * 2 ** 10

/**
 * A body that leaves in one piece with its head and its `Content-Length`, however large it is. To be given whole to
 * `new Response` or to Elysia, after which the bytes must not change.
 *
 * @param parts What the body is put together of.
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
  // With room for all of it nothing is sent before the end, and so the length is known. The types are those of browsers.
  return new ReadableStream(source as unknown as UnderlyingSource, { highWaterMark: length + 1 })
}
