import { bigintArray } from '#api/db/array-literal.ts'
import { hash64 } from '#api/lib/hash64.ts'
import { spellingKeys, spellingsOf } from '#shared/identity/lookup/spelling-index.ts'
import type { PersonName } from '#shared/identity/names/types.ts'

export interface SpellingCollector {
  collect(names: readonly PersonName[]): void
  /**
   * Rows of `vocabulary` collected since the last call, for `storeSpellings`. They count as stored: when the
   * transaction that carries them fails, the load has to end, as its rows would be missing too.
   */
  take(): string
}

const PARTS = ['surname', 'given', 'patronymic'] as const
/** Bounds the memory of a load, about 100 bytes a word. A forgotten word is only sent again. */
const WORDS_REMEMBERED = 500_000

/** A repeated name part costs one look-up: a load makes tens of thousands of records a second. */
export function createSpellingCollector(): SpellingCollector {
  const collectedParts = {
    surname: new Set<string>(),
    given: new Set<string>(),
    patronymic: new Set<string>()
  }
  const sentWords = new Set<string>()
  let fresh: { spelling: string; form: string; near: string }[] = []

  function collectPart(role: (typeof PARTS)[number], part: string): void {
    if (collectedParts[role].size >= WORDS_REMEMBERED) collectedParts[role].clear()
    collectedParts[role].add(part)
    if (sentWords.size >= WORDS_REMEMBERED) sentWords.clear()
    for (const { spelling, form } of spellingsOf({ [role]: part, labelled: true, written: part })) {
      const word = `${spelling} ${form}`
      if (sentWords.has(word)) continue
      sentWords.add(word)
      fresh.push({ spelling, form, near: bigintArray(spellingKeys(spelling).map(hash64)) })
    }
  }

  return {
    collect(names) {
      for (const name of names) {
        for (const role of PARTS) {
          const part = name[role]
          if (part !== undefined && !collectedParts[role].has(part)) collectPart(role, part)
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
