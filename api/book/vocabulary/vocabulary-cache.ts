import type { SQL } from 'bun'
import { formsOfSpelling, type KnownSpelling } from '#shared/identity/lookup/spelling-index.ts'
import { isLatin } from '#shared/identity/names/edit-distance.ts'
import { readLearned } from './vocabulary-log.ts'
import { createWordTable } from './word-table.ts'

interface VocabularyCache {
  /** Null when the cache is stale or too large, or a Latin word may be near a Cyrillic one. */
  near(words: readonly string[]): KnownSpelling[] | null
  /** Reads new rows of the log. */
  refresh(sql: SQL): Promise<void>
}

/** Stored words are found within this time. */
export const VOCABULARY_FRESH_MS = 500
/** 50 MB per search thread. */
const WORDS_MAX = 1_000_000
const NEIGHBOURS_MAX = 1_000

export function createVocabularyCache(): VocabularyCache {
  const table = createWordTable()
  /** Most given names are asked repeatedly. */
  const neighbours = new Map<string, KnownSpelling[]>()
  let readUpTo = 0
  let reading: Promise<void> | undefined
  let readAt = Number.NEGATIVE_INFINITY

  const spellingsNear = (word: string): KnownSpelling[] =>
    table.near(word).flatMap(near => formsOfSpelling(near.spelling).map(form => ({ ...near, form })))

  const isFresh = () => performance.now() - readAt < VOCABULARY_FRESH_MS

  async function readPortion(sql: SQL): Promise<void> {
    const startedAt = performance.now()
    const { words, upTo, isLast } = await readLearned(sql, readUpTo)
    // Latin words are looked up by sound.
    for (const [spelling, magnitude, ...beside] of words)
      if (!isLatin(spelling)) table.add({ spelling, magnitude, beside })
    if (words.length > 0) neighbours.clear()
    readUpTo = Math.max(readUpTo, upTo)
    if (isLast) readAt = startedAt
  }

  return {
    near(words) {
      if (!isFresh() || table.size > WORDS_MAX || words.some(isLatin)) return null
      if (neighbours.size > NEIGHBOURS_MAX) neighbours.clear()
      return words.flatMap(word => neighbours.getOrInsertComputed(word, spellingsNear))
    },

    async refresh(sql) {
      while (!isFresh() && table.size <= WORDS_MAX) {
        if (reading) await reading.catch(() => {})
        else {
          reading = readPortion(sql).finally(() => {
            reading = undefined
          })
          await reading
        }
      }
    }
  }
}
