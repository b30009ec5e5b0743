import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import type { Candidate, Lookup, LookupAnswer } from './contract.ts'
import { type LookupTier, personOf } from './tiers.ts'

/** `undefined` for a line of one person. */
type Person = number | undefined

/** Each person of a line is asked as fully as alone. */
export function countPersonHits(plan: Pick<SearchPlan, 'readings'>, all: readonly Candidate[]) {
  const candidatesBy = new Map<Person, Map<string, Candidate>>()
  const hitsOf = (person: Person): readonly Candidate[] =>
    person === undefined ? all : [...(candidatesBy.get(person)?.values() ?? [])]
  const peopleOf = ({ steps }: Lookup): Person[] => steps.map(step => personOf(plan, step))
  const numbered = new Set(plan.readings.flatMap(({ person }) => person ?? []))
  const people: readonly Person[] = numbered.size > 0 ? [...numbered] : [undefined]

  return {
    hitsOf,

    note(lookup: Lookup, { candidates }: LookupAnswer): void {
      for (const person of new Set(peopleOf(lookup))) {
        if (person === undefined) continue
        const own = candidatesBy.getOrInsertComputed(person, () => new Map<string, Candidate>())
        for (const candidate of candidates) own.set(candidate.record_id, candidate)
      }
    },

    peopleIn: ({ lookups }: LookupTier): ReadonlySet<Person> => new Set(lookups.flatMap(peopleOf)),

    fillAll: (places: number, perSource: number): boolean =>
      people.every(person => placesOf(hitsOf(person), perSource) >= places)
  }
}

export function placesOf(candidates: readonly Candidate[], perSource: number): number {
  const bySource = Map.groupBy(candidates, ({ source }) => source)
  return [...bySource.values()].reduce((sum, own) => sum + Math.min(perSource, own.length), 0)
}
