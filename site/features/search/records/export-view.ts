import type { Person, PersonApart } from '#shared/contracts/person.ts'
import type { Completeness, DetailedAnswer, SearchAnswer, Withdrawn } from '#shared/contracts/search.ts'
import type { EarlierVerdict, Verdict } from '#shared/contracts/verdict.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import { remarksOfReadings } from '#shared/labels/reading-remarks.ts'
import { SOURCE_BASES, SOURCE_ORIGINS, type SourceKind } from '#shared/labels/sources.ts'
import { withheldText } from '#shared/texts/purpose.ts'
import { whoCounts } from '#shared/texts/who.ts'
import { itemsOfLine } from '#site/features/search/line-items.ts'
import { nameOf } from '#site/features/search/people/people-view.ts'
import { verdictOn } from '#site/features/search/people/verdict-store.ts'
import type { StoredResults } from '#site/features/search/results-storage.ts'
import { labelText, POSSIBLE_NAMESAKE } from '#site/features/search/texts.ts'
import { type RecordView, rowCount, type SourceView } from './results-view.ts'

interface ExportedRecord {
  record_id: string
  person_id: string | null
  label: string
  score: number
  why: string[]
  duplicates: number
  /** As precise as it is known; null of none. */
  record_date: string | null
  fields: Record<string, string>
}

/** A source that was asked, with its matches in words. */
export interface ExportedSource extends Completeness {
  key: string
  number: number
  title: string
  kind: SourceKind
  origin: string
  basis: string
  /** ISO date. */
  as_of: string
  state: string
  records: ExportedRecord[]
}

type OwnVerdict = Pick<Verdict, 'verdict' | 'note' | 'at'>

/** A card with its reasons and the evidence of each value, and the user's own verdict. */
export interface ExportedPerson
  extends Pick<
    Person,
    | 'id'
    | 'kind'
    | 'name'
    | 'birth_date'
    | 'band'
    | 'score'
    | 'query_reasons'
    | 'links'
    | 'related'
    | 'summary'
    | 'record_ids'
    | 'parties'
  > {
  label: string
  own_verdict: OwnVerdict | null
  /** What the user concluded in another search, found again by its records. */
  earlier_verdict: OwnVerdict | null
  /** With the name of the other, whom a filter may have left out of this file; null outside the answer. */
  apart: (PersonApart & { name: string | null })[]
}

/** An answer as it leaves the page: the shape of the JSON export. */
export interface ExportedAnswer {
  query: string
  /** What of the line is not searched, or not as it seems, as below the chips of the page. */
  remarks: string[]
  /** Of a line that names several people or numbers: what each of them found in the whole answer. */
  typed: { label: string; value: string; records: number; people: number; organisations: number }[]
  searched_at: string
  /** As it was stated; absent where none was. */
  purpose?: SearchAnswer['purpose']
  /** When the records of an earlier search were read anew; null where they are those of its own moment. */
  read_at: string | null
  completeness: Completeness
  people: ExportedPerson[]
  /** The user's own verdicts on two people. */
  pairs: (OwnVerdict & { a: string; b: string })[]
  sources: ExportedSource[]
  not_shown: {
    /** What a filter of the page left out: records as the page counts them, before merging, and cards without one here. */
    filtered_records: number
    filtered_people: number
    /** What the search had and may not be shown any more, with titles of the sources that are gone; null of nothing. */
    withdrawn: Withdrawn | null
    /** What the search may have missed. */
    completeness_note?: string
    /** Sources that were not asked for its purpose, in a sentence. */
    withheld_note?: string
    /** Titles. */
    failed_sources: string[]
    /** Keys of the sources that have, or may have, more. */
    sources_with_more: string[]
  }
}

/**
 * What is shown, in the words of the page, with what stands behind it and what is not shown.
 *
 * @param filtered The sources with the records that pass the filter of the page.
 */
export function exportedAnswer(
  {
    answer,
    readAt,
    withdrawn = null
  }: Pick<StoredResults, 'readAt' | 'withdrawn'> & { answer: DetailedAnswer },
  filtered: readonly SourceView[],
  verdicts: readonly Verdict[],
  earlier: readonly EarlierVerdict[] = []
): ExportedAnswer {
  const records = new Map(filtered.map(({ key, records }) => [key, records]))
  const inAnswer = Object.values(answer.results_by_source).flat()
  const ids = new Set(filtered.flatMap(source => source.records.map(({ id }) => id)))
  const isWhole = ids.size === inAnswer.length
  const people = answer.persons.filter(person => isWhole || recordIdsOf(person).some(id => ids.has(id)))
  const { query, completeness, sources_meta, failed_sources } = answer
  const metas = Object.entries(sources_meta).sort(([, a], [, b]) => a.number - b.number)
  const names = new Map(answer.persons.map(person => [person.id, nameOf(person)]))
  const exported = new Set(people.map(({ id }) => id))
  return {
    query,
    remarks: remarksOfReadings(answer.readings),
    typed: itemsOfLine(answer).map(({ label, value, records, persons }) => ({
      label,
      value,
      records,
      ...whoCounts(persons)
    })),
    searched_at: answer.searched_at,
    ...(answer.purpose && { purpose: answer.purpose }),
    read_at: readAt === undefined ? null : new Date(readAt).toISOString(),
    completeness,
    people: people.map(person => exportedPerson(person, names, verdicts, earlier)),
    pairs: verdicts.flatMap(({ a, b, verdict, note, at }) =>
      b !== null && exported.has(a) && exported.has(b) ? [{ a, b, verdict, note, at }] : []
    ),
    sources: metas.map(([key, { kind, number, title, origin, basis, as_of, state, ...rest }]) => ({
      key,
      number,
      title,
      kind,
      origin: SOURCE_ORIGINS[origin],
      basis: SOURCE_BASES[basis],
      as_of,
      state: failed_sources.includes(key) ? 'failed' : state,
      ...rest,
      records: (records.get(key) ?? []).map(exportedRecord)
    })),
    not_shown: {
      filtered_records:
        answer.results_count - filtered.reduce((sum, { records }) => sum + rowCount(records), 0),
      filtered_people: answer.persons.length - people.length,
      withdrawn,
      ...(answer.withheld_sources && { withheld_note: withheldText(answer) ?? '' }),
      ...(answer.completeness_note && { completeness_note: answer.completeness_note }),
      failed_sources: failed_sources.map(key => sources_meta[key]?.title ?? key),
      sources_with_more: metas.filter(([, { more }]) => more).map(([key]) => key)
    }
  }
}

function exportedPerson(
  person: Person,
  names: ReadonlyMap<string, string>,
  verdicts: readonly Verdict[],
  earlier: readonly EarlierVerdict[]
): ExportedPerson {
  const { id, kind, name, birth_date, band, score, query_reasons, links, apart, related, summary } = person
  const own = verdictOn(verdicts, id)
  const former = earlier.find(({ person_id }) => person_id === id)
  return {
    id,
    kind,
    name,
    birth_date,
    label: labelText(person.label, query_reasons, kind),
    band,
    score,
    own_verdict: own && { verdict: own.verdict, note: own.note, at: own.at },
    earlier_verdict: former ? { verdict: former.verdict, note: former.note, at: former.at } : null,
    query_reasons,
    links,
    apart: apart.map(each => ({ ...each, name: names.get(each.person_id) ?? null })),
    related,
    summary,
    record_ids: person.record_ids,
    ...(person.parties && { parties: person.parties })
  }
}

const exportedRecord = (record: RecordView): ExportedRecord => ({
  record_id: record.id,
  person_id: record.person?.id ?? null,
  label: wordOf(record),
  score: record.match.score,
  why: record.match.why,
  duplicates: record.duplicates,
  record_date: record.match.record_date ?? null,
  fields: Object.fromEntries(record.fields.map(({ label, value }) => [label, value]))
})

/** The word of a record: its person's, and for a name-only entry of a list of losses never more than a namesake. */
const wordOf = ({ person, match, possibleNamesake }: RecordView): string =>
  possibleNamesake
    ? POSSIBLE_NAMESAKE
    : labelText(person?.label ?? 'namesake', match.reasons, person?.kind ?? 'person')
