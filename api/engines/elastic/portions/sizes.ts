/** How many records of an index are not too large together, and until when that is remembered. Of large ones alone. */
export type RecordSizes = Map<string, { size: number; until: number }>

const REMEMBERED_MS = 10 * 60_000

export const isLarge = (sizes: RecordSizes, index: string): boolean =>
  (sizes.get(index)?.until ?? 0) > performance.now()

export function noteSize(sizes: RecordSizes, index: string, size: number): void {
  sizes.set(index, { size, until: performance.now() + REMEMBERED_MS })
}

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
