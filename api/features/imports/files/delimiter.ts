import { kindOfColumn } from '#api/features/imports/columns/office-headers.ts'
import { DELIMITER_SIGNS } from '#shared/labels/file-formats.ts'
import type { Delimiter } from './csv.ts'
import { joinCells, type LineCells, readCells } from './csv-cells.ts'

const RECORD_MAX_LINES = 50
/** Excel's first line `sep=;`. */
const NAMED = /^\uFEFF?"?sep=(.)"?$/i

export function namedDelimiter(line: string): Delimiter | null {
  const sign = NAMED.exec(line)?.[1]
  return DELIMITER_SIGNS.find(delimiter => delimiter === sign) ?? null
}

export const namesDelimiter = (line: string): boolean => NAMED.test(line)

export interface HeadRecord {
  at: number
  lines: number
  cells: string[]
}

/** Records of the first lines; skips unreadable ones. */
export function readHeadRecords(lines: readonly string[], delimiter: string): HeadRecord[] {
  const records: HeadRecord[] = []
  /** Lines read inside quotes, by index. */
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

/** Longer signs first, because `|` inside `||` would leave empty columns. */
const IN_TURN = DELIMITER_SIGNS.toSorted((a, b) => b.length - a.length)

/** Ordinary signs need all records and the header to agree. */
const NEEDS: Partial<Record<Delimiter, { width: number; namedColumns: number }>> = {
  '~': { width: 2, namedColumns: 0 },
  '\u0001': { width: 2, namedColumns: 0 },
  ':': { width: 3, namedColumns: 2 }
}

/** The delimiter with equal, well-filled records; for one column one that does not occur. */
export function detectDelimiter(lines: readonly string[]): Delimiter {
  let best = DELIMITER_SIGNS.find(delimiter => !lines.some(line => line.includes(delimiter))) ?? ','
  let bestScore = 0
  for (const delimiter of IN_TURN) {
    if (!lines.some(line => line.includes(delimiter))) continue
    const records = readHeadRecords(lines, delimiter).filter(({ cells }) => cells.join('').trim() !== '')
    const widths = Map.groupBy(records, ({ cells }) => cells.length)
    const [width = 1, alike = []] =
      [...widths].filter(([cells]) => cells > 1).toSorted((a, b) => b[1].length - a[1].length)[0] ?? []
    if (width < 2 || !isLikely(delimiter, records, alike)) continue
    const score = (alike.length / records.length) * 100 + Math.min(filledColumns(alike, width), 50)
    if (score > bestScore) {
      best = delimiter
      bestScore = score
    }
  }
  return best
}

function isLikely(
  delimiter: Delimiter,
  records: readonly HeadRecord[],
  alike: readonly HeadRecord[]
): boolean {
  const needs = NEEDS[delimiter]
  if (!needs) return true
  const cells = alike[0]?.cells ?? []
  const named = cells.filter(cell => kindOfColumn(cell) !== null).length
  return alike.length === records.length && cells.length >= needs.width && named >= needs.namedColumns
}

const filledColumns = (records: readonly HeadRecord[], width: number): number =>
  Array.from({ length: width }, (_, at) =>
    records.some(({ cells }) => (cells[at] ?? '').trim() !== '')
  ).filter(Boolean).length
