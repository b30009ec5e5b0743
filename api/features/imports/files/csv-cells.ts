/** The cells of one line of CSV. */
export interface LineCells {
  /** The first goes on from the line before, where that has left a quoted value open. */
  cells: string[]
  /** The last goes on in the next line. */
  isOpen: boolean
}

/** @param isWithin The line begins within a quoted value. Null where something stands behind a closing quote. */
export function readCells(text: string, delimiter: string, isWithin = false): LineCells | null {
  if (!text.includes('"')) {
    return isWithin ? { cells: [text], isOpen: true } : { cells: text.split(delimiter), isOpen: false }
  }
  const cells: string[] = []
  let at = isWithin ? -1 : 0
  while (true) {
    if (at === -1 || text.charAt(at) === '"') {
      let value = ''
      let from = at + 1
      while (true) {
        const quote = text.indexOf('"', from)
        if (quote === -1) return { cells: [...cells, value + text.slice(from)], isOpen: true }
        value += text.slice(from, quote)
        if (text.charAt(quote + 1) === '"') {
          value += '"'
          from = quote + 2
          continue
        }
        at = quote + 1
        break
      }
      cells.push(value)
      if (at >= text.length) return { cells, isOpen: false }
      if (text.charAt(at) !== delimiter) return null
    } else {
      const end = text.indexOf(delimiter, at)
      cells.push(text.slice(at, end === -1 ? text.length : end))
      if (end === -1) return { cells, isOpen: false }
      at = end
    }
    at += 1
  }
}

/** The cells of a record of these lines: each goes on where the one before is open. */
export function joinCells(lines: readonly LineCells[]): string[] {
  const parts: string[][] = []
  for (const { cells } of lines) {
    const [first = '', ...others] = cells
    const open = parts.at(-1)
    if (open) open.push(first)
    else parts.push([first])
    for (const cell of others) parts.push([cell])
  }
  return parts.map(part => part.join('\n'))
}

/** How many cells a record of these lines has. */
export const countCells = (lines: readonly LineCells[]): number =>
  lines.reduce((sum, { cells }) => sum + cells.length - 1, 1)

/** How many there are up to the last one that is not blank. */
export const countFilled = (cells: readonly string[]): number =>
  cells.findLastIndex(cell => cell.trim() !== '') + 1
