import { addressPrefix } from '#api/http/client-address.ts'
import type { ReplayedAnswer } from './replay-cache.ts'
import type { CreditRequest, SearchCaller } from './reserve-credit.ts'
import { newSearchId } from './search-id.ts'
import type { Charge } from './store.ts'

export const chargeOf = (
  { userId, isApi, clientKey, address }: SearchCaller,
  { queryKey, requestHash, chosen, repeatsLive, purpose }: CreditRequest,
  answer: ReplayedAnswer,
  price: number,
  listId: number | null,
  watchesRisk: boolean
): Charge => ({
  userId,
  query: answer.query,
  isApi,
  resultsCount: answer.resultsCount,
  isComplete: answer.isComplete,
  price,
  queryKey,
  requestHash,
  clientKey,
  repeatsLive,
  searchId: newSearchId(),
  reading: chosen,
  askedTiers: answer.askedTiers,
  askedErrors: answer.askedErrors,
  tokens: answer.tokens,
  sourceKeys: answer.sourceKeys,
  recordNumbers: answer.recordNumbers,
  ipPrefix: addressPrefix(address),
  purpose,
  numberBlock: watchesRisk ? (answer.numberBlock ?? null) : null,
  listId
})
