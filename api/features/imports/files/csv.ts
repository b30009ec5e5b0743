import { ImportError } from '#api/features/imports/import-error.ts'
import type { DELIMITER_SIGNS } from '#shared/labels/file-formats.ts'
import { safeColumnName } from '#shared/rules/column-name.ts'
import type { FileLine } from './lines.ts'

/** A row, or a line that is not one. A line of NDJSON is a single value until an `ObjectReader` reads it. */
export type FileRow =
  | { line: number; values: string[]; raw: string; reason?: undefined }
  | { line: number; values?: undefined; raw: string; reason: string }

export type Delimiter = (typeof DELIMITER_SIGNS)[number]

/** Longer quoted values mean a stray quote. */
const RECORD_MAX_LINES = 200
const RECORD_MAX_CHARS = 1024 * 1024
export const LABEL_MAX_CHARS = 120

const NOT_CLOSED = 'кавычка не закрыта'
const AFTER_QUOTE = 'лишние символы после закрывающей кавычки'
const EMPTY = 'пустая строка'

/** The cells of one record; `open` when a quoted value continues after the text. */
function splitCells(text: string, delimiter: string): string[] | 'open' | 'broken' {
  const cells: string[] = []
  let at = 0
  while (true) {
    if (text.charAt(at) === '"') {
      let value = ''
      let from = at + 1
      while (true) {
        const quote = text.indexOf('"', from)
        if (quote === -1) return 'open'
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
      if (at >= text.length) return cells
      if (text.charAt(at) !== delimiter) return 'broken'
    } else {
      const end = text.indexOf(delimiter, at)
      cells.push(text.slice(at, end === -1 ? text.length : end))
      if (end === -1) return cells
      at = end
    }
    at += 1
  }
}

export const readCells = (text: string, delimiter: string): string[] | 'open' | 'broken' =>
  text.includes('"') ? splitCells(text, delimiter) : text.split(delimiter)

/** Where the rows of a table begin, and what its columns are called. */
export interface CsvLayout {
  /** Number of the first line to be read. */
  firstLine: number
  /** Without them the first record is the header. */
  labels?: readonly string[]
}

/** Turns blocks of lines into rows. */
export interface TableReader {
  readonly labels: string[]
  push(lines: readonly FileLine[]): FileRow[]
  end(): FileRow[]
}

/**
 * Reads CSV (RFC 4180, any usual delimiter). An unreadable record costs one line: reading continues with the next, so a
 * stray quote does not swallow the file.
 */
export function createCsvReader(delimiter: string, layout: CsvLayout = { firstLine: 1 }): TableReader {
  const labels: string[] = [...(layout.labels ?? [])]
  let expected = labels.length
  let waiting: FileLine[] = []
  let waitingChars = 0

  /** Undefined for the header. */
  function toRow(lines: FileLine[], cells: string[]): FileRow | undefined {
    const first = lines[0]?.number ?? 0
    const raw = lines.length === 1 ? (lines[0]?.text ?? '') : lines.map(line => line.text).join('\n')
    if (expected === 0) {
      expected = cells.length
      labels.push(...uniqueLabels(cells))
      return undefined
    }
    if (cells.length === expected) return { line: first, raw, values: cells }
    // Spreadsheets write separators behind the last column of a row.
    if (cells.length > expected && cells.slice(expected).every(cell => cell.trim() === ''))
      return { line: first, raw, values: cells.slice(0, expected) }
    return { line: first, raw, reason: `колонок ${cells.length}, а в заголовке ${expected}` }
  }

  /** No other line may take the place of a broken header. */
  function refuseHeader(line: number, reason: string): void {
    if (expected === 0)
      throw new ImportError(
        `Заголовок таблицы (строка ${line}) не читается: ${reason}. Исправьте эту строку в файле или укажите ` +
          'другую строку заголовка.'
      )
  }

  function rejectFirstLine(reason: string, rows: FileRow[]): void {
    const [first, ...rereadLines] = waiting
    waiting = []
    waitingChars = 0
    if (first) refuseHeader(first.number, reason)
    if (first) rows.push({ line: first.number, raw: first.text, reason })
    for (const line of rereadLines) readLine(line, rows)
  }

  function readLine(line: FileLine, rows: FileRow[]): void {
    if (line.reason !== undefined) {
      refuseHeader(line.number, line.reason)
      while (waiting.length > 0) rejectFirstLine(NOT_CLOSED, rows)
      rows.push({ line: line.number, raw: line.text, reason: line.reason })
      return
    }
    if (waiting.length === 0) {
      if (line.text === '') {
        rows.push({ line: line.number, raw: '', reason: EMPTY })
        return
      }
      const cells = readCells(line.text, delimiter)
      if (cells === 'open') {
        waiting = [line]
        waitingChars = line.text.length
      } else if (cells === 'broken') {
        refuseHeader(line.number, AFTER_QUOTE)
        rows.push({ line: line.number, raw: line.text, reason: AFTER_QUOTE })
      } else {
        const row = toRow([line], cells)
        if (row) rows.push(row)
      }
      return
    }
    waiting.push(line)
    waitingChars += line.text.length + 1
    if (line.text.includes('"')) {
      const cells = readCells(waiting.map(part => part.text).join('\n'), delimiter)
      if (cells === 'broken') rejectFirstLine(NOT_CLOSED, rows)
      else if (cells !== 'open') {
        const row = toRow(waiting, cells)
        if (row?.reason !== undefined) rejectFirstLine(`${NOT_CLOSED} или ${row.reason}`, rows)
        else {
          if (row) rows.push(row)
          waiting = []
          waitingChars = 0
        }
      }
    }
    if (waiting.length > RECORD_MAX_LINES || waitingChars > RECORD_MAX_CHARS)
      rejectFirstLine(NOT_CLOSED, rows)
  }

  return {
    labels,
    push(lines) {
      const rows: FileRow[] = []
      for (const line of lines) if (line.number >= layout.firstLine) readLine(line, rows)
      return rows
    },
    end() {
      const rows: FileRow[] = []
      while (waiting.length > 0) rejectFirstLine(NOT_CLOSED, rows)
      return rows
    }
  }
}

/** Trimmed headers, named by position when empty, numbered when repeated. */
export function uniqueLabels(cells: readonly string[]): string[] {
  const usedLabels = new Set<string>()
  return cells.map((cell, at) => {
    const name = cell.replace(/\s+/gu, ' ').trim().slice(0, LABEL_MAX_CHARS)
    const label = safeColumnName(name) || `Колонка ${at + 1}`
    let unique = label
    for (let next = 2; usedLabels.has(unique); next += 1) unique = `${label} ${next}`
    usedLabels.add(unique)
    return unique
  })
}
