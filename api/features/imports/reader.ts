import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import {
  createCsvReader,
  DELIMITERS,
  type Delimiter,
  detectDelimiter,
  type FileRow,
  type TableReader
} from './csv.ts'
import { detectEncoding, type FileEncoding, hasByteOrderMark, isUtf16 } from './encoding.ts'
import { ImportError } from './import-error.ts'
import { readLines } from './lines.ts'
import { createLineReader, createObjectReader } from './ndjson.ts'

/** Filled cells by the label of their column. */
export type Sample = ReadonlyMap<string, readonly string[]>

export interface Table {
  format: 'csv' | 'ndjson'
  encoding: FileEncoding
  delimiter: Delimiter | null
  totalBytes: number
  /** Bytes on disk. */
  readBytes(): number
  /** Estimated from the size and the first lines. */
  expectedRows: number
  /** For NDJSON those at the start of the file; readers append others. */
  labels: string[]
  /** The same file from its beginning. */
  again(): Promise<Table>
  /** Values at the start of the file. */
  sample: Sample
  /** Throws an `ImportError` when a compressed file turns out to be broken. */
  rows(): AsyncGenerator<FileRow[]>
}

const HEAD_BYTES = 256 * 1024
const READ_BYTES = 512 * 1024
const SAMPLE_LINES = 30
const SAMPLE_ROWS = 200
const SPOILED = /[\0\uFFFD]/
const GZIP_RATIO = 5

async function inspectFile(file: string): Promise<{ size: number; zipped: boolean }> {
  const throwUnreadable = (error: NodeJS.ErrnoException): never => {
    const reason = error.code === 'ENOENT' ? 'нет такого файла' : `не читается (${error.code})`
    throw new ImportError(`Файл ${file}: ${reason}`)
  }
  const stats = await stat(file).catch(throwUnreadable)
  if (!stats.isFile()) throw new ImportError(`Файл ${file}: это не файл`)
  const handle = await open(file).catch(throwUnreadable)
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    const zipped = buffer[0] === 0x1f && buffer[1] === 0x8b
    if (!zipped && stats.size > 0 && /\.gz$/i.test(file)) throw new ImportError(`Файл ${file} не архив gzip`)
    return { size: stats.size, zipped }
  } finally {
    await handle.close()
  }
}

/** Unpacked bytes; `onRead` counts bytes on disk. */
async function* bytesOf(
  file: string,
  zipped: boolean,
  onRead: (bytes: number) => void
): AsyncGenerator<Uint8Array> {
  const raw = createReadStream(file, { highWaterMark: READ_BYTES })
  raw.on('data', chunk => onRead(chunk.length))
  const stream = zipped ? raw.pipe(createGunzip({ chunkSize: READ_BYTES })) : raw
  if (zipped) raw.on('error', error => stream.destroy(error))
  try {
    for await (const chunk of stream) yield chunk as Uint8Array
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (!code?.startsWith('Z_')) throw error
    throw new ImportError(
      `Архив ${file} повреждён или оборван (${code}). Прочитанное сохранено; исправьте файл и запустите импорт ещё раз.`
    )
  } finally {
    raw.destroy()
  }
}

/** For a broken archive, what can be read: the import reports where it breaks. */
async function headOf(file: string, zipped: boolean): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of bytesOf(file, zipped, () => {})) {
      parts.push(chunk)
      length += chunk.length
      if (length >= HEAD_BYTES) break
    }
  } catch (error) {
    if (!(error instanceof ImportError) || length === 0) throw error
  }
  return Buffer.concat(parts).subarray(0, HEAD_BYTES)
}

/** Most NDJSON files name all columns early, so that no thread meets a new one. */
function nameColumns(labels: string[], lines: readonly string[]): void {
  const objects = createObjectReader(labels)
  for (const line of lines) if (!SPOILED.test(line)) objects.read(line)
}

/** Reads the first rows by a reader of its own. A header that cannot be read is refused when the file is. */
function sampleOf(reader: TableReader, format: Table['format'], lines: readonly string[]): Sample {
  const sample = new Map<string, string[]>()
  const first = lines.slice(0, SAMPLE_ROWS).filter(text => !SPOILED.test(text))
  try {
    const rows = reader.push(first.map((text, at) => ({ number: at + 1, text })))
    const read = cellsReader(format, reader.labels)
    for (const { values } of rows) {
      const cells = values ? read(values) : []
      if (!Array.isArray(cells)) continue
      for (const [at, cell] of cells.entries())
        if (cell.trim() !== '')
          sample.getOrInsertComputed(reader.labels[at] ?? '', () => []).push(cell.trim())
    }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
  }
  return sample
}

export interface ReadOptions {
  encoding?: FileEncoding
  delimiter?: Delimiter
}

/** Detects compression, encoding, format and delimiter. Throws an `ImportError` when the file cannot be read. */
export async function openTable(file: string, options: ReadOptions): Promise<Table> {
  const { size, zipped } = await inspectFile(file)
  const head = await headOf(file, zipped)
  if (head.length === 0) throw new ImportError(`Файл ${file} пуст`)
  if (isUtf16(head))
    throw new ImportError(`Файл ${file} в кодировке UTF-16. Сохраните его в UTF-8 или Windows-1251.`)
  const encoding = options.encoding ?? detectEncoding(head)
  const text = new TextDecoder(encoding).decode(hasByteOrderMark(head) ? head.subarray(3) : head)
  const json =
    /\.(ndjson|jsonl|json)(\.gz)?$/i.test(file) ||
    (!/\.(csv|tsv|txt)(\.gz)?$/i.test(file) && /^\s*\{/.test(text))
  const lines = text.split(/\r?\n/).filter(line => line !== '')
  const whole = head.length < HEAD_BYTES ? lines : lines.slice(0, -1)
  const delimiter = json ? null : (options.delimiter ?? detectDelimiter(whole.slice(0, SAMPLE_LINES)))
  const openReader = () => (delimiter === null ? createLineReader() : createCsvReader(delimiter))
  const format = json ? 'ndjson' : 'csv'
  const reader = openReader()
  if (json) nameColumns(reader.labels, whole)
  let bytesRead = 0

  return {
    format,
    encoding,
    delimiter,
    totalBytes: size,
    expectedRows: Math.ceil((size * (zipped ? GZIP_RATIO : 1)) / (head.length / Math.max(1, lines.length))),
    readBytes: () => bytesRead,
    labels: reader.labels,
    again: () => openTable(file, options),
    sample: sampleOf(openReader(), format, whole),
    async *rows() {
      const bytes = bytesOf(file, zipped, count => {
        bytesRead += count
      })
      for await (const block of readLines(bytes, encoding)) yield reader.push(block)
      const rest = reader.end()
      if (rest.length > 0) yield rest
    }
  }
}

/** Returns the cells of a row, or why it has none. New columns are appended to `labels`. */
export function cellsReader(
  format: Table['format'],
  labels: string[]
): (values: string[]) => string[] | { reason: string } {
  if (format === 'csv') return cells => cells
  const objects = createObjectReader(labels)
  return ([line = '']) => objects.read(line)
}

export function readDelimiter(text: string): Delimiter | null {
  if (text === '\\t' || text.toLowerCase() === 'tab') return '\t'
  return DELIMITERS.find(delimiter => delimiter === text) ?? null
}
