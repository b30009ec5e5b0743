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

/** A table for the terminal and for `results.md` alike. */
export function renderTable(rows: readonly Row[]): string {
  const lines = rows.map(({ id, goal, measured, ratio, holds }) => [
    id,
    goal,
    measured,
    ratio ?? '',
    holds === null ? '' : (ANSWERS.get(holds) ?? '')
  ])
  const widths = HEAD.map((title, column) =>
    Math.max(title.length, ...lines.map(line => line[column]?.length ?? 0))
  )
  const draw = (cells: string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [draw(HEAD), draw(widths.map(width => '-'.repeat(width))), ...lines.map(draw)].join('\n')
}
