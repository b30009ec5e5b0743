import type { Context } from '#api/context.ts'
import type { RowReading } from '#api/features/search/answer/read-rows.ts'

/** Few enough that a search that comes meanwhile does not wait. */
const READ_AT_ONCE = 100
const LANES = 2

/** What rows would be searched as, in their order; lines that repeat are read once. */
export async function readAllRows(
  { search }: Context,
  rows: readonly string[],
  signal: AbortSignal
): Promise<RowReading[]> {
  const lines = [...new Set(rows)]
  const readings = new Map<string, RowReading>()
  const parts = Array.from({ length: Math.ceil(lines.length / READ_AT_ONCE) }, (_, part) =>
    lines.slice(part * READ_AT_ONCE, (part + 1) * READ_AT_ONCE)
  )
  const lane = async () => {
    for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
      signal.throwIfAborted()
      const read = await search.readRows(part, signal)
      for (const [at, line] of part.entries()) readings.set(line, read[at] ?? { refused: 'SEARCH_DOWN' })
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return rows.flatMap(line => readings.get(line) ?? [])
}
