import type { IndexRecord } from '#api/book/index-record.ts'
import { bigintArray } from '#api/db/array-literal.ts'
import { hash64 } from '#api/lib/hash64.ts'
import { spellingKeys } from '#shared/identity/lookup/spelling-index.ts'
import { createVocabulary, magnitudeOf, type Word } from '#shared/identity/lookup/vocabulary.ts'
import type { LoggedWord } from './vocabulary-log.ts'

interface SpellingCollector {
  collect(record: Pick<IndexRecord, 'names' | 'organisationWords'>): void
  /** Spellings since the last call, which then count as stored: if their transaction fails, the load must end. */
  take(): string
}

/** Result of `take`, as JSON. */
export interface CollectedSpellings {
  /** Rows of `vocabulary`. */
  rows: { spelling: string; form: string; near: string }[]
  learned: LoggedWord[]
}

const WORDS_REMEMBERED = 500_000

export function createSpellingCollector(): SpellingCollector {
  const vocabulary = createVocabulary(WORDS_REMEMBERED)
  const changed = new Set<Word>()
  let fresh: Word[] = []

  const note = (word: Word) => {
    changed.add(word)
    if (word.met === 1) fresh.push(word)
  }

  return {
    collect({ names, organisationWords }) {
      for (const name of names) vocabulary.learn(name, note)
      for (const word of organisationWords) vocabulary.learnOrganisationWord(word, note)
    },

    take() {
      if (changed.size === 0) return ''
      const collected: CollectedSpellings = {
        rows: fresh.map(({ spelling, form }) => ({
          spelling,
          form,
          near: bigintArray(spellingKeys(spelling).map(hash64))
        })),
        learned: Array.from(changed, ({ spelling, met, beside }) => [spelling, magnitudeOf(met), ...beside])
      }
      changed.clear()
      fresh = []
      return JSON.stringify(collected)
    }
  }
}
