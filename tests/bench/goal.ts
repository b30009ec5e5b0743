/** One goal of `design/performance.md` beside what was measured. */
export interface Row {
  id: string
  goal: string
  measured: string
  holds: boolean
}

/** A table for the terminal and for `results.md` alike. */
export function renderTable(rows: Row[]): string {
  const head = ['#', 'goal', 'measured', 'holds']
  const lines = rows.map(row => [row.id, row.goal, row.measured, row.holds ? 'yes' : 'NO'])
  const widths = head.map((title, column) =>
    Math.max(title.length, ...lines.map(line => line[column]?.length ?? 0))
  )
  const draw = (cells: string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [draw(head), draw(widths.map(width => '-'.repeat(width))), ...lines.map(draw)].join('\n')
}
