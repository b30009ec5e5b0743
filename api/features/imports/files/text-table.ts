import { ImportError } from '#api/features/imports/import-error.ts'
import { type FileFormat, FORMAT_LABELS, namesOwnColumns } from '#shared/labels/file-formats.ts'
import { NO_NAMES } from './column-names.ts'
import { type Content, HEAD_BYTES, headOf } from './content.ts'
import { type CsvLayout, createCsvReader, type FileRow, type TableReader, uniqueLabels } from './csv.ts'
import {
  detectDelimiter,
  type HeadRecord,
  namedDelimiter,
  namesDelimiter,
  readHeadRecords
} from './delimiter.ts'
import { decoderOf, detectEncoding, type FileEncoding, hasByteOrderMark } from './encoding.ts'
import { areEntities } from './entities.ts'
import { type EntityTies, readTies } from './entity-ties.ts'
import { findHeader } from './header-row.ts'
import { LINE_MAX_BYTES, readLines } from './lines.ts'
import { namesByValues } from './nameless-columns.ts'
import { createLineReader } from './ndjson.ts'
import { refuseBinary, refuseOtherText } from './signature.ts'
import { cellsReader, noSuchHeader, type ReadOptions, sampleOf, type Table } from './table.ts'
import { asUtf8, withNewlines } from './text-bytes.ts'
import { areCards, createCardReader } from './vcard.ts'

const SAMPLE_LINES = 60
const SAMPLE_ROWS = 200
const SPOILED = /[\0\uFFFD]/
const GZIP_RATIO = 5
/** Larger files are read once, without relations. */
const TIES_MAX_BYTES = 256 * 2 ** 20

type TextContent = Extract<Content, { is: 'text' }>
type Layout = CsvLayout & Pick<Table, 'heading'>

const NO_HEADING = { line: null, reason: null, isAsked: false, hasTitle: false }

interface Head {
  encoding: FileEncoding
  /** Lines end with bare carriage returns. */
  hasReturnsOnly: boolean
  lines: string[]
  length: number
}

async function headWithLine(content: TextContent): Promise<{ head: Uint8Array; isAll: boolean }> {
  const first = async (max: number) => {
    const head = await headOf(
      content.bytes(() => {}),
      max
    )
    return { head, isAll: head.length < max }
  }
  const begin = await first(HEAD_BYTES)
  const hasLine = begin.isAll || begin.head.some(byte => byte === 10 || byte === 13)
  return hasLine ? begin : await first(LINE_MAX_BYTES + HEAD_BYTES)
}

function readHead(head: Uint8Array, isAll: boolean, requested: FileEncoding | undefined): Head {
  const encoding = requested ?? detectEncoding(head)
  const text = decoderOf(encoding).decode(hasByteOrderMark(head) ? head.subarray(3) : head)
  const hasReturnsOnly = !text.includes('\n') && text.includes('\r')
  const all = text.split(hasReturnsOnly ? '\r' : /\r?\n/)
  return {
    encoding,
    hasReturnsOnly,
    lines: isAll ? all : all.slice(0, -1),
    length: head.length
  }
}

/** Most NDJSON files show all columns early, which spares threads. */
function nameColumns(format: FileFormat, labels: string[], rows: readonly FileRow[]): void {
  const read = cellsReader({ format, names: NO_NAMES }, labels)
  for (const { values } of rows) if (values) read(values)
}

function formatOf(name: string, lines: readonly string[]): FileFormat {
  const begin = lines.join('\n')
  if (areCards(begin)) return 'vcard'
  const isJson =
    /\.(ndjson|jsonl|json)(\.gz)?$/i.test(name) ||
    (!/\.(csv|tsv|txt)(\.gz)?$/i.test(name) && /^\s*\{/.test(begin))
  if (!isJson) return 'csv'
  return areEntities(lines) ? 'ftm' : 'ndjson'
}

function layoutOf(file: string, lines: readonly string[], delimiter: string, headerLine?: number): Layout {
  const from = headerLine || (namesDelimiter(lines[0] ?? '') ? 2 : 1)
  const isAsked = headerLine !== undefined
  const plain = { firstLine: from, heading: { line: from, reason: null, isAsked, hasTitle: false } }
  const begun = lines.findIndex((line, at) => at >= from - 1 && line.trim() !== '')
  if (headerLine && begun !== headerLine - 1) throw noSuchHeader(file, headerLine)
  const records = readHeadRecords(lines.slice(from - 1, from - 1 + SAMPLE_LINES), delimiter)
  const filled = records.filter(({ cells }) => cells.join('').trim() !== '')
  const lineOf = (record: HeadRecord | undefined) => (record === undefined ? undefined : record.at + from)
  const isReadable = headerLine === 0 || lineOf(filled[0]) === begun + 1
  if (filled.length === 0 || !isReadable) return plain
  const { header, firstRow, cells, reason } = findHeader(
    filled.map(record => record.cells),
    headerLine === 0 ? 'none' : headerLine && 0
  )
  const begins = header === null ? undefined : filled[header]
  if (begins?.cells.some(cell => SPOILED.test(cell))) return { ...plain, firstLine: begins.at + from }
  const last = filled[firstRow - 1]
  const firstValues = firstRow === 0 ? begun + 1 : (lineOf(filled[firstRow]) ?? from)
  // Unreadable ones are reported as rejected.
  const firstLine = header === null || last === undefined ? firstValues : last.at + last.lines + from
  const values = filled.slice(firstRow).map(record => record.cells)
  const labels =
    header === null && headerLine === undefined ? namesByValues(values, cells.length) : uniqueLabels(cells)
  const hasTitle = headerLine
    ? lines.slice(0, headerLine - 1).some(line => line.trim() !== '' && !namesDelimiter(line))
    : (header ?? firstRow) > 0
  return { firstLine, labels, heading: { line: lineOf(begins) ?? null, reason, isAsked, hasTitle } }
}

function firstRows(reader: TableReader, lines: readonly string[], ties: EntityTies | null): FileRow[] {
  const spoiled = (text: string) => SPOILED.test(text)
  try {
    const first = lines.map((text, at) => ({ number: at + 1, text, ...(spoiled(text) && { reason: '' }) }))
    return reader.push(ties ? ties.tied(first) : first)
  } catch (error) {
    if (error instanceof ImportError) return []
    throw error
  }
}

/** @throws ImportError */
export async function openTextTable(
  file: string,
  content: TextContent,
  options: ReadOptions,
  again: () => Promise<Table>
): Promise<Table> {
  const { head, isAll } = await headWithLine(content)
  if (head.length === 0) throw new ImportError(`Файл ${file} пуст`)
  const { encoding, hasReturnsOnly, lines, length } = readHead(head, isAll, options.encoding)
  const isWide = encoding === 'utf-16le' || encoding === 'utf-16be'
  if (!isWide) refuseBinary(file, head)
  const first = lines.slice(0, SAMPLE_LINES)
  refuseOtherText(file, first.join('\n'))
  const format = formatOf(content.packed === 'zip' ? content.name : file, first)
  const delimiter = namesOwnColumns(format)
    ? null
    : (options.delimiter ??
      namedDelimiter(lines[0] ?? '') ??
      detectDelimiter(first.filter(line => !namesDelimiter(line))))
  if (delimiter === null && options.header !== undefined)
    throw new ImportError(
      `Файл ${file}: в ${FORMAT_LABELS[format]} нет строки заголовка, названия стоят в каждой записи. Не указывайте её.`
    )
  const layout =
    delimiter === null
      ? { firstLine: 1, heading: NO_HEADING }
      : layoutOf(file, lines, delimiter, options.header)
  const openReader = () => {
    if (delimiter !== null) return createCsvReader(delimiter, layout)
    return format === 'vcard' ? createCardReader() : createLineReader()
  }
  const blocks = (count: (bytes: number) => void) => {
    const raw = content.bytes(count)
    const utf8 = isWide ? asUtf8(raw, encoding) : raw
    return readLines(hasReturnsOnly ? withNewlines(utf8) : utf8, isWide ? 'utf-8' : encoding)
  }
  const hasTies = format === 'ftm' && content.size <= TIES_MAX_BYTES
  const ties = hasTies ? await readTies(() => blocks(() => {})) : null
  const reader = openReader()
  const sampler = openReader()
  const headRows = firstRows(sampler, delimiter === null ? lines : lines.slice(0, SAMPLE_ROWS), ties)
  if (delimiter === null) nameColumns(format, reader.labels, headRows)
  const sampled = headRows.slice(0, SAMPLE_ROWS)
  const rowsInHead = format === 'vcard' ? headRows.length : lines.filter(line => line !== '').length
  let bytesRead = 0

  return {
    format,
    packed: content.packed,
    encoding,
    delimiter,
    sheet: null,
    heading: layout.heading,
    totalBytes: content.size,
    expectedRows: Math.ceil(
      (content.size * (content.packed ? GZIP_RATIO : 1)) / (length / Math.max(1, rowsInHead))
    ),
    readBytes: () => bytesRead,
    labels: reader.labels,
    names: NO_NAMES,
    again,
    sample: sampleOf(format, sampler.labels, sampled),
    remarks: () => reader.remarks?.() ?? [],
    async *rows() {
      const count = (bytes: number) => {
        bytesRead += bytes
      }
      for await (const block of blocks(count)) yield reader.push(ties ? ties.tied(block) : block)
      const rest = reader.end()
      if (rest.length > 0) yield rest
    }
  }
}
