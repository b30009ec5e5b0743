import { cellsReader, type Table } from '#api/features/imports/files/reader.ts'
import { ImportError } from '#api/features/imports/import-error.ts'
import { hash64 } from '#api/lib/hash64.ts'
import { labelsOf } from './asked-labels.ts'
import { checkMappedLabels, NO_MAP } from './mapping.ts'

/** Headers of a column that is the number of its records. */
const ID_HEADERS = new Set(['номер записи', '№ записи', 'id', 'record_id', 'record id', 'id записи'])

/** The column by which an import tells records apart, and how it was found. */
export interface IdColumn {
  /** Undefined when rows are told apart by their content. */
  id: string | undefined
  found: 'asked' | 'remembered' | 'guessed' | 'none'
  /** A column that looks like a number of records and is none: some of its values are missing or equal. */
  unfit?: string
}

/** What is known before the file is read. */
export interface KnownIdColumn {
  sourceKey: string
  /** What the source remembers: '' for none, null before its first import. */
  remembered: string | null
  hasRecords: boolean
  asked: string | undefined
}

/**
 * What the operator asks for, else what the source remembers, else a column that is called a record's number and whose
 * values all differ. Throws an `ImportError` when another column than that of earlier imports would double the records.
 */
export async function chooseIdColumn(
  table: Table,
  { sourceKey, remembered, hasRecords, asked }: KnownIdColumn
): Promise<IdColumn> {
  const labels = await labelsOf(table)
  const isWhole = table.format !== 'ndjson'
  if (isWhole && asked !== undefined) checkMappedLabels(labels, { map: NO_MAP, id: asked })
  if (remembered) {
    if (asked !== undefined && asked !== remembered)
      throw new ImportError(
        `Записи источника «${sourceKey}» различаются по колонке «${remembered}», а не «${asked}»: с другой колонкой ` +
          'те же записи появились бы второй раз. Не выбирайте другую колонку (--id) или загрузите файл в другой источник.'
      )
    if (isWhole && !labels.includes(remembered))
      throw new ImportError(
        `Записи источника «${sourceKey}» различаются по колонке «${remembered}», а в файле её нет: те же записи ` +
          `появились бы второй раз. Есть: ${labels.map(label => `«${label}»`).join(', ')}`
      )
    return { id: remembered, found: asked === undefined ? 'remembered' : 'asked' }
  }
  if (asked !== undefined) {
    if (remembered === '')
      throw new ImportError(
        `Записи источника «${sourceKey}» загружены без номера записи: с колонкой «${asked}» те же записи появились бы ` +
          'второй раз. Не выбирайте её (--id), или уберите партии источника и загрузите файлы заново.'
      )
    return { id: asked, found: 'asked' }
  }
  return hasRecords ? { id: undefined, found: 'none' } : await guessIdColumn(table, labels)
}

async function guessIdColumn(table: Table, labels: readonly string[]): Promise<IdColumn> {
  const label = labels.find(one => ID_HEADERS.has(one.trim().toLowerCase()))
  if (label === undefined) return { id: undefined, found: 'none' }
  return (await areDifferent(table, label))
    ? { id: label, found: 'guessed' }
    : { id: undefined, found: 'none', unfit: label }
}

/** Whether all rows have a value there and no two the same. Takes 8 bytes a row: the file may be a large one. */
async function areDifferent(table: Table, label: string): Promise<boolean> {
  const read = await table.again()
  const cellsOf = cellsReader(read.format, read.labels)
  let hashes = new Float64Array(1024)
  let count = 0
  for await (const rows of read.rows()) {
    for (const { values } of rows) {
      const cells = values && cellsOf(values)
      if (!Array.isArray(cells)) continue
      const value = cells[read.labels.indexOf(label)]?.trim() ?? ''
      if (value === '') return false
      if (count === hashes.length) hashes = grown(hashes)
      hashes[count++] = Number(hash64(value))
    }
  }
  const sorted = hashes.subarray(0, count).sort()
  for (let at = 1; at < count; at += 1) if (sorted[at] === sorted[at - 1]) return false
  return count > 0
}

function grown(numbers: Float64Array): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(numbers.length * 2)
  longer.set(numbers)
  return longer
}

/** A sentence for the operator. */
export function describeIdColumn({ id, found, unfit }: IdColumn): string {
  switch (found) {
    case 'asked':
      return `Номер записи: колонка «${id}»`
    case 'remembered':
      return `Номер записи: колонка «${id}», как в прежних импортах источника`
    case 'guessed':
      return `Номер записи: колонка «${id}», её значения заполнены и не повторяются; источник запомнит её`
    case 'none':
      return (
        (unfit === undefined
          ? ''
          : `Колонка «${unfit}» не годится в номера записей: в ней есть пустые или одинаковые значения. `) +
        'Записи различаются по содержимому: исправленная строка станет новой записью'
      )
  }
}
