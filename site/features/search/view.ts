import type { PersonCard } from '#shared/contracts/person.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import { foundByText } from '#shared/identity/people/headline.ts'
import { normalizeText } from '#site/lib/text.ts'
import { BANDS, type Band, bandOf, isLongList } from './people/bands.ts'
import { type Choices, passes, type Years } from './people/facets.ts'
import { unitsOf } from './people/joined-people.ts'
import { BY_FIT, type Order, sortPeople } from './people/order.ts'
import { type RecordView, type Results, rowCount, type SourceView } from './records/results-view.ts'
import { dateText } from './texts.ts'

/** What of an answer a person wants to see. */
export interface View {
  /** Words that a person or a record must have. */
  text: string
  choices: Choices
  years: Years | null
  order: Order
}

export const WHOLE: View = { text: '', choices: {}, years: null, order: BY_FIT }

/** People of one band in a long list, with those of other bands whom the user called one with somebody of it. */
export interface BandGroup {
  band: Band
  people: PersonCard[]
  /** How many are of the band itself. */
  count: number
}

/** Of each person whom the user called one with others: the id that stands for all of them. */
export type Joined = ReadonlyMap<string, string>

/** What is left of an answer under a view. */
export interface FilteredAnswer {
  people: PersonCard[]
  /** Groups of a long list, best first; null for a list that needs none. */
  groups: BandGroup[] | null
  /** Of a list without groups, who is folded: found by text alone where a number was asked and found. */
  byText: BandGroup | null
  sources: SourceView[]
  /** Rows before merging. */
  records: number
  isNarrowed: boolean
}

export const isNarrowed = ({ text, choices, years }: View): boolean =>
  text.trim() !== '' || years !== null || Object.keys(choices).length > 0

/** The id that stands for somebody and all whom the user called one with them. */
const standIn = ({ id }: PersonCard, joined: Joined): string => joined.get(id) ?? id

/** Those whom the user called one stand together, where the first of them is. */
const together = (people: PersonCard[], joined: Joined): PersonCard[] =>
  joined.size === 0 ? people : [...Map.groupBy(people, person => standIn(person, joined)).values()].flat()

/** One filter for people and records: who passes is shown with those of the records that pass as well. */
export function applyView(results: Results, view: View, joined: Joined = new Map()): FilteredAnswer {
  const people = together(sortPeople(peopleUnder(results, view, joined), view.order), joined)
  const words = wordsOf(view.text)
  const chosen = view.choices.source
  const passing = new Set(people)
  const isAll = !isNarrowed(view)
  const isLong = isLongList(results)
  const named = new Set(people.filter(person => ownMatch(person, words, results)))
  const passesRecord = (record: RecordView): boolean =>
    (record.person === null ? words.length > 0 : passing.has(record.person)) &&
    (!chosen || chosen.includes(record.source)) &&
    ((record.person !== null && named.has(record.person)) || has(record.searchText, words))
  const sources = isAll
    ? results.sources
    : results.sources.flatMap((group): SourceView[] => {
        const records = group.records.filter(passesRecord)
        return records.length > 0 ? [{ ...group, records }] : []
      })
  return {
    people,
    groups: isLong ? groupsOf(people, joined) : null,
    byText: isLong ? null : byTextOf(people, results, joined),
    sources,
    records: sources.reduce((sum, { records }) => sum + rowCount(records), 0),
    isNarrowed: !isAll
  }
}

/** The people who pass the text and the facets, in the order of the answer; of those whom the user called one all. */
function peopleUnder(results: Results, view: View, joined: Joined): PersonCard[] {
  const isLong = isLongList(results)
  const withText = new Set(peopleWithText(results, view.text))
  const units = unitsOf(results.answer.persons, joined)
  const passing = units.filter(cards => cards.some(card => withText.has(card)) && passes(cards, view, isLong))
  const all = new Set(passing.flat())
  return results.answer.persons.filter(person => all.has(person))
}

/** The people who pass the text alone. */
export function peopleWithText(results: Results, text: string): PersonCard[] {
  const words = wordsOf(text)
  const { persons } = results.answer
  if (words.length === 0) return persons
  return persons.filter(
    person =>
      has(ownText(person), words) ||
      recordIdsOf(person).some(id => has(results.records.get(id)?.searchText ?? '', words))
  )
}

const wordsOf = (text: string): string[] => normalizeText(text).split(/\s+/).filter(Boolean)
const has = (text: string, words: readonly string[]) => words.every(word => text.includes(word))

/** What a row says of somebody. */
const ownText = ({ name, birth_date, region, facts }: PersonCard): string =>
  normalizeText([name, dateText(birth_date ?? ''), region, ...facts.map(({ value }) => value)].join('\n'))

/** The words stand in the row of somebody and in none of the records: then all of those stay. */
function ownMatch(person: PersonCard, words: readonly string[], { records }: Results): boolean {
  if (words.length === 0) return true
  return !recordIdsOf(person).some(id => has(records.get(id)?.searchText ?? '', words))
}

/** Whom the user called one with somebody stays there. */
function byTextOf(
  people: readonly PersonCard[],
  { answer: { persons, readings } }: Results,
  joined: Joined
): BandGroup | null {
  const textHits = new Set(foundByText(persons, readings))
  const byText =
    textHits.size === 0 ? [] : people.filter(person => textHits.has(person) && !joined.has(person.id))
  return byText.length === 0 ? null : { band: 'weak', people: byText, count: byText.length }
}

function groupsOf(people: readonly PersonCard[], joined: Joined): BandGroup[] {
  const leaders = new Map<string, PersonCard>()
  for (const person of people) leaders.getOrInsert(standIn(person, joined), person)
  const byBand = Map.groupBy(people, person => bandOf(leaders.get(standIn(person, joined)) ?? person, true))
  return BANDS.flatMap(band => {
    const of = byBand.get(band)
    if (!of) return []
    return [{ band, people: of, count: of.filter(person => bandOf(person, true) === band).length }]
  })
}
