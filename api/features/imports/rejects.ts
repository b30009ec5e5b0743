import { accessSync, constants, createWriteStream, rmSync, type WriteStream } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { FileFormat } from '#shared/labels/file-formats.ts'
import { harmlessCell } from '#shared/rules/spreadsheet.ts'
import type { FileRow } from './files/csv.ts'

const RAW_MAX_CHARS = 20_000
/** BOM and semicolon, for a Russian Excel. */
const CSV_HEAD = '\uFEFFСтрока;Причина;Исходная строка\r\n'

export interface Rejects {
  readonly path: string
  add(line: number, reason: string, raw: string): void
  /** Rows with a reason of their own or from `reasons`; returns their number. */
  addRows(rows: readonly FileRow[], reasons: ReadonlyMap<number, string>): number
  /** Null without rejects. */
  firstReason(): string | null
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

/** Number, reason and line, beside the file or in `DATA_DIR`. Replaces an earlier list. */
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
