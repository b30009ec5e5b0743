import type { ExamplesAnswer } from '#shared/contracts/search.ts'
import { ask } from '#site/lib/ask.ts'
import { createLoad } from '#site/lib/load-store.ts'

/** Lines to try, and whether everybody who can be found is invented. */
export const examples = createLoad(() =>
  ask<ExamplesAnswer>('/api/search/examples', {
    login: false,
    shape: { examples: [] }
  })
)
