import type { DetailedAnswer, SearchAnswer } from '#shared/contracts/search.ts'
import { isDetailed } from '#shared/identity/people/headline.ts'

/** Whether an answer has the details of everybody. */
export const hasDetails = (answer: SearchAnswer): answer is DetailedAnswer => answer.persons.every(isDetailed)
