import type { Person } from '#api/db/seed/people.ts'
import type { Random } from '#api/db/seed/random.ts'

/** Kinds of a right reading: `place` may be read as an address or stay as its words, `organisation` is a text. */
export type PartKind =
  | 'full_name'
  | 'birth_date'
  | 'phone'
  | 'email'
  | 'inn_person'
  | 'inn_org'
  | 'snils'
  | 'passport'
  | 'ogrn'
  | 'vin'
  | 'plate'
  | 'address'
  | 'place'
  | 'organisation'

export interface Part {
  kind: PartKind
  value: string
}

/** A line as a desk types it, with the one right reading. */
export interface CorpusLine {
  text: string
  parts: readonly Part[]
  /** Words that no value is made of. */
  loose?: string
}

/** Makes one line of a class about a person; another person is at hand where a line names several. */
export type Grammar = (person: Person, random: Random, other: Person) => CorpusLine

/** One of the texts, each as often as its weight says. */
export function pickWeighted<T>(
  random: Random,
  choices: readonly (readonly [weight: number, choice: T])[]
): T {
  let left = random.next() * choices.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, choice] of choices) {
    left -= weight
    if (left < 0) return choice
  }
  const last = choices.at(-1)
  if (!last) throw new Error('nothing to pick from')
  return last[1]
}
