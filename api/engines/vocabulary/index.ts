import { runInTime, type SearchConnections } from '#api/engines/connections.ts'
import type { SearchEngine } from '#api/engines/contract.ts'
import { spellingsNear } from './spellings.ts'
import { createVocabularyCache } from './vocabulary-cache.ts'

/** The spellings of an engine: from memory, or from the product's database. */
export function openVocabulary(connections: SearchConnections): SearchEngine['spellings'] {
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
