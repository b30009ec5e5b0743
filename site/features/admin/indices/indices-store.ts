import type { IndicesAnswer } from '#shared/contracts/admin-indices.ts'
import { INDEX_FAILURES } from '#shared/texts/admin.ts'
import { ask } from '#site/lib/ask.ts'
import { createLoad } from '#site/lib/load-store.ts'
import { INDICES_PATH, wordsOf } from './index-calls.ts'

/** Both lists. */
export const indices = createLoad(() =>
  ask<IndicesAnswer>(INDICES_PATH).catch(error => {
    throw new Error(wordsOf(error, INDEX_FAILURES.failed, INDEX_FAILURES.failed))
  })
)
