import { cellsReader, type Table } from '#api/features/imports/files/reader.ts'
import { ImportError, MissingKeyError } from '#api/features/imports/import-error.ts'
import { hash64 } from '#api/lib/hash64.ts'
import { readPartyHeader } from '#shared/identity/parties/headers.ts'
import { mayBeSubject } from '#shared/identity/parties/stated.ts'
import { namesOwnColumns } from '#shared/labels/file-formats.ts'
import { ownValue } from '#shared/own-value.ts'
import { quoted, quotedList } from '#shared/texts/quoted.ts'
import { labelsOf } from './asked-labels.ts'
import { type ColumnMap, checkMappedLabels, NO_MAP } from './mapping.ts'
import { understandColumn } from './understand-column.ts'

/** Headers of a column that is the number of its records: of several such columns the first. */
const ID_HEADERS = new Set(['номер записи', '№ записи', 'id', 'record_id', 'record id', 'id записи'])
/** The place of a row in its file: with a row more the next file calls somebody else so. */
const ORDINALS = new Set(
  '№ n # № №№ nn no пп №пп nпп npp номер номерстроки №строки порядковыйномер row rownumber number index'.split(
    ' '
  )
)
/** Each takes a look through the whole file. */
const CANDIDATES_MAX = 3

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
  /** What the operator has said of the columns. */
  map?: ColumnMap
}

/**
 * What the operator asks for, else what the source remembers, else a column that is taken for the record's number, and not for
 * that of its row, and whose values all differ. Throws an `ImportError` when another column than that of earlier imports would double the records.
 */
export async function chooseIdColumn(
  table: Table,
  { sourceKey, remembered, hasRecords, requested, map = NO_MAP }: IdColumnOptions
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
  return hasRecords ? { id: undefined, chosen: 'none' } : await guessIdColumn(table, labels, map)
}

async function guessIdColumn(table: Table, labels: readonly string[], map: ColumnMap): Promise<IdColumn> {
  const candidates = labels
    .filter(label => mayBeId(table, label, map))
    .sort((a, b) => Number(isCalledId(b)) - Number(isCalledId(a)))
    .slice(0, CANDIDATES_MAX)
  for (const label of candidates)
    if (await areDifferent(table, label)) return { id: label, chosen: 'guessed' }
  const [unfit] = candidates
  return { id: undefined, chosen: 'none', ...(unfit !== undefined && { unfit }) }
}

const isCalledId = (label: string): boolean => ID_HEADERS.has(label.trim().toLowerCase())

/** «№ клиента», «Код абонента»: where its values are no phones. */
const NUMBER_OF_SUBJECT = /^(?:№|номер|код|ид|id)\P{L}*(?=\p{L})/iu
const isOfSubject = (label: string): boolean => {
  const { role, rest } = readPartyHeader(label)
  return role !== null && mayBeSubject(role) && /^(?:|номер|код|ид|id)$/u.test(rest)
}

/** What is said of a column counts more than what its header does. */
function mayBeId({ sample }: Table, label: string, { columns, drop }: ColumnMap): boolean {
  if (drop.includes(label)) return false
  const orderedKind = ownValue(columns, label)
  if (orderedKind) return orderedKind === 'record_number'
  if (isCalledId(label)) return true
  const { kind } = understandColumn(label, sample)
  if (kind === null) return NUMBER_OF_SUBJECT.test(label.trim()) && isOfSubject(label)
  return kind === 'record_number' && !ORDINALS.has(label.toLowerCase().replace(/[^\p{L}\p{N}№#]+/gu, ''))
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
