import * as v from 'valibot'
import type { FinishedAnswer } from '#api/features/search/service.ts'
import { type SearchAnswer, searchAnswer } from '#shared/contracts/search.ts'

/** The answer in a body that was made without the front door. */
export const answerIn = ({ body }: FinishedAnswer): SearchAnswer =>
  v.parse(searchAnswer, JSON.parse(Buffer.concat(body).toString()))
