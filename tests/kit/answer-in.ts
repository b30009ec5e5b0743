import type { Performed } from '#api/features/search/service.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'

export const answerIn = ({ json }: Performed): SearchAnswer => JSON.parse(Buffer.concat(json).toString())
