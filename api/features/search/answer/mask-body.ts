import type { CurrentSources } from '#api/features/sources/service.ts'
import { MASK } from '#shared/constants.ts'
import { isHiddenKind, isHiddenLabel } from './hidden-kinds.ts'
import { digitsOf, hiddenValuesOf, kindOf, type ReadRecord } from './hidden-values.ts'
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
  const results = Object.entries(listed ?? {}).map(([source, rows]) => [
    source,
    rows.map(row => ({
      ...maskFields({ source, fields: row }, sources, maskText),
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
  return records.map(record => ({ ...record, fields: maskFields(record, sources, maskText) }))
}

/** Single values, of which it is known what they are. */
export function maskValues(values: readonly { kind: string; text: string }[]): string[] {
  const numbers = values.filter(({ kind }) => isHiddenKind(kind)).map(({ text }) => digitsOf(text))
  const maskText = createMaskText({ sure: new Set(numbers), likely: new Set(), phones: new Set() })
  return values.map(({ kind, text }) => (isHiddenKind(kind) ? maskAll(text) : maskText(text)))
}

function maskFields<Fields extends ReadRecord['fields']>(
  { source, fields }: { source: ReadRecord['source']; fields: Fields },
  sources: CurrentSources['sources'],
  maskText: MaskText
): Fields {
  const kinds = sources.get(source)?.fieldKinds
  const masked = Object.entries(fields).map(([label, value]) => [
    label,
    typeof value !== 'string' ? value : isHiddenKind(kindOf(label, kinds)) ? maskAll(value) : maskText(value)
  ])
  return Object.fromEntries(masked)
}

/** Keeps the last three digits of each part. */
const maskAll = (text: string): string =>
  text.replace(/[^;|\n\r\t/]+/gu, part => {
    const digits = part.match(/\p{Nd}/gu)?.length ?? 0
    let left = Math.max(digits - 3, Math.min(digits, 4))
    return part.replace(/\p{Nd}/gu, digit => (left-- > 0 ? MASK : digit))
  })

function maskWithin(key: string, value: unknown, maskText: MaskText, isHidden: boolean): unknown {
  if (NAMES.has(key)) return value
  if (typeof value === 'string') return isHidden && VALUES.has(key) ? maskAll(value) : maskText(value)
  if (Array.isArray(value)) return value.map(each => maskWithin(key, each, maskText, isHidden))
  if (typeof value !== 'object' || value === null) return value
  const hides = isHidden || isHiddenLabel((value as { field?: unknown }).field)
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, maskWithin(name, each, maskText, hides)])
  )
}
