import type { Page } from 'playwright/test'
import type { SearchAnswer } from '#shared/contracts/search.ts'

/** Hands the page the answer of the server as a hostile or a huge one. */
export async function withAnswer(page: Page, change: (answer: SearchAnswer) => SearchAnswer): Promise<void> {
  await page.route('**/api/search/perform', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change(await response.json()) })
  })
}

export const SOURCES = 40
export const RECORDS = 500

/** Five hundred records of 40 sources, each of a person of their own. */
export function hugeAnswer(answer: SearchAnswer): SearchAnswer {
  const [source] = Object.values(answer.sources_meta)
  const [one] = answer.persons
  const [match] = Object.values(answer.matches)
  if (!source || !one || !match) throw new Error('nobody was found')
  const keys = Array.from({ length: SOURCES }, (_, at) => `source_${at}`)
  const ids = Array.from({ length: RECORDS }, (_, at) => `${keys[at % SOURCES]}:${at}`)
  const records = (key: string) => ids.filter(id => id.startsWith(`${key}:`))
  return {
    ...answer,
    results_count: RECORDS,
    completeness: { shown: RECORDS, total: RECORDS, total_is_exact: true, more: false },
    sources_meta: Object.fromEntries(
      keys.map((key, at) => [key, { ...source, title: `Источник номер ${at}`, number: at + 1 }])
    ),
    results_by_source: Object.fromEntries(
      keys.map(key => [key, records(key).map(record_id => ({ record_id, ФИО: `Иванов ${record_id}` }))])
    ),
    matches: Object.fromEntries(ids.map(id => [id, match])),
    persons: ids.map((id, at) => ({
      ...one,
      id: `p${at.toString(36)}x`,
      fits: RECORDS,
      name: `Иванов Сергей ${at}`,
      record_ids: [id],
      source_keys: [id.split(':')[0] ?? ''],
      summary: [],
      links: [],
      apart: [],
      related: [],
      phones: []
    }))
  }
}
