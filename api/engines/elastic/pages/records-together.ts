/**
 * How many records of an index are not too large together, and until when that is remembered. Of large ones alone, by the
 * name by which they are searched: an alias of ours, or the name of an adopted index.
 */
export type RecordsTogether = Map<string, { records: number; until: number }>

/** What is loaded meanwhile may be smaller; the price of asking together is one refused answer for each time. */
const REMEMBERED_MS = 10 * 60_000

/**
 * So many times fewer are asked for when they were too large, and more at most than before: of the hundred that a search
 * shows of a source a single one is reached in three steps, and a page of thousands from it in four.
 */
export const PAGE_GROWTH = 8

/** What came last is still to be unpacked in time: 16 MB take about 70 ms of a processor, of which others may have most. */
export const UNPACKING_MS = 500

export const isLarge = (together: RecordsTogether, index: string): boolean =>
  (together.get(index)?.until ?? 0) > performance.now()

export function noteTogether(together: RecordsTogether, index: string, records: number): void {
  together.set(index, { records, until: performance.now() + REMEMBERED_MS })
}
