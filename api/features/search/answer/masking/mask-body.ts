import type { CurrentSources } from '#api/features/sources/service.ts'
import { MASK } from '#shared/constants.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { isHiddenKind, isHiddenLabel } from './hidden-kinds.ts'
import {
  addValues,
  createColumnKinds,
  type HiddenValues,
  hiddenValuesOf,
  isHiddenColumn,
  kindsOf,
  type ReadRecord
} from './hidden-values.ts'
import { createMaskText, type MaskText } from './mask-text.ts'

const OWN_WORDS = new Set(['query', 'request', 'readings', 'search_id', 'cursor'])
const NAMES = new Set([
  'id',
  'record_id',
  'record_ids',
  'duplicate_ids',
  'person_id',
  'source',
  'sources',
  'source_keys',
  'sources_a',
  'sources_b',
  'code',
  'kind',
  'failed_sources',
  'date',
  'record_date',
  'source_date',
  'birth_date',
  'as_of',
  'field'
])

const VALUES = new Set(['value', 'text', 'a', 'b'])

interface Masked {
  sources: CurrentSources['sources']
  records: Iterable<ReadRecord>
}

/** Masks passport, INN and SNILS in all texts except the caller's own. */
export function maskAnswer<T extends object>(answer: T, { sources, records }: Masked): T {
  const { results_by_source: listed } = answer as {
    results_by_source?: Record<string, ReadRecord['fields'][]>
  }
  const inAnswer = Object.entries(listed ?? {}).flatMap(([source, rows]) =>
    rows.map(({ record_id, duplicates, duplicate_ids, ...fields }) => ({ source, fields }))
  )
  const maskText = createMaskText(hiddenValuesOf(inAnswer, sources, hiddenValuesOf(records, sources)))
  const columnKinds = createColumnKinds(sources)
  const results = Object.entries(listed ?? {}).map(([source, rows]) => [
    source,
    rows.map(row => ({
      ...maskFields({ source, fields: row }, columnKinds, maskText),
      // It is of the answer, and no field of the record.
      record_id: row.record_id
    }))
  ])
  const others = Object.entries(answer).map(([key, value]) => [
    key,
    OWN_WORDS.has(key) || key === 'results_by_source' ? value : maskWithin(key, value, maskText, false)
  ])
  return { ...Object.fromEntries(others), ...(listed && { results_by_source: Object.fromEntries(results) }) }
}

/** For the open JSON of `openBody`. */
export const maskBody = (open: string | Uint8Array, masked: Masked): string =>
  JSON.stringify(maskAnswer(JSON.parse(`${textOf(open)}}`), masked)).slice(0, -1)

const textOf = (open: string | Uint8Array) =>
  typeof open === 'string' ? open : new TextDecoder().decode(open)

/** Records with the same masked, outside an answer to a search. */
export function maskRecords<Kept extends ReadRecord>(
  records: readonly Kept[],
  sources: CurrentSources['sources']
): Kept[] {
  const maskText = createMaskText(hiddenValuesOf(records, sources))
  const columnKinds = createColumnKinds(sources)
  return records.map(record => ({ ...record, fields: maskFields(record, columnKinds, maskText) }))
}

/** Single values, of which it is known what they are. */
export function maskValues(values: readonly { kind: string; text: string }[]): string[] {
  const hidden: HiddenValues = { sure: new Set(), likely: new Set(), phones: new Set() }
  for (const { kind, text } of values) addValues(text, { kind, ofHeader: kind }, hidden)
  const maskText = createMaskText(hidden)
  return values.map(({ kind, text }) => (isHiddenKind(kind) ? maskDigits(text) : maskText(text)))
}

export interface FileColumn {
  /** As the column is called now and was before. */
  labels: readonly string[]
  kind: FieldKind
}

/** For values of a file: by what any label or the kind says. */
export function createFileMask(values: readonly (FileColumn & { value: string })[]): {
  isHidden: (column: FileColumn) => boolean
  maskText: MaskText
} {
  const kindsIn = ({ labels, kind }: FileColumn) => labels.map(label => kindsOf(label, { [label]: kind }))
  const isHidden = (column: FileColumn) => kindsIn(column).some(isHiddenColumn)
  const hidden: HiddenValues = { sure: new Set(), likely: new Set(), phones: new Set() }
  for (const each of values) for (const kinds of kindsIn(each)) addValues(each.value, kinds, hidden)
  return { isHidden, maskText: createMaskText(hidden) }
}

function maskFields<Fields extends ReadRecord['fields']>(
  { source, fields }: { source: ReadRecord['source']; fields: Fields },
  columnKinds: ReturnType<typeof createColumnKinds>,
  maskText: MaskText
): Fields {
  const masked = Object.entries(fields).map(([label, value]) => [
    label,
    typeof value !== 'string'
      ? value
      : isHiddenColumn(columnKinds(source, label))
        ? maskDigits(value)
        : maskText(value)
  ])
  return Object.fromEntries(masked)
}

/** Keeps the last three digits of each part. */
export const maskDigits = (text: string): string =>
  text.replace(/[^;|\n\r\t/]+/gu, part => {
    const digits = part.match(/\p{Nd}/gu)?.length ?? 0
    let left = Math.max(digits - 3, Math.min(digits, 4))
    return part.replace(/\p{Nd}/gu, digit => (left-- > 0 ? MASK : digit))
  })

function maskWithin(key: string, value: unknown, maskText: MaskText, isHidden: boolean): unknown {
  if (NAMES.has(key)) return value
  if (typeof value === 'string') return isHidden && VALUES.has(key) ? maskDigits(value) : maskText(value)
  if (Array.isArray(value)) return value.map(each => maskWithin(key, each, maskText, isHidden))
  if (typeof value !== 'object' || value === null) return value
  const hides = isHidden || isHiddenLabel((value as { field?: unknown }).field)
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, maskWithin(name, each, maskText, hides)])
  )
}
