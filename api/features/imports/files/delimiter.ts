import { DELIMITER_SIGNS } from '#shared/labels/file-formats.ts'
import type { Delimiter } from './csv.ts'
import { joinCells, type LineCells, readCells } from './csv-cells.ts'

const RECORD_MAX_LINES = 50
/** Excel's own first line: `sep=;`. */
const NAMED = /^\uFEFF?"?sep=(.)"?$/i

/** The delimiter that Excel's first line names, else null. */
export function namedDelimiter(line: string): Delimiter | null {
  const sign = NAMED.exec(line)?.[1]
  return DELIMITER_SIGNS.find(delimiter => delimiter === sign) ?? null
}

export const namesDelimiter = (line: string): boolean => NAMED.test(line)

export interface HeadRecord {
  /** Place of its first line. */
  at: number
  /** How many it has. */
  lines: number
  cells: string[]
}

/** The records of the first lines; a quoted value may go on over several. What cannot be read is left out. */
export function readHeadRecords(lines: readonly string[], delimiter: string): HeadRecord[] {
  const records: HeadRecord[] = []
  /** By their place, as lines read within a quoted value. */
  const middles = new Map<number, LineCells | null>()
  const middleAt = (at: number) =>
    middles.getOrInsertComputed(at, () => readCells(lines[at] ?? '', delimiter, true))
  for (let at = 0; at < lines.length; ) {
    const read = [readCells(lines[at] ?? '', delimiter)]
    while (read.at(-1)?.isOpen && read.length < RECORD_MAX_LINES && at + read.length < lines.length)
      read.push(middleAt(at + read.length))
    const whole = read.at(-1)?.isOpen === false ? read.flatMap(line => line ?? []) : null
    if (whole) records.push({ at, lines: read.length, cells: joinCells(whole) })
    at += whole?.length ?? 1
  }
  return records
}

/**
 * The delimiter that splits the first records into equal numbers of cells, the more the better; for a single column, one
 * that does not occur.
 */
export function detectDelimiter(lines: readonly string[]): Delimiter {
  let best = DELIMITER_SIGNS.find(delimiter => !lines.some(line => line.includes(delimiter))) ?? ','
  let bestScore = 0
  for (const delimiter of DELIMITER_SIGNS) {
    const records = readHeadRecords(lines, delimiter).filter(({ cells }) => cells.join('').trim() !== '')
    const widths = Map.groupBy(records, ({ cells }) => cells.length)
    const [width = 1, alike = []] =
      [...widths].filter(([cells]) => cells > 1).toSorted((a, b) => b[1].length - a[1].length)[0] ?? []
    if (width < 2) continue
    const score = (alike.length / records.length) * 100 + Math.min(width, 50)
    if (score > bestScore) {
      best = delimiter
      bestScore = score
    }
  }
  return best
}
