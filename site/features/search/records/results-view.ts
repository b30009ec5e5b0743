import type { Match } from '#shared/contracts/match.ts'
import type { PersonCard } from '#shared/contracts/person.ts'
import type { AnswerRecord, SearchAnswer } from '#shared/contracts/search.ts'
import { isNameOnly } from '#shared/identity/matching/name-only.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import type { SourceBasis, SourceKind, SourceOrigin } from '#shared/labels/sources.ts'
import type { SourcePlace } from '#site/features/search/sources/strip.ts'
import { shortCompleteness } from '#site/features/search/texts.ts'
import { normalizeText } from '#site/lib/text.ts'

/** A value of a record. */
export interface Field {
  label: string
  value: string
}

export interface RecordView {
  id: string
  /** Key of its source. */
  source: string
  /** Who or what it is about, for its accessible name. Made on first use, as are the next two. */
  readonly title: string
  readonly fields: Field[]
  /** Everything that the text filter looks through, normalized. */
  readonly searchText: string
  match: Match
  person: PersonCard | null
  /** Rows that were merged into it, itself included; 1 when it stands alone. */
  duplicates: number
  /** From a list of losses, and nothing but the name agrees: never more than a possible namesake. */
  possibleNamesake: boolean
}

export interface SourceView {
  key: string
  /** A source is a number, the same all over one answer. */
  number: number
  title: string
  kind: SourceKind
  origin: SourceOrigin
  basis: SourceBasis
  /** ISO date, or empty. */
  asOf: string
  /** «показано 100 из 445»; null where it is shown whole. */
  completeness: string | null
  records: RecordView[]
}

/** An answer made ready for drawing: numbered, joined with its people, marked. */
export interface Results {
  answer: SearchAnswer
  /** Those with records, the best match first. */
  sources: SourceView[]
  /** Every source that was asked, in the order of the answer. */
  places: SourcePlace[]
  failed: { key: string; title: string }[]
  records: Map<string, RecordView>
  numbers: Map<string, number>
}

const META = new Set(['record_id', 'duplicates', 'duplicate_ids'])
const NO_MATCH: Match = { score: 0, why: [], reasons: [], band: 'missing', reading: 'text' }
const TITLE_LABELS = /^(?:фио|ф\. ?и\. ?о\.?|фамилия|имя|отчество|инициалы)$/i

/** Numbers the sources in the order of the answer (the best match first) and joins each record with its person. */
export function readResults(answer: SearchAnswer): Results {
  const people = peopleOfRecords(answer)
  const places = placesOf(answer)
  const sources = Object.entries(answer.results_by_source)
    .filter(([, records]) => records.length > 0)
    .map(([key, records], index): SourceView => {
      const meta = answer.sources_meta[key]
      const kind = meta?.kind ?? 'ordinary'
      return {
        key,
        number: meta?.number ?? index + 1,
        title: meta?.title ?? key,
        kind,
        origin: meta?.origin ?? 'own',
        basis: meta?.basis ?? 'contract',
        asOf: meta?.as_of ?? '',
        completeness: meta ? shortCompleteness(meta) : null,
        records: records.map(record => {
          const match = answer.matches[record.record_id] ?? NO_MATCH
          let fields: Field[] | undefined
          let searchText: string | undefined
          return {
            id: record.record_id,
            source: key,
            get title() {
              return titleOf(this.fields, this.id)
            },
            get fields() {
              fields ??= fieldsOf(record)
              return fields
            },
            get searchText() {
              searchText ??= searchTextOf(meta?.title ?? key, this.fields)
              return searchText
            },
            match,
            person: people.get(record.record_id) ?? null,
            duplicates: typeof record.duplicates === 'number' ? record.duplicates : 1,
            possibleNamesake: kind === 'casualty_list' && isNameOnly(match)
          }
        })
      }
    })
  return {
    answer,
    sources,
    places,
    failed: answer.failed_sources.map(key => ({ key, title: answer.sources_meta[key]?.title ?? key })),
    records: new Map(sources.flatMap(({ records }) => records.map(record => [record.id, record] as const))),
    numbers: new Map(places.map(({ key, number }) => [key, number]))
  }
}

/** Of a record that names several people, the card of the one by whom it answers. */
function peopleOfRecords({ persons, matches }: SearchAnswer): Map<string, PersonCard> {
  const people = new Map<string, PersonCard>()
  for (const person of persons)
    for (const id of recordIdsOf(person))
      if (!people.has(id) || person.parties?.[id]?.place === matches[id]?.party?.place) people.set(id, person)
  return people
}

function placesOf({ sources_meta, failed_sources }: SearchAnswer): SourcePlace[] {
  return Object.entries(sources_meta)
    .map(([key, { number, title, state, shown }]) => ({
      key,
      number,
      title,
      state: failed_sources.includes(key)
        ? ('failed' as const)
        : state === 'records' && shown === 0
          ? ('unseen' as const)
          : state
    }))
    .sort((a, b) => a.number - b.number)
}

/** Rows of a source before merging. */
export const rowCount = (records: readonly RecordView[]) =>
  records.reduce((sum, { duplicates }) => sum + duplicates, 0)

function fieldsOf(record: AnswerRecord): Field[] {
  return Object.entries(record).flatMap(([label, raw]) => {
    const value = META.has(label) || raw === undefined || raw === null ? '' : String(raw).trim()
    if (value === '') return []
    return [{ label, value }]
  })
}

/** The labels and values of a record with the title of its source; numbers also without what groups their digits. */
function searchTextOf(source: string, fields: Field[]): string {
  const texts = fields.map(({ label, value }) => {
    const digits = /\d[\s()-]+\d/.test(value) ? value.replace(/\D/g, '') : ''
    return `${label} ${value} ${digits}`
  })
  return normalizeText([source, ...texts].join('\n'))
}

function titleOf(fields: Field[], id: string): string {
  const names = fields.filter(({ label }) => TITLE_LABELS.test(label)).map(({ value }) => value)
  return names.join(' ') || fields[0]?.value || id
}
