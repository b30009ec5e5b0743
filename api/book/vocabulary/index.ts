import { runInTime, type SearchConnections } from '#api/db/search-connections.ts'
import type { KnownSpelling } from '#shared/identity/lookup/spelling-index.ts'
import { spellingsNear } from './spellings.ts'
import { createVocabularyCache } from './vocabulary-cache.ts'

/** Stored spellings within one typing error of any word; null without time. */
export type FindSpellings = (
  words: readonly string[],
  timeoutMs: number,
  signal: AbortSignal
) => Promise<KnownSpelling[] | null>

/** From memory, else from the database. */
export function openVocabulary(connections: SearchConnections): FindSpellings {
  const vocabulary = createVocabularyCache()
  return async (words, timeoutMs, signal) => {
    const remembered = vocabulary.near(words)
    if (remembered) return remembered
    return await runInTime(connections, timeoutMs, signal, async sql => {
      await vocabulary.refresh(sql)
      return vocabulary.near(words) ?? (await spellingsNear(sql, words))
    })
  }
}
