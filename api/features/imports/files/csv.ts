import { ImportError } from '#api/features/imports/import-error.ts'
import type { PreviewWarning } from '#shared/contracts/imports.ts'
import type { DELIMITER_SIGNS } from '#shared/labels/file-formats.ts'
import { safeColumnName } from '#shared/rules/column-name.ts'
import {
  countCells,
  countFilled,
  joinCells,
  type LineCells,
  readCells,
  readEscapedCells
} from './csv-cells.ts'
import { checkLimit } from './limits.ts'
import type { FileLine } from './lines.ts'

/** A row or rejected line. NDJSON lines are parsed later. */
export type FileRow =
  | { line: number; values: string[]; raw: string; reason?: undefined }
  | { line: number; values?: undefined; raw: string; reason: string }

export type Delimiter = (typeof DELIMITER_SIGNS)[number]

const RECORD_MAX_LINES = 200
const RECORD_MAX_CHARS = 1024 * 1024
export const LABEL_MAX_CHARS = 120

const NOT_CLOSED = 'кавычка не закрыта'
const AFTER_QUOTE = 'лишние символы после закрывающей кавычки'
const EMPTY = 'пустая строка'
/** Null in database dumps. */
const NO_VALUE = '\\N'

/** Start of the rows and names of columns. */
export interface CsvLayout {
  firstLine: number
  /** Omitted: the first record is the header. */
  labels?: readonly string[]
}

export interface TableReader {
  readonly labels: string[]
  push(lines: readonly FileLine[]): FileRow[]
  end(): FileRow[]
  remarks?(): readonly PreviewWarning[]
}

/** Part of an incomplete record. */
interface WaitingLine {
  line: FileLine
  read: LineCells | null
  filled: number
}

const waitingLine = (line: FileLine, read: LineCells | null): WaitingLine => ({
  line,
  read,
  filled: countFilled(read?.cells ?? [])
})

/**
 * RFC 4180 with any usual delimiter. Lines that break the rules are tried with escapes or plain quotes. A bad record
 * costs one line, and reading goes on with the next.
 */
export function createCsvReader(delimiter: string, layout: CsvLayout = { firstLine: 1 }): TableReader {
  const labels: string[] = [...(layout.labels ?? [])]
  let expected = labels.length
  const waiting: WaitingLine[] = []
  let waitingChars = 0

  function toRow(lines: readonly FileLine[], cells: string[]): FileRow | null {
    const first = lines[0]?.number ?? 0
    const raw = lines.length === 1 ? (lines[0]?.text ?? '') : lines.map(line => line.text).join('\n')
    if (expected === 0) {
      expected = cells.length
      labels.push(...uniqueLabels(cells))
      return null
    }
    const width = widthOf(cells.length, () => countFilled(cells))
    if (width !== expected) {
      const [only, more] = lines
      const row = only && !more ? readOtherwise(only, false) : null
      return row ?? { line: first, raw, reason: wrongWidth(width) }
    }
    return rowOf(first, raw, cells.length === expected ? cells : cells.slice(0, expected))
  }

  const rowOf = (line: number, raw: string, cells: string[]): FileRow => ({
    line,
    raw,
    values: raw.includes(NO_VALUE) ? cells.map(cell => (cell === NO_VALUE ? '' : cell)) : cells
  })

  /** Escapes or plain quotes, accepted only with the header's number of cells. */
  function readOtherwise({ number, text }: FileLine, plain: boolean): FileRow | null {
    if (expected === 0) return null
    const escaped = text.includes('\\') ? readEscapedCells(text, delimiter) : null
    if (escaped?.length === expected) return rowOf(number, text, escaped)
    const cells = plain ? text.split(delimiter) : []
    return cells.length === expected ? rowOf(number, text, cells) : null
  }

  /** Trailing blank cells of spreadsheets do not count. */
  const widthOf = (cells: number, filled: () => number): number =>
    cells > expected && filled() <= expected ? expected : cells

  const wrongWidth = (width: number) => `колонок ${width}, а в заголовке ${expected}`

  function refuseHeader(line: number, reason: string): void {
    if (expected === 0)
      throw new ImportError(
        `Заголовок таблицы (строка ${line}) не читается: ${reason}. Исправьте эту строку в файле или укажите ` +
          'другую строку заголовка.'
      )
  }

  const push = (row: FileRow | null, rows: FileRow[]) => {
    if (row) rows.push(row)
  }

  function reject(line: FileLine, reason: string, rows: FileRow[]): void {
    refuseHeader(line.number, reason)
    rows.push({ line: line.number, raw: line.text, reason })
  }

  /** Rejects the opening line and continues with the next. */
  function rejectFirst(reason: string, rows: FileRow[]): void {
    const first = dropFirst()
    if (!first) return
    const row = readOtherwise(first, false)
    if (row) rows.push(row)
    else reject(first, reason, rows)
    begin(rows)
  }

  function dropFirst(): FileLine | undefined {
    const line = waiting.shift()?.line
    waitingChars -= line ? line.text.length + 1 : 0
    return line
  }

  /** Reads waiting lines until one stays open. */
  function begin(rows: FileRow[]): void {
    for (let [first] = waiting; first; [first] = waiting) {
      const { line } = first
      const read = readCells(line.text, delimiter)
      if (read?.isOpen) {
        waiting[0] = waitingLine(line, read)
        return
      }
      dropFirst()
      if (line.text === '') rows.push({ line: line.number, raw: '', reason: EMPTY })
      else if (read === null) {
        const row = readOtherwise(line, true)
        if (row) rows.push(row)
        else reject(line, AFTER_QUOTE, rows)
      } else push(toRow([line], read.cells), rows)
    }
  }

  /** Reason, when a closed record is invalid. */
  function whyNoRecord(): string | null {
    const lines = waiting.flatMap(({ read }) => read ?? [])
    if (lines.length < waiting.length) return NOT_CLOSED
    if (expected === 0) return null
    const width = widthOf(countCells(lines), countFilledWaiting)
    return width === expected ? null : `${NOT_CLOSED} или ${wrongWidth(width)}`
  }

  function countFilledWaiting(): number {
    const last = waiting.findLastIndex(({ filled }) => filled > 0)
    if (last === -1) return 0
    const above = waiting.slice(0, last).flatMap(({ read }) => read ?? [])
    return countCells(above) - 1 + (waiting[last]?.filled ?? 0)
  }

  /** Completes a record, or gives up its first line. */
  function completeOrReject(rows: FileRow[]): void {
    while (waiting.length > 1) {
      const isOpen = waiting.at(-1)?.read?.isOpen === true
      if (isOpen && waiting.length <= RECORD_MAX_LINES && waitingChars <= RECORD_MAX_CHARS) return
      const reason = isOpen ? NOT_CLOSED : whyNoRecord()
      if (reason === null) {
        const cells = joinCells(waiting.flatMap(({ read }) => read ?? []))
        push(
          toRow(
            waiting.splice(0).map(({ line }) => line),
            cells
          ),
          rows
        )
        waitingChars = 0
      } else rejectFirst(reason, rows)
    }
  }

  function readLine(line: FileLine, rows: FileRow[]): void {
    if (line.reason !== undefined) {
      refuseHeader(line.number, line.reason)
      rejectAll(rows)
      rows.push({ line: line.number, raw: line.text, reason: line.reason })
      return
    }
    if (waiting.length === 0 && line.text !== '' && !line.text.includes('"')) {
      push(toRow([line], line.text.split(delimiter)), rows)
      return
    }
    const isWithin = waiting.length > 0
    waiting.push(
      isWithin ? waitingLine(line, readCells(line.text, delimiter, true)) : waitingLine(line, null)
    )
    waitingChars += line.text.length + 1
    if (isWithin) completeOrReject(rows)
    else begin(rows)
  }

  function rejectAll(rows: FileRow[]): void {
    while (waiting.length > 0) rejectFirst(NOT_CLOSED, rows)
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
      rejectAll(rows)
      return rows
    }
  }
}

/** Trimmed, positional when empty, numbered when repeated, in linear time. @throws LimitError */
export function uniqueLabels(cells: readonly string[]): string[] {
  checkLimit('columns', cells.length)
  const usedLabels = new Set<string>()
  const nextByLabel = new Map<string, number>()
  return cells.map((cell, at) => {
    const name = cell.replace(/\s+/gu, ' ').trim().slice(0, LABEL_MAX_CHARS)
    const label = safeColumnName(name) || `Колонка ${at + 1}`
    let unique = label
    let next = nextByLabel.get(label) ?? 2
    for (; usedLabels.has(unique); next += 1) unique = `${label} ${next}`
    nextByLabel.set(label, next)
    usedLabels.add(unique)
    return unique
  })
}
