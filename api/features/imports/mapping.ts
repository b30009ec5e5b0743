import type { SourceColumn } from '#api/engines/index-record.ts'
import { kindOfHeader } from '#shared/identity/records/headers.ts'
import { FIELD_KINDS, type FieldKind } from '#shared/identity/records/types.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import { ImportError } from './import-error.ts'

/** `map.json`: what a person says of the columns (`docs/search.md` §5). */
export interface ColumnMap {
  id?: string
  columns: Record<string, FieldKind>
  drop: string[]
}

export const NO_MAP: ColumnMap = { columns: {}, drop: [] }

/** What becomes of one column of the file. */
export interface MappedColumn {
  label: string
  kind: FieldKind
  /** Why it is not stored, if it is not. */
  dropped?: 'map' | 'passport'
  /** Its kind was not recognised: it is kept as text. */
  unknown: boolean
}

const isKind = (text: unknown): text is FieldKind => FIELD_KINDS.some(kind => kind === text)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads `map.json`. Throws an `ImportError` that names the wrong place. */
export function readColumnMap(text: string): ColumnMap {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ImportError('Файл соответствий (--map) не является JSON')
  }
  const wrong = (what: string) => new ImportError(`Файл соответствий (--map): ${what}`)
  if (!isObject(value)) throw wrong('нужен объект с полями id, columns, drop')
  const { id, columns = {}, drop = [] } = value
  if (id !== undefined && typeof id !== 'string') throw wrong('id — название колонки')
  if (!isObject(columns)) throw wrong('columns — объект «колонка: вид»')
  if (!Array.isArray(drop) || !drop.every(label => typeof label === 'string'))
    throw wrong('drop — список колонок')
  const kinds: Record<string, FieldKind> = {}
  for (const [label, kind] of Object.entries(columns)) {
    if (!isKind(kind)) throw wrong(`колонка «${label}»: вида «${kind}» нет. Есть: ${FIELD_KINDS.join(', ')}`)
    kinds[label] = kind
  }
  return { columns: kinds, drop, ...(id !== undefined && { id }) }
}

export interface MappingRules {
  map: ColumnMap
  /** Column that holds the number of a record. */
  id: string | undefined
  /** Columns that the source has already: their kind stands. */
  known: readonly SourceColumn[]
  /** Labels that the passport allows to keep; null means all. */
  fields: readonly string[] | null
}

/** Decides what one column is. Throws an `ImportError` when the map contradicts what the source already holds. */
export function mapColumn(label: string, { map, id, known, fields }: MappingRules): MappedColumn {
  const said = map.columns[label]
  const held = known.find(column => column.label === label)?.kind
  if (said && held && said !== held) {
    throw new ImportError(
      `Колонка «${label}» уже хранится в источнике как «${FIELD_LABELS[held]}»; сменить вид на «${FIELD_LABELS[said]}» нельзя`
    )
  }
  const recognised = said ?? held ?? kindOfHeader(label)
  const kind = recognised ?? (label === id ? 'record_number' : 'other')
  const column = { label, kind, unknown: recognised === null && label !== id }
  if (map.drop.includes(label)) return { ...column, dropped: 'map' }
  if (fields && !fields.includes(label)) return { ...column, dropped: 'passport' }
  return column
}

/** Refuses a map that speaks of columns which the file does not have: most often a slip of the pen. */
export function checkNamed(labels: readonly string[], { map, id }: MappingRules): void {
  const missing = [...Object.keys(map.columns), ...map.drop, ...(id === undefined ? [] : [id])].filter(
    label => !labels.includes(label)
  )
  if (missing.length === 0) return
  const has = labels.map(label => `«${label}»`).join(', ')
  throw new ImportError(`В файле нет колонки ${missing.map(label => `«${label}»`).join(', ')}. Есть: ${has}`)
}
