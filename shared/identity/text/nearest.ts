const MOST_EDITS = 2

/** The name meant by a mistyped one: two edits away at most, or a name that it begins. */
export function nearest(typed: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map(name => ({ name, edits: editsBetween(typed, name) }))
    .sort((a, b) => a.edits - b.edits)
  if (best && best.edits <= Math.min(MOST_EDITS, Math.floor(typed.length / 2))) return best.name
  return typed.length > 1 ? names.find(name => name.startsWith(typed)) : undefined
}

function editsBetween(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const at = (cells: number[], column: number) => cells[column] ?? Number.POSITIVE_INFINITY
      const changed = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(beforeLast, j - 2) + 1 : changed
      row.push(Math.min(changed, swapped, at(last, j) + 1, at(row, j - 1) + 1))
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}
