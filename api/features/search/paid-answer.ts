import type { EarlierAnswer } from './earlier-store.ts'
import type { Purpose } from './purpose.ts'
import type { ReplayedAnswer } from './replay-cache.ts'
import { newSearchId, searchIdText } from './search-id.ts'
import type { Charged } from './store.ts'

export interface PaidAnswer extends Pick<Charged, 'charged' | 'requestsLeft' | 'delivery'> {
  answer: ReplayedAnswer
  searchId: string
  searchedAt: string
  purpose: Purpose | null
}

export const paidAnswer = (
  answer: ReplayedAnswer,
  {
    charged,
    requestsLeft,
    delivery,
    searchId,
    searchedAt
  }: Pick<Charged, 'charged' | 'requestsLeft' | 'delivery'> & Pick<EarlierAnswer, 'searchId' | 'searchedAt'>,
  purpose: Purpose | null
): PaidAnswer => ({
  answer,
  charged,
  requestsLeft,
  delivery,
  searchId: searchIdText(searchId ?? newSearchId()),
  searchedAt: (searchedAt ?? new Date()).toISOString(),
  purpose
})
