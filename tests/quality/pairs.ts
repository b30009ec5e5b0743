import type { Person } from '#api/db/seed/people.ts'
import { samplePeople, type Truth } from './truth.ts'

/** How the cards of answers put together the records of one person, over all people of each answer. */
export interface PairRecall {
  searches: number
  /** Pairs of records of one person, both in the answer. */
  pairs: number
  /** Those of them that stand in one card. */
  together: number
  /** Cards that hold records of two people. */
  falseMerges: string[]
  /** The same of the person asked for alone. */
  ownPairs: number
  ownTogether: number
}

export async function pairRecallOf(
  truth: Truth,
  count: number,
  stream: number,
  lineOf: (person: Person) => string,
  onMissed?: (a: string, b: string, line: string) => void
): Promise<PairRecall> {
  const recall: PairRecall = {
    searches: count,
    pairs: 0,
    together: 0,
    falseMerges: [],
    ownPairs: 0,
    ownTogether: 0
  }
  for (const person of samplePeople(truth, count, stream)) {
    const line = lineOf(person)
    const { answer } = await truth.ask(line)
    const cards = new Map<string, number>()
    const byPerson = new Map<number, string[]>()
    answer.persons.forEach(({ record_ids }, at) => {
      const owners = new Set<number>()
      for (const id of record_ids) {
        cards.set(id, at)
        const owner = truth.personOf.get(id)
        if (owner === undefined) continue
        owners.add(owner)
        byPerson.getOrInsertComputed(owner, () => []).push(id)
      }
      if (owners.size > 1) recall.falseMerges.push(`${line}: ${record_ids}`)
    })
    for (const [owner, ids] of byPerson)
      for (let i = 0; i < ids.length; i += 1)
        for (let j = i + 1; j < ids.length; j += 1) {
          const same = cards.get(ids[i] ?? '') === cards.get(ids[j] ?? '')
          recall.pairs += 1
          recall.together += Number(same)
          if (owner === person.no) {
            recall.ownPairs += 1
            recall.ownTogether += Number(same)
          }
          if (!same) onMissed?.(ids[i] ?? '', ids[j] ?? '', line)
        }
  }
  return recall
}
