import type { IndicesAnswer } from '#shared/contracts/admin/indices.ts'
import { INDEX_FAILURES } from '#shared/texts/admin.ts'
import { AskError, ask } from '#site/lib/ask.ts'
import { createLoad } from '#site/lib/load-store.ts'
import { INDICES_PATH, indexErrorText } from './index-calls.ts'

/** Both lists. */
export const indices = createLoad(() =>
  ask<IndicesAnswer>(INDICES_PATH, { shape: { details: [{ name: '', passport: { gaps: [] } }] } }).catch(
    error => {
      throw new AskError(indexErrorText(error, INDEX_FAILURES.failed, INDEX_FAILURES.failed))
    }
  )
)
