import { normalizeText } from '#site/lib/text.ts'
import type { RecordView, Results, SourceView } from './results-view.ts'

export const ORDERS = { match: 'сначала точные совпадения', newest: 'сначала новые' } as const
export type Order = keyof typeof ORDERS

/** What of an answer is to be shown. Empty text and null leave everything in. */
export interface Filters {
  text: string
  /** Key of a source. */
  source: string | null
  /** Id of a person. */
  person: string | null
  order: Order
}

export const NO_FILTERS: Filters = { text: '', source: null, person: null, order: 'match' }

/** The sources with the records that pass, in the chosen order. Numbers never change with it. */
export function applyFilters(results: Results, { text, source, person, order }: Filters): SourceView[] {
  const words = normalizeText(text).split(/\s+/).filter(Boolean)
  const filtered = results.sources.flatMap((group): SourceView[] => {
    if (source !== null && group.key !== source) return []
    const records = group.records.filter(
      record =>
        (person === null || record.person?.id === person) &&
        words.every(word => record.searchText.includes(word))
    )
    return records.length === 0 ? [] : [{ ...group, records }]
  })
  if (order === 'match') return filtered
  return filtered
    .map(group => ({ ...group, records: group.records.toSorted((a, b) => compare(dateOf(b), dateOf(a))) }))
    .toSorted((a, b) => compare(b.asOf, a.asOf))
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The newest date that a record holds besides a birth date, ISO; empty when it has none. */
export function dateOf({ fields }: Pick<RecordView, 'fields'>): string {
  const dates = fields.filter(({ label }) => !/рожд|^др$/i.test(label)).map(({ value }) => isoOf(value))
  return dates.sort().at(-1) ?? ''
}

function isoOf(value: string): string {
  const russian = /^(?:(\d\d)\.)?(?:(\d\d)\.)(\d{4})(?:\D.*)?$/.exec(value)
  if (russian) return [russian[3], russian[2], russian[1]].filter(Boolean).join('-')
  return /^\d{4}-\d\d(?:-\d\d)?/.exec(value)?.[0] ?? ''
}
