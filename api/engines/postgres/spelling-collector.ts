import { bigintArray } from '#api/db/array-literal.ts'
import { hash64 } from '#api/lib/hash64.ts'
import { spellingKeys, spellingsOf } from '#shared/identity/lookup/spelling-index.ts'
import type { PersonName } from '#shared/identity/names/types.ts'

/** Collects what the vocabulary has to learn from the records of a load. */
export interface SpellingCollector {
  /** Names of a record that is being stored. */
  learn(names: readonly PersonName[]): void
  /**
   * Rows of `vocabulary` for the spellings since the last call, as `storeSpellings` takes them. They count as stored: when the
   * transaction that carries them fails, the load has to end, as its rows would be missing too.
   */
  take(): string
}

const PARTS = ['surname', 'given', 'patronymic'] as const
/** Memory of one load: about 100 bytes a word. A word that is forgotten is only sent again. */
const WORDS_KNOWN = 500_000

/** A part of a name that was met before costs one look-up: a load makes tens of thousands of records a second. */
export function createSpellingCollector(): SpellingCollector {
  const met = { surname: new Set<string>(), given: new Set<string>(), patronymic: new Set<string>() }
  const sent = new Set<string>()
  let fresh: { spelling: string; form: string; near: string }[] = []

  function meet(role: (typeof PARTS)[number], part: string): void {
    if (met[role].size >= WORDS_KNOWN) met[role].clear()
    met[role].add(part)
    if (sent.size >= WORDS_KNOWN) sent.clear()
    for (const { spelling, form } of spellingsOf({ [role]: part, labelled: true, written: part })) {
      const word = `${spelling} ${form}`
      if (sent.has(word)) continue
      sent.add(word)
      fresh.push({ spelling, form, near: bigintArray(spellingKeys(spelling).map(hash64)) })
    }
  }

  return {
    learn(names) {
      for (const name of names) {
        for (const role of PARTS) {
          const part = name[role]
          if (part !== undefined && !met[role].has(part)) meet(role, part)
        }
      }
    },

    take() {
      const spellings = fresh.length === 0 ? '' : JSON.stringify(fresh)
      fresh = []
      return spellings
    }
  }
}
