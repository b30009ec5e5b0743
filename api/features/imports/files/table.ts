import { ImportError } from '#api/features/imports/import-error.ts'
import type { PreviewWarning } from '#shared/contracts/imports.ts'
import { type FileFormat, namesOwnColumns } from '#shared/labels/file-formats.ts'
import { type ColumnNames, NO_NAMES } from './column-names.ts'
import type { Delimiter, FileRow } from './csv.ts'
import type { FileEncoding } from './encoding.ts'
import { parseEntity } from './entities.ts'
import { createObjectReader, type RecordParser } from './ndjson.ts'
import { parseCard } from './vcard.ts'

export type Sample = ReadonlyMap<string, readonly string[]>

export interface Heading {
  /** First of two; null without. */
  line: number | null
  /** Null without anything to say. */
  reason: string | null
  isAsked: boolean
  hasTitle: boolean
}

export interface Table {
  format: FileFormat
  packed: 'gzip' | 'zip' | null
  /** Null for a workbook. */
  encoding: FileEncoding | null
  delimiter: Delimiter | null
  sheet: { name: string; others: readonly string[] } | null
  heading: Heading
  names: ColumnNames
  totalBytes: number
  readBytes(): number
  /** By size and first lines. */
  expectedRows: number
  labels: string[]
  again(): Promise<Table>
  sample: Sample
  remarks(): readonly PreviewWarning[]
  /** @throws ImportError for a broken archive. */
  rows(): AsyncGenerator<FileRow[]>
}

export interface ReadOptions {
  encoding?: FileEncoding
  delimiter?: Delimiter
  /** Of a workbook. */
  sheet?: string
  /** 0 for none. */
  header?: number
  names?: ColumnNames
}

/** Its names were detected. */
export const isHeaderless = ({ format, heading }: Pick<Table, 'format' | 'heading'>): boolean =>
  !namesOwnColumns(format) && heading.line === null

export const noSuchHeader = (file: string, line: number): ImportError =>
  new ImportError(
    `Файл ${file}: строка ${line} не может быть заголовком: она пуста или её нет в начале таблицы. Укажите ` +
      'строку с названиями колонок.'
  )

const PARSERS: Partial<Record<FileFormat, RecordParser>> = { ftm: parseEntity, vcard: parseCard }

/** Cells, or a reason. New columns are appended to `labels`. */
export function cellsReader(
  table: Pick<Table, 'format' | 'names'>,
  labels: string[]
): (values: string[]) => string[] | { reason: string } {
  if (!namesOwnColumns(table.format)) return cells => cells
  const records = createObjectReader(labels, table.names, PARSERS[table.format])
  return ([text = '']) => records.read(text)
}

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
