import { searchAnswer } from './answer/answer.ts'
import type { Answerer, AnswererParts } from './answer/prepared-answer.ts'
import { nextPageAnswer } from './past/next-page-answer.ts'
import { shownAnswer } from './past/shown-answer.ts'

export function createAnswerer(parts: AnswererParts): Answerer {
  return async (request, signal) => {
    const { further, shownRequest } = request
    if (shownRequest) return await shownAnswer(parts, request, shownRequest, signal)
    if (further) return await nextPageAnswer(parts, request, further, signal)
    return await searchAnswer(parts, request, signal)
  }
}
