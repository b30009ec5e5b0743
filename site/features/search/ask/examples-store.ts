import type { ExamplesAnswer } from '#shared/contracts/search.ts'
import { ask } from '#site/lib/ask.ts'
import { createLoad } from '#site/lib/load-store.ts'

/** Lines to try: synthetic people of the demo sources. */
export const examples = createLoad(async () => (await ask<ExamplesAnswer>('/api/search/examples')).examples)
