import type { AnswerPerson, Person, PersonCard } from '#shared/contracts/person.ts'
import type { AnswerRecord, Completeness, MoreAnswer, SearchAnswer } from '#shared/contracts/search.ts'
import { sortedByFit } from '#shared/identity/fit-order.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'

type Further = Pick<MoreAnswer, 'results_by_source' | 'matches' | 'persons' | 'cursor'>

/**
 * An answer with further records: none twice, each with its people.
 *
 * @param source Whose records were asked for; null for all.
 */
export function appendRecords(answer: SearchAnswer, further: Further, source: string | null): SearchAnswer {
  const present = new Set(Object.values(answer.results_by_source).flatMap(idsOf))
  const results = { ...answer.results_by_source }
  const meta = { ...answer.sources_meta }
  for (const [key, records] of Object.entries(further.results_by_source)) {
    const added = records.filter(({ record_id }) => !present.has(record_id))
    results[key] = [...(results[key] ?? []), ...added]
    const before = meta[key]
    if (before) meta[key] = { ...before, ...shownMore(before, idsOf(added).length), state: 'records' }
  }
  // While records are prepared anew some may be missed.
  const isExact = answer.completeness_note === undefined
  if (further.cursor === null)
    for (const [key, before] of Object.entries(meta))
      if (source === null || source === key) meta[key] = { ...before, ...complete(before, isExact) }
  const sources = Object.values(meta)
  const shown = sources.reduce((sum, each) => sum + each.shown, 0)
  const whole = shownMore(answer.completeness, shown - answer.completeness.shown)
  return {
    ...answer,
    results_by_source: results,
    sources_meta: meta,
    matches: { ...answer.matches, ...further.matches },
    persons: joinPersons(answer.persons, further.persons),
    results_count: shown,
    completeness: sources.some(({ more }) => more) ? { ...whole, more: true } : complete(whole, isExact)
  }
}

const idsOf = (records: readonly AnswerRecord[]): string[] =>
  records.flatMap(({ record_id, duplicate_ids = [] }) => [record_id, ...duplicate_ids])

function shownMore({ shown, total, total_is_exact, more }: Completeness, added: number): Completeness {
  const now = shown + added
  return {
    shown: now,
    total: Math.max(total, now),
    total_is_exact,
    more: total_is_exact ? now < total : more
  }
}

const complete = ({ shown }: Completeness, isExact: boolean): Completeness => ({
  shown,
  total: shown,
  total_is_exact: isExact,
  more: false
})

/** A record as it names this person: it may stand on the cards of others too. */
const asIn = ({ parties }: PersonCard, id: string): string => `${parties?.[id]?.place ?? ''} ${id}`

const keysOf = (person: PersonCard): string[] => [
  person.id,
  ...recordIdsOf(person).map(id => asIn(person, id))
]

/** A card that comes again with further records stands for the one before; all are in the order of an answer. */
function joinPersons(before: readonly AnswerPerson[], further: readonly Person[]): AnswerPerson[] {
  const cardOf = new Map(further.flatMap(person => keysOf(person).map(key => [key, person] as const)))
  const placed = new Set<Person>()
  const joined: AnswerPerson[] = []
  for (const old of before) {
    const cards = [...new Set(keysOf(old).flatMap(key => cardOf.get(key) ?? []))].filter(
      card => !placed.has(card)
    )
    const isLeft = (id: string) => !cardOf.has(asIn(old, id))
    const parties = Object.entries(old.parties ?? {}).filter(([id]) => isLeft(id))
    const left: Pick<PersonCard, 'record_ids' | 'parties'> = {
      record_ids: old.record_ids.filter(isLeft),
      ...(old.parties && { parties: Object.fromEntries(parties) })
    }
    if (cards.length === 0 && recordIdsOf(left).length > 0) joined.push({ ...old, ...left })
    for (const [at, card] of cards.entries()) {
      placed.add(card)
      joined.push(
        at === 0
          ? {
              ...card,
              id: old.id,
              record_ids: [...card.record_ids, ...left.record_ids],
              ...(left.parties && { parties: { ...left.parties, ...card.parties } })
            }
          : card
      )
    }
  }
  return sortedByFit([...joined, ...further.filter(card => !placed.has(card))], card => card)
}
