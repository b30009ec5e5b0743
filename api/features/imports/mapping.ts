import type { SourceColumn } from '#api/engines/index-record.ts'
import { kindOfHeader } from '#shared/identity/records/headers.ts'
import { areRecordDates, haveTimeOfDay } from '#shared/identity/records/record-date.ts'
import { DATE_KINDS, FIELD_KINDS, type FieldKind } from '#shared/identity/records/types.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import { ImportError } from './import-error.ts'
import type { Sample } from './reader.ts'

/** `map.json`: the operator's mapping of columns (`docs/search.md` §5). */
export interface ColumnMap {
  id?: string
  columns: Record<string, FieldKind>
  drop: string[]
}

export const NO_MAP: ColumnMap = { columns: {}, drop: [] }

export interface MappedColumn {
  label: string
  kind: FieldKind
  dropped?: 'map' | 'passport'
  /** Kept as text because its kind was not recognised. */
  unknown: boolean
}

const isKind = (text: unknown): text is FieldKind => FIELD_KINDS.some(kind => kind === text)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Throws an `ImportError` that names the wrong place. */
export function readColumnMap(text: string): ColumnMap {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ImportError('Файл соответствий (--map) не является JSON')
  }
  const mapError = (what: string) => new ImportError(`Файл соответствий (--map): ${what}`)
  if (!isObject(value)) throw mapError('нужен объект с полями id, columns, drop')
  const { id, columns = {}, drop = [] } = value
  if (id !== undefined && typeof id !== 'string') throw mapError('id — название колонки')
  if (!isObject(columns)) throw mapError('columns — объект «колонка: вид»')
  if (!Array.isArray(drop) || !drop.every(label => typeof label === 'string'))
    throw mapError('drop — список колонок')
  const kinds: Record<string, FieldKind> = {}
  for (const [label, kind] of Object.entries(columns)) {
    if (!isKind(kind))
      throw mapError(`колонка «${label}»: вида «${kind}» нет. Есть: ${FIELD_KINDS.join(', ')}`)
    kinds[label] = kind
  }
  return { columns: kinds, drop, ...(id !== undefined && { id }) }
}

export interface MappingRules {
  map: ColumnMap
  id: string | undefined
  /** Columns that the source already has: their kind cannot change. */
  existing: readonly SourceColumn[]
  /** Labels that the passport allows; null means all. */
  fields: readonly string[] | null
}

/** A header that does not say of what the date is. */
const SOME_DATE = /^\s*(?:дата|date|timestamp)\P{L}*$/iu

/**
 * What a column seems to hold, by its header and the values at the start of the file; null when the header is unknown. A
 * date is the record's own only where the values can be: a column called «Дата» needs a time of day, or a date of birth
 * beside it, lest it be one itself.
 */
function guessKind(label: string, sample: Sample): FieldKind | null {
  const kind = kindOfHeader(label)
  const values = sample.get(label)
  if ((kind !== 'record_date' && kind !== 'date') || !values) return kind
  if (kind === 'record_date') return areRecordDates(values) ? kind : 'other'
  if (!SOME_DATE.test(label) || !areRecordDates(values)) return kind
  const hasBirthDate = [...sample.keys()].some(other => kindOfHeader(other) === 'birth_date')
  return hasBirthDate || haveTimeOfDay(values) ? 'record_date' : kind
}

const mayChange = (from: FieldKind, to: FieldKind): boolean =>
  from === to || (DATE_KINDS.has(from) && DATE_KINDS.has(to))

/** Throws an `ImportError` when the map contradicts the stored kind. */
export function mapColumn(
  label: string,
  { map, id, existing, fields }: MappingRules,
  sample: Sample
): MappedColumn {
  const mappedKind = map.columns[label]
  const storedKind = existing.find(column => column.label === label)?.kind
  if (mappedKind && storedKind && !mayChange(storedKind, mappedKind)) {
    throw new ImportError(
      `Колонка «${label}» уже хранится в источнике как «${FIELD_LABELS[storedKind]}»; сменить вид на «${FIELD_LABELS[mappedKind]}» нельзя`
    )
  }
  const recognisedKind = mappedKind ?? storedKind ?? guessKind(label, sample)
  const kind = recognisedKind ?? (label === id ? 'record_number' : 'other')
  const column = { label, kind, unknown: recognisedKind === null && label !== id }
  if (map.drop.includes(label)) return { ...column, dropped: 'map' }
  if (fields && !fields.includes(label)) return { ...column, dropped: 'passport' }
  return column
}

/** Refuses a map with labels that the file lacks: usually a typing error. */
export function checkMappedLabels(labels: readonly string[], { map, id }: MappingRules): void {
  const missing = [...Object.keys(map.columns), ...map.drop, ...(id === undefined ? [] : [id])].filter(
    label => !labels.includes(label)
  )
  if (missing.length === 0) return
  const has = labels.map(label => `«${label}»`).join(', ')
  throw new ImportError(`В файле нет колонки ${missing.map(label => `«${label}»`).join(', ')}. Есть: ${has}`)
}
