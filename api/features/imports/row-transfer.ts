import type { FileRow } from './files/csv.ts'

/** One long text is copied faster to a thread. */
export interface PackedRows {
  /** 0 for a rejected line. */
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
