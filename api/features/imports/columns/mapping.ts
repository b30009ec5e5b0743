import type { SourceColumn } from '#api/book/index-record.ts'
import { type ColumnNames, checkLabels, didYouMean } from '#api/features/imports/files/column-names.ts'
import type { Sample } from '#api/features/imports/files/reader.ts'
import { ImportError } from '#api/features/imports/import-error.ts'
import type { ColumnEvidence } from '#shared/contracts/imports.ts'
import { DATE_KINDS, FIELD_KINDS, type FieldKind } from '#shared/identity/records/types.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import { COLUMN_PARTIES, COLUMN_PARTY_LABELS, type ColumnParty } from '#shared/labels/parties.ts'
import { ownValue } from '#shared/own-value.ts'
import { quoted } from '#shared/texts/quoted.ts'
import { columnParties } from './column-parties.ts'
import { detectColumnKind } from './detect-column-kind.ts'

/** `map.json` (`docs/guides/own-data.md` §3). */
export interface ColumnMap {
  id?: string
  /** New names by file names; the rest of the map uses new names. */
  names?: ColumnNames
  columns: Record<string, FieldKind>
  /** Owners, where headers do not tell. */
  parties?: Record<string, ColumnParty>
  drop: string[]
}

export const NO_MAP: ColumnMap = { columns: {}, drop: [] }

export interface MappedColumn {
  label: string
  kind: FieldKind
  /** Set by the operator. */
  party?: ColumnParty
  dropped?: 'map' | 'passport'
  /** Text, because the kind is unknown. */
  unknown: boolean
  /** How the kind was detected, and how surely (0–1). */
  evidence: ColumnEvidence
  confidence: number
}

const isKind = (text: unknown): text is FieldKind => FIELD_KINDS.some(kind => kind === text)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isParty = (text: unknown): text is ColumnParty => COLUMN_PARTIES.some(party => party === text)

const FIELDS = 'id, names, columns, parties, drop'

const areNames = (value: unknown): value is Record<string, string> =>
  isObject(value) && Object.values(value).every(name => typeof name === 'string')

/** @throws ImportError that names the place. */
export function readColumnMap(text: string): ColumnMap {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ImportError('Файл соответствий (--map) не является JSON')
  }
  const mapError = (what: string) => new ImportError(`Файл соответствий (--map): ${what}`)
  if (!isObject(value)) throw mapError(`нужен объект с полями ${FIELDS}`)
  const { id, names, columns = {}, parties = {}, drop = [], ...unknown } = value
  const [surplus] = Object.keys(unknown)
  if (surplus !== undefined) {
    throw mapError(`поля ${quoted(surplus)} нет${didYouMean(surplus, FIELDS.split(', '))}. Есть: ${FIELDS}`)
  }
  if (id !== undefined && typeof id !== 'string') throw mapError('id — название колонки')
  if (names !== undefined && !areNames(names))
    throw mapError('names — объект «колонка файла: название в источнике»')
  if (!isObject(columns)) throw mapError('columns — объект «колонка: вид»')
  if (!Array.isArray(drop) || !drop.every(label => typeof label === 'string'))
    throw mapError('drop — список колонок')
  const kinds: Record<string, FieldKind> = {}
  for (const [label, kind] of Object.entries(columns)) {
    if (!isKind(kind))
      throw mapError(
        `колонка ${quoted(label)}: вида «${kind}» нет${didYouMean(String(kind), FIELD_KINDS)}. Есть: ${FIELD_KINDS.join(', ')}`
      )
    kinds[label] = kind
  }
  const owners: Record<string, ColumnParty> = {}
  if (!isObject(parties)) throw mapError('parties — объект «колонка: чья она»')
  for (const [label, party] of Object.entries(parties)) {
    if (!isParty(party))
      throw mapError(
        `колонка ${quoted(label)}: «${party}» не сказано, чья она${didYouMean(String(party), COLUMN_PARTIES)}. Есть: ${COLUMN_PARTIES.join(', ')}`
      )
    owners[label] = party
  }
  const isOwned = Object.keys(owners).length > 0
  return {
    columns: kinds,
    drop,
    ...(isOwned && { parties: owners }),
    ...(id !== undefined && { id }),
    ...(names && { names })
  }
}

export interface MappingRules {
  map: ColumnMap
  id: string | undefined
  /** Their kinds cannot change. */
  existing: readonly SourceColumn[]
  /** Allowed by the passport; null means all. */
  fields: readonly string[] | null
}

const mayChange = (from: FieldKind, to: FieldKind): boolean =>
  from === to || (DATE_KINDS.has(from) && DATE_KINDS.has(to))

/** @throws ImportError when the map contradicts the stored kind. */
export function mapColumn(
  label: string,
  { map, id, existing, fields }: MappingRules,
  sample: Sample
): MappedColumn {
  const mappedKind = ownValue(map.columns, label)
  const storedKind = existing.find(column => column.label === label)?.kind
  if (mappedKind && storedKind && !mayChange(storedKind, mappedKind)) {
    throw new ImportError(
      `Колонка ${quoted(label)} уже хранится в источнике как «${FIELD_LABELS[storedKind]}»; сменить вид на ` +
        `«${FIELD_LABELS[mappedKind]}» загрузкой нельзя, пока в нём есть записи. Смените его на странице источника или ` +
        'уберите из него всё загруженное и загрузите файлы заново.'
    )
  }
  const party = partyOf(label, map, existing)
  const understood = detectColumnKind(label, sample)
  const recognisedKind = mappedKind ?? storedKind ?? understood.kind
  const kind = recognisedKind ?? (label === id ? 'record_number' : 'other')
  const decided = mappedKind ? ('map' as const) : storedKind ? ('source' as const) : null
  const column = {
    label,
    kind,
    ...(party && { party }),
    unknown: recognisedKind === null && label !== id,
    evidence: decided ?? understood.evidence,
    confidence: decided ? 1 : understood.confidence
  }
  if (map.drop.includes(label)) return { ...column, dropped: 'map' }
  if (fields && !fields.includes(label)) return { ...column, dropped: 'passport' }
  return column
}

/** @throws ImportError when records have another owner already. */
function partyOf(
  label: string,
  { parties = {} }: ColumnMap,
  existing: readonly SourceColumn[]
): ColumnParty | undefined {
  const wanted = ownValue(parties, label)
  const stored = existing.find(column => column.label === label)
  if (!wanted || !stored || wanted === stored.party) return wanted ?? stored?.party
  const current = columnParties(existing).get(label)
  if (wanted === current) return stored.party
  throw new ImportError(
    `Колонка ${quoted(label)} уже хранится в источнике: ${COLUMN_PARTY_LABELS[current ?? 'self']}; сменить, чья она, на ` +
      `«${COLUMN_PARTY_LABELS[wanted]}» загрузкой нельзя, пока в нём есть записи. Смените это на странице источника или ` +
      'уберите из него всё загруженное и загрузите файлы заново.'
  )
}

/** Usually a typing error. */
export function checkMappedLabels(
  labels: readonly string[],
  { map, id }: Pick<MappingRules, 'map' | 'id'>
): void {
  checkLabels(labels, [
    ...Object.keys(map.columns),
    ...Object.keys(map.parties ?? {}),
    ...map.drop,
    ...(id === undefined ? [] : [id])
  ])
}
