import { accessSync, constants, createWriteStream, rmSync, type WriteStream } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { FileFormat } from '#shared/labels/file-formats.ts'
import { harmlessCell } from '#shared/rules/spreadsheet.ts'
import type { FileRow } from './files/csv.ts'

const RAW_MAX_CHARS = 20_000
/** With the mark and the delimiter by which a Russian Excel opens a file as a table. */
const CSV_HEAD = '\uFEFFСтрока;Причина;Исходная строка\r\n'

export interface Rejects {
  /** The file exists only when lines were rejected. */
  readonly path: string
  add(line: number, reason: string, raw: string): void
  /** Adds rows with a reason, their own or one of `reasons` by position. Returns their number. */
  addRows(rows: readonly FileRow[], reasons: ReadonlyMap<number, string>): number
  /** Null while nothing is rejected. */
  firstReason(): string | null
  /** Resolves when everything added is in the file. */
  flush(): Promise<void>
  close(): Promise<void>
}

const quoted = (text: string): string => `"${harmlessCell(text).replaceAll('"', '""')}"`

function folderFor(file: string, dataDir: string): string {
  const beside = dirname(file)
  try {
    accessSync(beside, constants.W_OK)
    return beside
  } catch {
    return dataDir
  }
}

/**
 * Lists rejected lines: number, reason, the line itself. Beside the file, or in `DATA_DIR` when that folder is not
 * writable. Replaces an earlier list.
 */
export function openRejects(file: string, dataDir: string, format: FileFormat): Rejects {
  const isJson = format === 'ndjson' || format === 'ftm'
  const path = join(folderFor(file, dataDir), `${basename(file)}.rejects.${isJson ? 'ndjson' : 'csv'}`)
  rmSync(path, { force: true })
  let stream: WriteStream | undefined
  let failure: Error | undefined
  let first: string | null = null
  let pending: Promise<void> = Promise.resolve()

  function write(text: string): void {
    if (!stream) {
      stream = createWriteStream(path, { mode: 0o600 })
      stream.on('error', error => {
        failure = error
      })
      if (!isJson) stream.write(CSV_HEAD)
    }
    const target = stream
    pending = new Promise(resolve => target.write(text, () => resolve()))
  }

  function add(line: number, reason: string, raw: string): void {
    const text = raw.slice(0, RAW_MAX_CHARS)
    first ??= reason
    if (isJson) write(`${JSON.stringify({ line, reason, raw: text })}\n`)
    else write(`${line};${quoted(reason)};${quoted(text)}\r\n`)
  }

  return {
    path,
    add,
    firstReason: () => first,
    addRows(rows, reasons) {
      let count = 0
      for (const [at, row] of rows.entries()) {
        const reason = row.reason ?? reasons.get(at)
        if (reason === undefined) continue
        add(row.line, reason, row.raw)
        count += 1
      }
      return count
    },
    async flush() {
      await pending
      if (failure) throw failure
    },
    async close() {
      await pending
      const target = stream
      if (target) await new Promise<void>(resolve => target.end(() => resolve()))
      if (failure) throw failure
    }
  }
}
