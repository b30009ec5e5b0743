import { ImportError } from '#api/features/imports/import-error.ts'
import { type Content, HEAD_BYTES, headOf } from './content.ts'
import { type CsvLayout, createCsvReader, type FileRow, type TableReader, uniqueLabels } from './csv.ts'
import { detectDelimiter, namedDelimiter, namesDelimiter, readHeadRecords } from './delimiter.ts'
import { detectEncoding, type FileEncoding, hasByteOrderMark } from './encoding.ts'
import { findHeader } from './header-row.ts'
import { readLines } from './lines.ts'
import { namesByValues } from './nameless-columns.ts'
import { createLineReader, createObjectReader } from './ndjson.ts'
import { refuseBinary, refuseOtherText } from './signature.ts'
import { type ReadOptions, sampleOf, type Table } from './table.ts'
import { asUtf8, withNewlines } from './text-bytes.ts'

const SAMPLE_LINES = 60
const SAMPLE_ROWS = 200
const SPOILED = /[\0\uFFFD]/
const GZIP_RATIO = 5

type TextContent = Extract<Content, { is: 'text' }>

/** What the first bytes of a text tell of all of it. */
interface Head {
  encoding: FileEncoding
  /** Carriage returns alone part its lines. */
  hasReturnsOnly: boolean
  lines: string[]
  length: number
}

function readHead(head: Uint8Array, given: FileEncoding | undefined): Head {
  const encoding = given ?? detectEncoding(head)
  const text = new TextDecoder(encoding).decode(hasByteOrderMark(head) ? head.subarray(3) : head)
  const hasReturnsOnly = !text.includes('\n') && text.includes('\r')
  const all = text.split(hasReturnsOnly ? '\r' : /\r?\n/)
  return {
    encoding,
    hasReturnsOnly,
    lines: head.length < HEAD_BYTES ? all : all.slice(0, -1),
    length: head.length
  }
}

/** Most NDJSON files name all columns early, so that no thread meets a new one. */
function nameColumns(labels: string[], lines: readonly string[]): void {
  const objects = createObjectReader(labels)
  for (const line of lines) if (line !== '' && !SPOILED.test(line)) objects.read(line)
}

/** Where the rows begin. A header that cannot be read is refused when the file is: no other line takes its place. */
function layoutOf(
  lines: readonly string[],
  delimiter: string
): CsvLayout & Pick<Table, 'headerLine' | 'hasTitle'> {
  const skipped = namesDelimiter(lines[0] ?? '') ? 1 : 0
  const plain = { firstLine: skipped + 1, headerLine: skipped + 1, hasTitle: false }
  const begun = lines.findIndex((line, at) => at >= skipped && line.trim() !== '')
  const records = readHeadRecords(lines.slice(0, SAMPLE_LINES), delimiter).filter(({ at }) => at >= skipped)
  const filled = records.filter(({ cells }) => cells.join('').trim() !== '')
  if (filled.length === 0 || filled[0]?.at !== begun) return plain
  const { header, firstRow, cells } = findHeader(filled.map(record => record.cells))
  const begins = header === null ? null : filled[header]
  if (begins?.cells.some(cell => SPOILED.test(cell))) return { ...plain, firstLine: begins.at + 1 }
  const last = filled[firstRow - 1]
  const following = records.find(({ at }) => last !== undefined && at > last.at)
  const firstLine = header === null ? (filled[firstRow]?.at ?? 0) + 1 : (following?.at ?? lines.length) + 1
  const values = filled.slice(firstRow).map(record => record.cells)
  const labels = header === null ? namesByValues(values, cells.length) : uniqueLabels(cells)
  const hasTitle = (header ?? firstRow) > 0
  return { firstLine, labels, headerLine: begins ? begins.at + 1 : null, hasTitle }
}

function firstRows(reader: TableReader, lines: readonly string[]): FileRow[] {
  const spoiled = (text: string) => SPOILED.test(text)
  try {
    return reader.push(
      lines
        .slice(0, SAMPLE_ROWS)
        .map((text, at) => ({ number: at + 1, text, ...(spoiled(text) && { reason: '' }) }))
    )
  } catch (error) {
    if (error instanceof ImportError) return []
    throw error
  }
}

/** A CSV or NDJSON. Throws an `ImportError` when it is neither. */
export async function openTextTable(
  file: string,
  content: TextContent,
  options: ReadOptions,
  again: () => Promise<Table>
): Promise<Table> {
  const head = await headOf(
    content.bytes(() => {}),
    HEAD_BYTES
  )
  if (head.length === 0) throw new ImportError(`Файл ${file} пуст`)
  const { encoding, hasReturnsOnly, lines, length } = readHead(head, options.encoding)
  const isWide = encoding === 'utf-16le' || encoding === 'utf-16be'
  if (!isWide) refuseBinary(file, head)
  const begin = lines.slice(0, SAMPLE_LINES).join('\n')
  refuseOtherText(file, begin)
  const name = content.packed === 'zip' ? content.name : file
  const json =
    /\.(ndjson|jsonl|json)(\.gz)?$/i.test(name) ||
    (!/\.(csv|tsv|txt)(\.gz)?$/i.test(name) && /^\s*\{/.test(begin))
  const first = lines.slice(0, SAMPLE_LINES)
  const delimiter = json
    ? null
    : (options.delimiter ??
      namedDelimiter(lines[0] ?? '') ??
      detectDelimiter(first.filter(line => !namesDelimiter(line))))
  const layout =
    delimiter === null ? { firstLine: 1, headerLine: null, hasTitle: false } : layoutOf(lines, delimiter)
  const openReader = () => (delimiter === null ? createLineReader() : createCsvReader(delimiter, layout))
  const format = json ? 'ndjson' : 'csv'
  const reader = openReader()
  if (json) nameColumns(reader.labels, lines)
  const sampler = openReader()
  const sampled = firstRows(sampler, lines)
  const filled = Math.max(1, lines.filter(line => line !== '').length)
  let bytesRead = 0

  return {
    format,
    packed: content.packed,
    encoding,
    delimiter,
    sheet: null,
    headerLine: layout.headerLine,
    hasTitle: layout.hasTitle,
    totalBytes: content.size,
    expectedRows: Math.ceil((content.size * (content.packed ? GZIP_RATIO : 1)) / (length / filled)),
    readBytes: () => bytesRead,
    labels: reader.labels,
    again,
    sample: sampleOf(format, sampler.labels, sampled),
    async *rows() {
      const raw = content.bytes(count => {
        bytesRead += count
      })
      const utf8 = isWide ? asUtf8(raw, encoding) : raw
      const bytes = hasReturnsOnly ? withNewlines(utf8) : utf8
      for await (const block of readLines(bytes, isWide ? 'utf-8' : encoding)) yield reader.push(block)
      const rest = reader.end()
      if (rest.length > 0) yield rest
    }
  }
}
