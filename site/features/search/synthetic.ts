import type { SearchAnswer } from '#shared/contracts/search.ts'

/** Whether nobody in an answer is real: each source that the page lists is made up, also one that has nothing on this. */
export function isSynthetic({ sources_meta }: Pick<SearchAnswer, 'sources_meta'>): boolean {
  const sources = Object.values(sources_meta)
  return (
    sources.length > 0 &&
    sources.every(({ basis, origin }) => basis === 'synthetic' && origin === 'synthetic')
  )
}
