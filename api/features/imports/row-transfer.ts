import type { Row } from './csv.ts'

/** The cells of rows on their way to another thread: one text is copied far quicker than many. */
export interface PackedRows {
  /** Cells of each row; 0 for one that is none. */
  counts: Uint32Array
  /** Characters of each cell. */
  lengths: Uint32Array
  text: string
}

export function packRows(rows: readonly Row[]): PackedRows {
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

/** The cells of every row again; null for one that is none. */
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
