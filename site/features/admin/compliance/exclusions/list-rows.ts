interface ListRow {
  /** Of the file, with its empty lines. */
  line: number
  row: string
}

/** The rows of a list that say something, each with the number that an editor shows beside it. */
export const rowsOf = (text: string): ListRow[] =>
  text
    .split(/\r?\n/)
    .map((row, at) => ({ line: at + 1, row }))
    .filter(({ row }) => row.trim() !== '')
