import { cellsReader, type Table } from '#api/features/imports/files/reader.ts'
import { ImportError, MissingKeyError } from '#api/features/imports/import-error.ts'
import { hash64 } from '#api/lib/hash64.ts'
import { readPartyHeader } from '#shared/identity/parties/headers.ts'
import { mayBeSubject } from '#shared/identity/parties/stated.ts'
import { namesOwnColumns } from '#shared/labels/file-formats.ts'
import { ownValue } from '#shared/own-value.ts'
import { quoted, quotedList } from '#shared/texts/quoted.ts'
import { labelsOf } from './asked-labels.ts'
import { detectColumnKind } from './detect-column-kind.ts'
import { type ColumnMap, checkMappedLabels, NO_MAP } from './mapping.ts'

const ID_HEADERS = new Set(['номер записи', '№ записи', 'id', 'record_id', 'record id', 'id записи'])
/** Row numbers, which shift with a new row. */
const ORDINALS = new Set(
  '№ n # № №№ nn no пп №пп nпп npp номер номерстроки №строки порядковыйномер row rownumber number index'.split(
    ' '
  )
)
/** Each needs a pass over the file. */
const CANDIDATES_MAX = 3

export interface IdColumn {
  /** Undefined: by content. */
  id: string | undefined
  chosen: 'requested' | 'remembered' | 'guessed' | 'none'
  /** A candidate with missing or equal values. */
  unfit?: string
}

export interface IdColumnOptions {
  sourceKey: string
  /** '' for none, null before the first import. */
  remembered: string | null
  hasRecords: boolean
  requested: string | undefined
  map?: ColumnMap
}

/** Requested, remembered or detected. @throws ImportError when a change would double records. */
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

/** «№ клиента», «Код абонента», unless phones. */
const NUMBER_OF_SUBJECT = /^(?:№|номер|код|ид|id)\P{L}*(?=\p{L})/iu
const isOfSubject = (label: string): boolean => {
  const { role, rest } = readPartyHeader(label)
  return role !== null && mayBeSubject(role) && /^(?:|номер|код|ид|id)$/u.test(rest)
}

function mayBeId({ sample }: Table, label: string, { columns, drop }: ColumnMap): boolean {
  if (drop.includes(label)) return false
  const orderedKind = ownValue(columns, label)
  if (orderedKind) return orderedKind === 'record_number'
  if (isCalledId(label)) return true
  const { kind } = detectColumnKind(label, sample)
  if (kind === null) return NUMBER_OF_SUBJECT.test(label.trim()) && isOfSubject(label)
  return kind === 'record_number' && !ORDINALS.has(label.toLowerCase().replace(/[^\p{L}\p{N}№#]+/gu, ''))
}

/** All values present and distinct. Takes 8 bytes a row. */
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

/** Sentence for the operator. */
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
