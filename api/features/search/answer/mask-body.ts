import type { CurrentSources } from '#api/features/sources/service.ts'
import { isHiddenKind, isHiddenLabel } from './hidden-kinds.ts'
import { hiddenValuesOf, kindOf, type ReadRecord } from './hidden-values.ts'
import { createMaskText, MASK, type MaskText } from './mask-text.ts'

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
const OF_ANSWER = new Set(['record_id', 'duplicates', 'duplicate_ids'])

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
    rows.map(row =>
      maskRecord(row, label => isHiddenKind(kindOf(label, sources.get(source)?.fieldKinds)), maskText)
    )
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

const maskRecord = (
  row: ReadRecord['fields'],
  isHidden: (label: string) => boolean,
  maskText: MaskText
): ReadRecord['fields'] =>
  Object.fromEntries(
    Object.entries(row).map(([label, value]) => [
      label,
      OF_ANSWER.has(label) || typeof value !== 'string'
        ? value
        : isHidden(label)
          ? maskAll(value)
          : maskText(value)
    ])
  )

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
