import { gunzipSync } from 'node:zlib'
import type { Performed } from '#api/features/search/service.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'

export const answerIn = ({ body, encoding }: Performed): SearchAnswer => {
  const bytes = Buffer.concat(body)
  return JSON.parse((encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString())
}
