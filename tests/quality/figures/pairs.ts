import type { Person } from '#api/db/seed/people.ts'
import type { Person as Card } from '#shared/contracts/person.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import { samplePeople, type Truth } from '#tests/quality/truth.ts'
import { type Figure, firstOf, type Measure } from './figure.ts'
import { nameAndDate, nameOf } from './lines.ts'

const LINES: [what: string, lineOf: (person: Person) => string, goal: number, held: number][] = [
  ['ФИО и дата рождения', nameAndDate, 0.85, 0.5],
  ['ФИО', nameOf, 0.75, 0.5],
  ['фамилия', person => person.surname, 0.6, 0.48]
]
const OF_POSSIBLE = 0.8

/** Pairs of records of one person that stand in one answer, over all people of the answers. */
interface Pairs {
  all: number
  /** Joined, if only by a chain, by facts in common: full date, number, phone, e-mail, flat. */
  possible: number
  /** In one card. */
  together: number
  /** Why the others are not, as the cards themselves say. */
  causes: Map<string, number>
}

/**
 * How much of what belongs together cards put together, how much of that any shared fact could, and the cards that hold
 * records of two people.
 */
export const pairs: Measure = async (truth, sampleSize) => {
  const figures: Figure[] = []
  const falseMerges: string[] = []
  for (const [at, [what, lineOf, goal, held]] of LINES.entries()) {
    const counts: Pairs = { all: 0, possible: 0, together: 0, causes: new Map() }
    for (const person of samplePeople(truth, sampleSize, 11 + at)) {
      const line = lineOf(person)
      const { answer } = await truth.ask(line)
      const cards = answer.persons.map(recordIdsOf)
      countPairs(truth, cards, counts)
      countCauses(truth, answer.persons, counts)
      falseMerges.push(...cards.filter(ids => ownersOf(truth, ids).size > 1).map(ids => `${line}: ${ids}`))
    }
    figures.push(
      {
        title: `пар записей одного человека в одной карточке: ${what}`,
        value: counts.together / counts.all,
        of: counts.all,
        goal: { atLeast: goal },
        held: { atLeast: held },
        failures: toldCauses(counts)
      },
      {
        title: `то же из пар с общими фактами: ${what}`,
        value: counts.together / counts.possible,
        of: counts.possible,
        goal: { atLeast: OF_POSSIBLE },
        held: { atLeast: 0.7 },
        failures: []
      }
    )
  }
  const title = 'карточек с записями двух людей'
  const searches = LINES.length * sampleSize
  return [
    ...figures,
    { title, value: falseMerges.length, of: searches, goal: { atMost: 0 }, failures: firstOf(falseMerges) }
  ]
}

const ownersOf = (truth: Truth, ids: readonly string[]): Set<number> =>
  new Set(ids.flatMap(id => truth.personOf.get(id) ?? []))

function countPairs(truth: Truth, cards: readonly (readonly string[])[], counts: Pairs): void {
  const cardOf = new Map(cards.flatMap((ids, card) => ids.map(id => [id, card] as const)))
  const generated = [...cardOf.keys()].filter(id => truth.personOf.has(id))
  for (const ids of Map.groupBy(generated, id => truth.personOf.get(id)).values()) {
    counts.all += pairsAmong(ids.length)
    for (const card of Map.groupBy(ids, id => cardOf.get(id)).values())
      counts.together += pairsAmong(card.length)
    for (const chain of chainsOf(ids, truth)) counts.possible += pairsAmong(chain)
  }
}

const NEVER_NEAR = 'не сравниваются: в карточках нет общего имени, даты или номера'

/** Counts the pairs in two cards of one person by what the nearer card says of the other. */
function countCauses(truth: Truth, cards: readonly Card[], { causes }: Pairs): void {
  const ownIds = ({ record_ids }: Card) => record_ids.filter(id => truth.personOf.has(id))
  const ofOnePerson = Map.groupBy(cards, card => truth.personOf.get(ownIds(card)[0] ?? ''))
  for (const [owner, own] of ofOnePerson)
    for (const [at, card] of own.entries())
      for (const other of owner === undefined ? [] : own.slice(at + 1)) {
        const apart =
          card.apart.find(({ person_id }) => person_id === other.id) ??
          other.apart.find(({ person_id }) => person_id === card.id)
        const cause = apart ? `${apart.code}: ${apart.agrees}` : NEVER_NEAR
        causes.set(cause, (causes.get(cause) ?? 0) + ownIds(card).length * ownIds(other).length)
      }
}

const CAUSES_TOLD = 8

const toldCauses = ({ causes }: Pairs): string[] =>
  [...causes]
    .sort(([, a], [, b]) => b - a)
    .slice(0, CAUSES_TOLD)
    .map(([cause, count]) => `${count} пар — ${cause}`)

const pairsAmong = (count: number): number => (count * (count - 1)) / 2

/** How many records each chain of shared facts holds. */
function chainsOf(ids: readonly string[], truth: Truth): number[] {
  let chains: { facts: Set<string>; size: number }[] = []
  for (const id of ids) {
    const facts = new Set(truth.factsOf(id))
    const meeting = chains.filter(chain => !chain.facts.isDisjointFrom(facts))
    chains = chains.filter(chain => chain.facts.isDisjointFrom(facts))
    chains.push({
      facts: meeting.reduce((all, chain) => all.union(chain.facts), facts),
      size: meeting.reduce((sum, { size }) => sum + size, 1)
    })
  }
  return chains.map(({ size }) => size)
}
