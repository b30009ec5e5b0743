import { PEOPLE_DETAILED } from '#shared/constants.ts'
import type { AnswerPerson } from '#shared/contracts/person.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { isDetailed } from '#shared/identity/detailed.ts'
import { reportHref } from '#site/lib/search-links.ts'
import { address } from './acts.ts'
import { inFull } from './past-search.ts'
import { expect, expectAccessible, type Page, test } from './walk.ts'

/** More people of the demo have it than come in detail. */
const SURNAME = 'Иванов'
const FAILED = 'Не удалось загрузить подробности.'

/** Searches what brings cards behind the first people, and counts what the page asks for of people. */
async function searchLong(page: Page) {
  const requests: string[][] = []
  page.on('request', request => {
    const body = request.url().endsWith('/api/search/more') ? request.postDataJSON() : {}
    if (body.people) requests.push(body.people)
  })
  const response = page.waitForResponse('**/api/search/perform')
  await page.goto(address(SURNAME))
  const answer: SearchAnswer = await (await response).json()
  expect(answer.persons.filter(person => !isDetailed(person)).length).toBeGreaterThan(4)
  return { answer, requests }
}

/** Opens the person at a place, from 1, whom no folded group hides. */
async function openAt(page: Page, { persons }: SearchAnswer, place: number) {
  const one = persons[place - 1] as AnswerPerson
  await page.locator('#within').fill(one.name)
  const row = page.locator(`[id="${one.id}"]`)
  await row.locator('h3 button').click()
  return { one, panel: row.locator('.panel'), row }
}

test('whoever stands far down a long list is opened with all of it, which is asked for once', async ({
  page,
  person: _person
}) => {
  const { answer, requests } = await searchLong(page)
  const timesOf = (id: string) => requests.flat().filter(each => each === id).length
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/search/more', async route => {
    await promise
    await route.continue()
  })
  const { one, panel, row } = await openAt(page, answer, PEOPLE_DETAILED + 2)
  await expect(panel).toHaveAttribute('aria-busy', 'true')
  await row.locator('h3 button').click()
  await row.locator('h3 button').click()
  await expectAccessible(page)
  resolve()
  await expect(panel.getByRole('group', { name: 'Почему отдельно' })).toBeVisible()
  await expect(panel.getByLabel('Заметка')).toBeVisible()
  await expect(panel.getByRole('table', { name: `Сводка: ${one.name}` })).toBeVisible()
  expect(timesOf(one.id)).toBe(1)

  await expect
    .poll(() => page.evaluate(id => JSON.stringify(sessionStorage).includes(`\\"${id}\\"`), one.id))
    .toBe(true)
  await page.reload()
  await expect(panel.getByLabel('Заметка')).toBeVisible()
  expect(timesOf(one.id)).toBe(1)
})

test('details that do not come say so, and come when they are asked for again', async ({
  page,
  person: _person
}) => {
  const { answer } = await searchLong(page)
  const refuse = '**/api/search/more'
  await page.route(refuse, route =>
    route.fulfill({ status: 503, json: { ok: false, error: 'Поиск недоступен', code: 'SEARCH_DOWN' } })
  )
  const { panel } = await openAt(page, answer, PEOPLE_DETAILED + 3)
  await expect(panel).toContainText(FAILED)
  await expectAccessible(page)
  await page.unroute(refuse)
  await panel.getByRole('button', { name: 'Повторить' }).click()
  await expect(panel.getByLabel('Заметка')).toBeVisible()
})

test('a file and a report have the details of everybody', async ({ page, person: _person }) => {
  const { answer } = await searchLong(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'JSON' }).click()
  const file = await (await download).path()
  const exported = await Bun.file(file).json()
  const people = (await inFull(page, answer)).persons
  expect(exported.people.map(({ id }: AnswerPerson) => id)).toEqual(people.map(({ id }) => id))
  expect(exported.people.flatMap(({ apart }: { apart: object[] }) => apart)).toHaveLength(
    people.flatMap(({ apart }) => apart).length
  )
  const one = people[PEOPLE_DETAILED + 3] as AnswerPerson
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(reportHref(answer.search_id, [one.id]))
  await expect(page.getByRole('heading', { name: `Доказательства: ${one.name}` })).toBeVisible()
})
