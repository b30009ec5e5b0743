import { searchAnswer } from './answer/answer.ts'
import type { Answerer, AnswererParts } from './answer/prepared-answer.ts'
import { furtherAnswer } from './past/further-answer.ts'
import { shownAnswer } from './past/shown-answer.ts'

export function createAnswerer(parts: AnswererParts): Answerer {
  return async (request, signal) => {
    const { further, shownRequest } = request
    if (shownRequest) return await shownAnswer(parts, request, shownRequest, signal)
    if (further) return await furtherAnswer(parts, request, further, signal)
    return await searchAnswer(parts, request, signal)
  }
}
