import { NEWS_ON_DASHBOARD } from '#shared/constants.ts'
import type { NewsAnswer } from '#shared/contracts/news.ts'
import type { ExamplesAnswer } from '#shared/contracts/search.ts'
import { ask } from '#site/lib/ask.ts'
import { createLoad } from '#site/lib/load-store.ts'
import { fetchHistory } from '#site/lib/search-history.ts'

const RECENT_SHOWN = 3
const EXAMPLES_SHOWN = 3

export const news = createLoad(async () => {
  const { data } = await ask<NewsAnswer>(`/api/news?limit=${NEWS_ON_DASHBOARD}`, {
    shape: { data: [{ id: 0, title: '', category: '', date: '', summary: '' }] }
  })
  return data
})

export const recent = createLoad(async () => (await fetchHistory()).slice(0, RECENT_SHOWN))

export const examples = createLoad(async () => {
  const answer = await ask<ExamplesAnswer>('/api/search/examples', {
    login: false,
    shape: { examples: [] }
  })
  return answer.examples.slice(0, EXAMPLES_SHOWN)
})
