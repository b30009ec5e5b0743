import { cellsReader, type Table } from '#api/features/imports/files/reader.ts'
import { ImportError, MissingKeyError } from '#api/features/imports/import-error.ts'
import { hash64 } from '#api/lib/hash64.ts'
import { namesOwnColumns } from '#shared/labels/file-formats.ts'
import { quoted, quotedList } from '#shared/texts/quoted.ts'
import { labelsOf } from './asked-labels.ts'
import { checkMappedLabels, NO_MAP } from './mapping.ts'

/** Headers of a column that is the number of its records. */
const ID_HEADERS = new Set(['номер записи', '№ записи', 'id', 'record_id', 'record id', 'id записи'])

/** The id column: by its values an import tells records apart. */
export interface IdColumn {
  /** Undefined when rows are told apart by their content. */
  id: string | undefined
  /** By whom or what it was chosen. */
  chosen: 'requested' | 'remembered' | 'guessed' | 'none'
  /** A column that looks like the id column and is none: some of its values are missing or equal. */
  unfit?: string
}

/** What is known before the file is read. */
export interface IdColumnOptions {
  sourceKey: string
  /** What the source remembers: '' for none, null before its first import. */
  remembered: string | null
  hasRecords: boolean
  requested: string | undefined
}

/**
 * What the operator asks for, else what the source remembers, else a column that is called a record's number and whose
 * values all differ. Throws an `ImportError` when another column than that of earlier imports would double the records.
 */
export async function chooseIdColumn(
  table: Table,
  { sourceKey, remembered, hasRecords, requested }: IdColumnOptions
): Promise<IdColumn> {
  const labels = await labelsOf(table)
  const isWhole = !namesOwnColumns(table.format)
  if (isWhole && requested !== undefined) checkMappedLabels(labels, { map: NO_MAP, id: requested })
  if (remembered) {
    if (requested !== undefined && requested !== remembered)
      throw new ImportError(
        `Записи источника «${sourceKey}» различаются по колонке ${quoted(remembered)}, а не ${quoted(requested)}: с другой колонкой ` +
          'те же записи появились бы второй раз. Не выбирайте другую колонку или загрузите файл в другой источник.'
      )
    if (isWhole && !labels.includes(remembered))
      throw new MissingKeyError(
        `Записи источника «${sourceKey}» различаются по колонке ${quoted(remembered)}, а в файле её нет: те же записи ` +
          `появились бы второй раз. Есть: ${quotedList(labels)}. Добавьте в файл строку с ` +
          'названиями колонок, как в источнике, назовите так одну из его колонок или загрузите его в другой источник.'
      )
    return { id: remembered, chosen: requested === undefined ? 'remembered' : 'requested' }
  }
  if (requested !== undefined) {
    if (remembered === '')
      throw new ImportError(
        `Записи источника «${sourceKey}» загружены без ключа записи: с колонкой ${quoted(requested)} те же записи появились бы ` +
          'второй раз. Не выбирайте её, или уберите из источника всё загруженное и загрузите файлы заново.'
      )
    return { id: requested, chosen: 'requested' }
  }
  return hasRecords ? { id: undefined, chosen: 'none' } : await guessIdColumn(table, labels)
}

async function guessIdColumn(table: Table, labels: readonly string[]): Promise<IdColumn> {
  const label = labels.find(one => ID_HEADERS.has(one.trim().toLowerCase()))
  if (label === undefined) return { id: undefined, chosen: 'none' }
  return (await areDifferent(table, label))
    ? { id: label, chosen: 'guessed' }
    : { id: undefined, chosen: 'none', unfit: label }
}

/** Whether all rows have a value there and no two the same. Takes 8 bytes a row: the file may be a large one. */
async function areDifferent(table: Table, label: string): Promise<boolean> {
  const read = await table.again()
  const cellsOf = cellsReader(read, read.labels)
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
export function describeIdColumn({ id = '', chosen, unfit }: IdColumn): string {
  const keyText = `Ключ записи: колонка ${quoted(id)}`
  switch (chosen) {
    case 'requested':
      return keyText
    case 'remembered':
      return `${keyText}, как в прежних загрузках источника`
    case 'guessed':
      return `${keyText}, её значения заполнены и не повторяются; источник запомнит её`
    case 'none':
      return (
        (unfit === undefined
          ? ''
          : `Колонка ${quoted(unfit)} не годится в ключи записей: в ней есть пустые или одинаковые значения. `) +
        'Записи различаются по содержимому: исправленная строка станет новой записью'
      )
  }
}
