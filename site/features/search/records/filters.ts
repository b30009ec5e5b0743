import type { RecordView, Results, SourceView } from './results-view.ts'

export const ORDERS = { match: 'сначала точные совпадения', newest: 'сначала новые' } as const
export type Order = keyof typeof ORDERS

/** What of an answer is to be shown. Empty text and null mean everything. */
export interface Narrowing {
  text: string
  /** Key of a source. */
  source: string | null
  /** Id of a person. */
  person: string | null
  order: Order
}

export const EVERYTHING: Narrowing = { text: '', source: null, person: null, order: 'match' }

/** The sources with the records that are to be shown, in the wanted order. Numbers never change with it. */
export function narrow(results: Results, { text, source, person, order }: Narrowing): SourceView[] {
  const words = fold(text).split(/\s+/).filter(Boolean)
  const shown = results.sources.flatMap((group): SourceView[] => {
    if (source !== null && group.key !== source) return []
    const records = group.records.filter(
      record => (person === null || record.person?.id === person) && holds(record, group, words)
    )
    return records.length === 0 ? [] : [{ ...group, records }]
  })
  if (order === 'match') return shown
  return shown
    .map(group => ({ ...group, records: group.records.toSorted((a, b) => compare(dateOf(b), dateOf(a))) }))
    .toSorted((a, b) => compare(b.asOf, a.asOf))
}

const haystacks = new WeakMap<RecordView, string>()

/** Every word must stand somewhere in the record, in its labels or in the title of its source. */
function holds(record: RecordView, group: SourceView, words: string[]): boolean {
  if (words.length === 0) return true
  let haystack = haystacks.get(record)
  if (haystack === undefined) {
    const said = record.fields.map(({ label, value }) => `${label} ${value} ${digitsOf(value)}`)
    haystack = fold([group.title, ...said].join('\n'))
    haystacks.set(record, haystack)
  }
  return words.every(word => haystack.includes(word))
}

/** «+7 973 204-17-40» is also found by 9732041740. */
const digitsOf = (value: string) => (/\d[\s()-]+\d/.test(value) ? value.replace(/\D/g, '') : '')

const fold = (text: string) => text.toLowerCase().replaceAll('ё', 'е')
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The newest date that a record holds besides a birth date, ISO; empty when it has none. */
export function dateOf({ fields }: RecordView): string {
  const dates = fields.filter(({ label }) => !/рожд|^др$/i.test(label)).map(({ value }) => isoOf(value))
  return dates.sort().at(-1) ?? ''
}

function isoOf(value: string): string {
  const russian = /^(?:(\d\d)\.)?(?:(\d\d)\.)(\d{4})(?:\D.*)?$/.exec(value)
  if (russian) return [russian[3], russian[2], russian[1]].filter(Boolean).join('-')
  return /^\d{4}-\d\d(?:-\d\d)?/.exec(value)?.[0] ?? ''
}
