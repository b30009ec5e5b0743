/**
 * How many records of an index are not too large together, and until when that is remembered. Of large ones alone, by the
 * name by which they are searched: an alias of ours, or the name of an adopted index.
 */
export type RecordsTogether = Map<string, { records: number; until: number }>

const REMEMBERED_MS = 10 * 60_000

export const isLarge = (together: RecordsTogether, index: string): boolean =>
  (together.get(index)?.until ?? 0) > performance.now()

export function noteTogether(together: RecordsTogether, index: string, records: number): void {
  together.set(index, { records, until: performance.now() + REMEMBERED_MS })
}
