/** One goal beside what was measured. */
export interface Row {
  id: string
  goal: string
  measured: string
  /** Where the goal is a ratio: what it came to. */
  ratio?: string
  /** Null for a figure that stands there to be known and has no goal. */
  holds: boolean | null
}

const ANSWERS = new Map([
  [true, 'yes'],
  [false, 'NO']
])

const HEAD = ['#', 'goal', 'measured', 'ratio', 'holds']

/** A table for the terminal and for `results.md` alike; `more` has what fills further columns, by their heads. */
export function renderTable<R extends Row>(
  rows: readonly R[],
  more: Record<string, (row: R) => string> = {}
): string {
  const head = [...HEAD, ...Object.keys(more)]
  const lines = rows.map(row => [
    row.id,
    row.goal,
    row.measured,
    row.ratio ?? '',
    row.holds === null ? '' : (ANSWERS.get(row.holds) ?? ''),
    ...Object.values(more).map(cell => cell(row))
  ])
  const widths = head.map((title, column) =>
    Math.max(title.length, ...lines.map(line => line[column]?.length ?? 0))
  )
  const draw = (cells: string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [draw(head), draw(widths.map(width => '-'.repeat(width))), ...lines.map(draw)].join('\n')
}
