/** About as much as an import takes of one: a line may have so much. */
export const RECORD_BYTES_MAX = 1024 ** 2

/** In Russian texts, which are most of what is large, a sign has two. */
const BYTES_OF_SIGN = 2

/** About how large it was as JSON. */
export function bytesIn(value: unknown): number {
  if (typeof value === 'string') return value.length * BYTES_OF_SIGN
  if (typeof value !== 'object' || value === null) return 1
  let bytes = 0
  for (const inner of Object.values(value)) bytes += bytesIn(inner)
  return bytes
}
