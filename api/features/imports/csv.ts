import { ImportError } from './import-error.ts'
import type { Line } from './lines.ts'

/** A row of a table, or a line that is none. A line of NDJSON is one value until an `ObjectReader` reads it. */
export type Row =
  | { line: number; values: string[]; raw: string; reason?: undefined }
  | { line: number; values?: undefined; raw: string; reason: string }

export const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** A quoted value may run over this many lines; beyond it the quote was a slip of the pen. */
const RECORD_MAX_LINES = 200
const RECORD_MAX_CHARS = 1024 * 1024
export const LABEL_MAX_CHARS = 120

const NOT_CLOSED = 'кавычка не закрыта'
const AFTER_QUOTE = 'лишние символы после закрывающей кавычки'
const EMPTY = 'пустая строка'

/** Cells of one record, or what is wrong: `open` when a quoted value goes on behind the end of the text. */
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

/** Turns blocks of lines into rows. The first row of a CSV names the columns. */
export interface TableReader {
  /** Names of the columns, in the order of the values. */
  readonly labels: string[]
  push(lines: readonly Line[]): Row[]
  /** What is left at the end of the file. */
  end(): Row[]
}

/**
 * Puts the records of a CSV together (RFC 4180, any of the usual delimiters). A record that cannot be read costs one
 * line: reading goes on with the next one, so a lone quote does not swallow the file.
 */
export function createCsvReader(delimiter: string): TableReader {
  const labels: string[] = []
  let expected = 0
  let waiting: Line[] = []
  let waitingChars = 0

  /** The row that the lines make; undefined for the header. */
  function finish(lines: Line[], cells: string[]): Row | undefined {
    const first = lines[0]?.number ?? 0
    const raw = lines.length === 1 ? (lines[0]?.text ?? '') : lines.map(line => line.text).join('\n')
    if (expected === 0) {
      expected = cells.length
      labels.push(...uniqueLabels(cells))
      return undefined
    }
    if (cells.length === expected) return { line: first, raw, values: cells }
    return { line: first, raw, reason: `колонок ${cells.length}, а в заголовке ${expected}` }
  }

  /** Without a header no row can be understood, and the next line must not become one. */
  function refuseHeader(line: number, reason: string): void {
    if (expected === 0) throw new ImportError(`Заголовок таблицы (строка ${line}) не читается: ${reason}`)
  }

  /** Gives the first waiting line up and reads the others again. */
  function giveUp(reason: string, rows: Row[]): void {
    const [first, ...again] = waiting
    waiting = []
    waitingChars = 0
    if (first) refuseHeader(first.number, reason)
    if (first) rows.push({ line: first.number, raw: first.text, reason })
    for (const line of again) take(line, rows)
  }

  function take(line: Line, rows: Row[]): void {
    if (line.reason !== undefined) {
      refuseHeader(line.number, line.reason)
      while (waiting.length > 0) giveUp(NOT_CLOSED, rows)
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
        const row = finish([line], cells)
        if (row) rows.push(row)
      }
      return
    }
    waiting.push(line)
    waitingChars += line.text.length + 1
    if (line.text.includes('"')) {
      const cells = readCells(waiting.map(part => part.text).join('\n'), delimiter)
      if (cells === 'broken') giveUp(NOT_CLOSED, rows)
      else if (cells !== 'open') {
        const row = finish(waiting, cells)
        if (row?.reason !== undefined) giveUp(`${NOT_CLOSED} или ${row.reason}`, rows)
        else {
          if (row) rows.push(row)
          waiting = []
          waitingChars = 0
        }
      }
    }
    if (waiting.length > RECORD_MAX_LINES || waitingChars > RECORD_MAX_CHARS) giveUp(NOT_CLOSED, rows)
  }

  return {
    labels,
    push(lines) {
      const rows: Row[] = []
      for (const line of lines) take(line, rows)
      return rows
    },
    end() {
      const rows: Row[] = []
      while (waiting.length > 0) giveUp(NOT_CLOSED, rows)
      return rows
    }
  }
}

/** Headers as labels: trimmed, named by their place when empty, numbered when they repeat. */
export function uniqueLabels(cells: readonly string[]): string[] {
  const seen = new Set<string>()
  return cells.map((cell, at) => {
    const label = cell.replace(/\s+/gu, ' ').trim().slice(0, LABEL_MAX_CHARS) || `Колонка ${at + 1}`
    let unique = label
    for (let next = 2; seen.has(unique); next += 1) unique = `${label} ${next}`
    seen.add(unique)
    return unique
  })
}

/**
 * The delimiter that splits the first lines into the same number of cells, the more the better; for a table of one
 * column one that does not occur.
 */
export function detectDelimiter(lines: readonly string[]): Delimiter {
  let best = DELIMITERS.find(delimiter => !lines.some(line => line.includes(delimiter))) ?? ','
  let bestScore = 0
  for (const delimiter of DELIMITERS) {
    const widths = lines
      .map(line => readCells(line, delimiter))
      .filter(cells => Array.isArray(cells))
      .map(cells => cells.length)
    const first = widths[0] ?? 1
    if (first < 2) continue
    const agree = widths.filter(cells => cells === first).length / widths.length
    const score = agree * 100 + Math.min(first, 50)
    if (score > bestScore) {
      best = delimiter
      bestScore = score
    }
  }
  return best
}
