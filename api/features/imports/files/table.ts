import { ImportError } from '#api/features/imports/import-error.ts'
import type { PreviewWarning } from '#shared/contracts/imports.ts'
import { type FileFormat, namesOwnColumns } from '#shared/labels/file-formats.ts'
import { type ColumnNames, NO_NAMES } from './column-names.ts'
import type { Delimiter, FileRow } from './csv.ts'
import type { FileEncoding } from './encoding.ts'
import { parseEntity } from './entities.ts'
import { createObjectReader, type RecordParser } from './ndjson.ts'
import { parseCard } from './vcard.ts'

/** Filled cells by the label of their column. */
export type Sample = ReadonlyMap<string, readonly string[]>

export interface Heading {
  /** Line of the header, the first of two; null when there is none. */
  line: number | null
  /** Why, as a sentence; null where nothing can be said. */
  reason: string | null
  /** It was said, not found out. */
  isAsked: boolean
  /** Whether something stands above it that is no part of the table. */
  hasTitle: boolean
}

export interface Table {
  format: FileFormat
  /** How the file was packed around the table. */
  packed: 'gzip' | 'zip' | null
  /** Null for a workbook, which says it itself. */
  encoding: FileEncoding | null
  delimiter: Delimiter | null
  /** The sheet that is read, and the others of its workbook that hold something. */
  sheet: { name: string; others: readonly string[] } | null
  heading: Heading
  /** What somebody calls its columns. */
  names: ColumnNames
  totalBytes: number
  /** Bytes on disk. */
  readBytes(): number
  /** Estimated from the size and the first lines. */
  expectedRows: number
  /** Where records name them, those at the start of the file; readers append others. */
  labels: string[]
  /** The same file from its beginning. */
  again(): Promise<Table>
  /** Values at the start of the file. */
  sample: Sample
  /** What the rows that were read tell of the whole file, for a person to know. */
  remarks(): readonly PreviewWarning[]
  /** Throws an `ImportError` when a compressed file turns out to be broken. */
  rows(): AsyncGenerator<FileRow[]>
}

export interface ReadOptions {
  encoding?: FileEncoding
  delimiter?: Delimiter
  /** Name of the sheet of a workbook. */
  sheet?: string
  /** Line of the header; 0 says that there is none. */
  header?: number
  names?: ColumnNames
}

/** Whether its columns have names that were found out. */
export const isHeadless = ({ format, heading }: Pick<Table, 'format' | 'heading'>): boolean =>
  !namesOwnColumns(format) && heading.line === null

/** Refuses a line that was named as the header. */
export const noSuchHeader = (file: string, line: number): ImportError =>
  new ImportError(
    `Файл ${file}: строка ${line} не может быть заголовком: она пуста или её нет в начале таблицы. Укажите ` +
      'строку с названиями колонок.'
  )

const PARSERS: Partial<Record<FileFormat, RecordParser>> = { ftm: parseEntity, vcard: parseCard }

/** Returns the cells of a row, or why it has none. New columns are appended to `labels`. */
export function cellsReader(
  table: Pick<Table, 'format' | 'names'>,
  labels: string[]
): (values: string[]) => string[] | { reason: string } {
  if (!namesOwnColumns(table.format)) return cells => cells
  const records = createObjectReader(labels, table.names, PARSERS[table.format])
  return ([text = '']) => records.read(text)
}

/** Filled cells of the first rows by column. */
export function sampleOf(format: FileFormat, labels: string[], rows: readonly FileRow[]): Sample {
  const sample = new Map<string, string[]>()
  const read = cellsReader({ format, names: NO_NAMES }, labels)
  for (const { values } of rows) {
    const cells = values ? read(values) : []
    if (!Array.isArray(cells)) continue
    for (const [at, cell] of cells.entries())
      if (cell.trim() !== '') sample.getOrInsertComputed(labels[at] ?? '', () => []).push(cell.trim())
  }
  return sample
}
