import type { FileRow } from './files/csv.ts'

/** Rows sent to a thread: one long text is copied far faster than many. */
export interface PackedRows {
  /** Cells per row; 0 for a line that is not a row. */
  counts: Uint32Array
  lengths: Uint32Array
  text: string
}

export function packRows(rows: readonly FileRow[]): PackedRows {
  const counts = new Uint32Array(rows.length)
  const lengths: number[] = []
  const cells: string[] = []
  for (const [at, { values }] of rows.entries()) {
    if (!values) continue
    counts[at] = values.length
    for (const value of values) {
      lengths.push(value.length)
      cells.push(value)
    }
  }
  return { counts, lengths: Uint32Array.from(lengths), text: cells.join('') }
}

export function* unpackRows({ counts, lengths, text }: PackedRows): Generator<string[] | null> {
  let cell = 0
  let from = 0
  for (const count of counts) {
    if (count === 0) {
      yield null
      continue
    }
    const values: string[] = []
    for (const end = cell + count; cell < end; cell += 1) {
      const to = from + (lengths[cell] ?? 0)
      values.push(text.slice(from, to))
      from = to
    }
    yield values
  }
}
