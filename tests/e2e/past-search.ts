import { expect, type Page } from 'playwright/test'
import type { DetailedAnswer, SearchAnswer } from '#shared/contracts/search.ts'
import type { VerdictBody } from '#shared/contracts/verdict.ts'
import { compareHref, reportHref } from '#site/lib/search-links.ts'

/** Somebody whom the demo has with namesakes: another year, initials, an entry in a list of losses. */
export const HERO = 'Примеров Илья Андреевич 14.03.1981'

const headers = { 'Sec-Fetch-Site': 'same-origin' }

/** Searches without the page, for one credit of the account. */
export async function performed(page: Page, query = HERO): Promise<SearchAnswer> {
  const answer = await page.request.post('/api/search/perform', { headers, data: { query } })
  expect(answer.status(), 'search').toBe(200)
  return await answer.json()
}

/** The same answer with the details of everybody, for nothing. */
export async function inFull(page: Page, { search_id }: SearchAnswer): Promise<DetailedAnswer> {
  const data = { search_id, detail: 'full' }
  const answer = await page.request.post('/api/search/perform', { headers, data })
  expect(answer.status(), 'details').toBe(200)
  return await answer.json()
}

export async function conclude(page: Page, searchId: string, data: VerdictBody): Promise<void> {
  const answer = await page.request.put(`/api/search/${searchId}/verdicts`, { headers, data })
  expect(answer.status(), 'verdict').toBe(200)
}

/** The first people of an answer. */
export function peopleOf({ persons }: SearchAnswer): [string, string, string] {
  const [a, b, c] = persons.map(({ id }) => id)
  if (!a || !b || !c) throw new Error('The demo has too few of them')
  return [a, b, c]
}

/** Opens the comparison of the first person with the one at a place. */
export async function compared(page: Page, place = 1): Promise<SearchAnswer> {
  const answer = await performed(page)
  const [a] = peopleOf(answer)
  await page.goto(compareHref(answer.search_id, a, answer.persons[place]?.id ?? ''))
  await page.getByRole('button', { name: 'Сохранить вывод' }).waitFor()
  return answer
}

/** Opens the report on all people of an answer, one of whom the user has judged. */
export async function reported(page: Page): Promise<SearchAnswer> {
  const answer = await performed(page)
  const [a, b] = peopleOf(answer)
  await conclude(page, answer.search_id, { a, verdict: 'same', note: 'ИНН и паспорт сошлись' })
  await conclude(page, answer.search_id, { a, b, verdict: 'unclear' })
  await page.goto(reportHref(answer.search_id))
  await page.getByRole('heading', { name: 'Что не показано' }).waitFor()
  return answer
}
