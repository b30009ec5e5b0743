/** Larger answers leave Bun 1.4.5 in some fifty packets (oven-sh/bun#41341), at ten times the cost. */
const PIECEMEAL_FROM_BYTES = 15 * 2 ** 10

/**
 * Sends a body in one piece with `Content-Length`. Pass it whole to `new Response`, and do not change the bytes later.
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
  // Room for everything delays sending until the length is known.
  return new ReadableStream(source as unknown as UnderlyingSource, { highWaterMark: length + 1 })
}
