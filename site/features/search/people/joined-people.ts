import type { AnswerPerson, PersonCard } from '#shared/contracts/person.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import type { SummaryRow } from '#shared/contracts/summary.ts'
import { isDetailed } from '#shared/identity/detailed.ts'

/** Of each person whom the user called one with others: the id that stands for all of them. */
type Joined = ReadonlyMap<string, string>

/** The people of an answer, those whom the user called one together, each where the first of them is. */
export function unitsOf<T extends PersonCard>(persons: readonly T[], joined: Joined): [T, ...T[]][] {
  if (joined.size === 0) return persons.map(person => [person])
  return [...Map.groupBy(persons, ({ id }) => joined.get(id) ?? id).values()] as [T, ...T[]][]
}

/** An answer in which those whom the user called one are one. The rules have not joined them, and its rows stay apart. */
export const withJoined = (answer: SearchAnswer, joined: Joined): SearchAnswer =>
  joined.size === 0 ? answer : { ...answer, persons: unitsOf(answer.persons, joined).map(asOne) }

/** Somebody with all whom the user called one with them. */
export function wholeOf(person: AnswerPerson, { persons }: SearchAnswer, joined: Joined): AnswerPerson {
  const standIn = joined.get(person.id)
  if (standIn === undefined) return person
  return asOne([person, ...persons.filter(({ id }) => id !== person.id && joined.get(id) === standIn)])
}

const union = <T>(cards: readonly AnswerPerson[], read: (card: AnswerPerson) => readonly T[]): T[] => [
  ...new Set(cards.flatMap(read))
]

/** The first says what a card has one of; of the details nothing is added to what the cards have. */
export function asOne(cards: readonly [AnswerPerson, ...AnswerPerson[]]): AnswerPerson {
  const [first, ...others] = cards
  if (others.length === 0) return first
  const ids = new Set(cards.map(({ id }) => id))
  const firstKnown = <K extends 'birth_date' | 'birth_year' | 'sex' | 'sex_by_name' | 'region'>(key: K) =>
    (cards.find(card => card[key] !== null) ?? first)[key]
  const identifiers = union(cards, card => card.identifiers ?? [])
  const one = {
    ...first,
    birth_date: firstKnown('birth_date'),
    birth_year: firstKnown('birth_year'),
    sex: firstKnown('sex'),
    sex_by_name: firstKnown('sex_by_name'),
    region: firstKnown('region'),
    source_keys: union(cards, card => card.source_keys).sort(),
    record_ids: union(cards, card => card.record_ids),
    ...(identifiers.length > 0 && { identifiers }),
    related: cards.flatMap(card => card.related.filter(({ person_id }) => !ids.has(person_id)))
  }
  const detailed = cards.filter(isDetailed)
  if (!isDetailed(first) || detailed.length < cards.length) return one
  return {
    ...one,
    summary: summaryOfAll(
      detailed.map(({ summary }) => summary),
      new Set(one.source_keys)
    ),
    phones: [
      ...new Map(
        detailed.flatMap(({ phones }) => phones.map(phone => [phone.phone, phone] as const))
      ).values()
    ],
    links: detailed.flatMap(({ links }) => links),
    apart: detailed.flatMap(({ apart }) => apart.filter(({ person_id }) => !ids.has(person_id)))
  }
}

/** Equal values are one row; those of a field stand together, where the first of them is. */
function summaryOfAll(summaries: readonly SummaryRow[][], own: ReadonlySet<string>): SummaryRow[] {
  const rows = [...Map.groupBy(summaries.flat(), ({ field, value }) => `${field}\n${value}`).values()]
  const merged = rows.map(same => mergeRows(same as [SummaryRow, ...SummaryRow[]], own))
  return [...Map.groupBy(merged, ({ field }) => field).values()].flat()
}

function mergeRows(rows: readonly [SummaryRow, ...SummaryRow[]], own: ReadonlySet<string>): SummaryRow {
  const [first] = rows
  const evidence = rows.flatMap(row => row.evidence)
  const sources = [...new Set(rows.flatMap(row => row.sources))]
  const stating = new Set(evidence.map(({ source }) => source))
  const silent = [...new Set(rows.flatMap(row => [...row.silent.no_field, ...row.silent.no_person]))].filter(
    key => !stating.has(key)
  )
  const conflict = rows.some(row => row.conflict)
  const newest = rows
    .flatMap(row => row.newest ?? [])
    .reduce<SummaryRow['newest']>((latest, one) => (latest && latest.date >= one.date ? latest : one), null)
  return {
    ...first,
    evidence,
    sources,
    conflict,
    state: conflict ? 'conflict' : sources.length > 1 ? 'confirmed' : 'single',
    newest,
    silent: {
      no_field: silent.filter(key => own.has(key)),
      no_person: silent.filter(key => !own.has(key))
    }
  }
}
