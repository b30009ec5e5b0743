import type { SearchAnswer } from '#shared/contracts/search.ts'

/** Whether nobody in an answer is real: whatever has records in it is made up. */
export function isSynthetic({ sources_meta }: Pick<SearchAnswer, 'sources_meta'>): boolean {
  const sources = Object.values(sources_meta).filter(({ state }) => state !== 'empty')
  return (
    sources.length > 0 &&
    sources.every(({ basis, origin }) => basis === 'synthetic' && origin === 'synthetic')
  )
}
