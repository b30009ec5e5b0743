import { newSearchId } from '#api/features/search/search-id.ts'
import type { Charge } from '#api/features/search/store.ts'

let questions = 0

/** A charge for a question of its own, unless said otherwise. */
export const chargeOf = (userId: number, changes: Partial<Charge> = {}): Charge => ({
  userId,
  query: 'Примеров',
  isApi: false,
  resultsCount: 1,
  isComplete: true,
  price: 1,
  queryKey: Buffer.from(`question ${++questions}`),
  clientKey: null,
  searchId: newSearchId(),
  reading: null,
  askedTiers: 1,
  askedErrors: null,
  tokens: '{1,-2}',
  sourceKeys: ['kit_phones', 'with "quotes", commas'],
  recordNumbers: '{9007199254740993}',
  ipPrefix: null,
  ...changes
})
