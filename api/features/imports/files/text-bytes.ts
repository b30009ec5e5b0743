import type { FileEncoding } from './encoding.ts'

const RETURN = 13
const NEWLINE = 10

/** Lines are split by bytes. Broken pairs become U+FFFD. */
export async function* asUtf8(
  chunks: AsyncIterable<Uint8Array>,
  encoding: FileEncoding
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding)
  const encoder = new TextEncoder()
  for await (const chunk of chunks) yield encoder.encode(decoder.decode(chunk, { stream: true }))
  const rest = decoder.decode()
  if (rest !== '') yield encoder.encode(rest)
}

/** Bare carriage returns become newlines. */
export async function* withNewlines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield chunk.map(byte => (byte === RETURN ? NEWLINE : byte))
}
