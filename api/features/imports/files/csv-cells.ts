export interface LineCells {
  /** The first may continue the previous line. */
  cells: string[]
  /** The last continues on the next line. */
  isOpen: boolean
}

/** Position of the opening quote; -1 without. Blanks may precede it only when nothing else follows the closing one. */
function quoteAt(text: string, at: number, delimiter: string): number {
  if (text.charAt(at) === '"') return at
  if (text.charAt(at) !== ' ') return -1
  const quote = skipBlanks(text, at)
  if (text.charAt(quote) !== '"') return -1
  let end = text.indexOf('"', quote + 1)
  while (end !== -1 && text.charAt(end + 1) === '"') end = text.indexOf('"', end + 2)
  return end !== -1 && endsValue(text, skipBlanks(text, end + 1), delimiter) ? quote : -1
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (text.charAt(at) === ' ') at += 1
  return at
}

const endsValue = (text: string, at: number, delimiter: string): boolean =>
  at >= text.length || text.startsWith(delimiter, at)

/** @param isWithin The line starts inside quotes. Null when text follows a closing quote. */
export function readCells(text: string, delimiter: string, isWithin = false): LineCells | null {
  if (!text.includes('"')) {
    return isWithin ? { cells: [text], isOpen: true } : { cells: text.split(delimiter), isOpen: false }
  }
  const cells: string[] = []
  let at = 0
  let isQuoted = isWithin
  while (true) {
    const opening = isQuoted ? -1 : quoteAt(text, at, delimiter)
    if (isQuoted || opening !== -1) {
      isQuoted = false
      let value = ''
      let from = opening + 1
      while (true) {
        const quote = text.indexOf('"', from)
        if (quote === -1) return { cells: [...cells, value + text.slice(from)], isOpen: true }
        value += text.slice(from, quote)
        if (text.charAt(quote + 1) === '"') {
          value += '"'
          from = quote + 2
          continue
        }
        at = skipBlanks(text, quote + 1)
        break
      }
      cells.push(value)
      if (at >= text.length) return { cells, isOpen: false }
      if (!text.startsWith(delimiter, at)) return null
    } else {
      const end = text.indexOf(delimiter, at)
      cells.push(text.slice(at, end === -1 ? text.length : end))
      if (end === -1) return { cells, isOpen: false }
      at = end
    }
    at += delimiter.length
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '', t: '\t', '0': '', N: '\\N' }

/** MySQL and ClickHouse: backslash escapes. Null when a quote stays open. */
export function readEscapedCells(text: string, delimiter: string): string[] | null {
  const cells: string[] = []
  let value = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (sign === '\\') {
      at += 1
      const escaped = text.charAt(at)
      value += ESCAPES[escaped] ?? escaped
    } else if (sign === '"' && (isQuoted || value === '')) isQuoted = !isQuoted
    else if (!isQuoted && text.startsWith(delimiter, at)) {
      cells.push(value)
      value = ''
      at += delimiter.length - 1
    } else value += sign
  }
  return isQuoted ? null : [...cells, value]
}

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

export const countCells = (lines: readonly LineCells[]): number =>
  lines.reduce((sum, { cells }) => sum + cells.length - 1, 1)

export const countFilled = (cells: readonly string[]): number =>
  cells.findLastIndex(cell => cell.trim() !== '') + 1
