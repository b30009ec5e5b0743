import { readFile } from 'node:fs/promises'
import type { BrowserContext } from 'playwright/test'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { withdrawnText } from '#shared/texts/withdrawn.ts'
import { compareHref, reportHref, searchHref } from '#site/lib/search-links.ts'
import { dropSource, loadSource } from './loaded-source.ts'
import { conclude, performed } from './past-search.ts'
import { ADMIN, ORIGIN } from './stage.ts'
import { whileSuppressed } from './suppression.ts'
import { expect, expectAccessible, type Page, signIn, test } from './walk.ts'

const SOURCE = `secrets_${Date.now()}`
const FLAT = 'г. Примерск, ул. Тайная, д. 1, кв. 2'
const PHONE = '+79732062001'
const FILE = [
  'ФИО;Дата рождения;Телефон;Адрес',
  `Скрытнев Пётр Ильич;10.01.1950;${PHONE};${FLAT}`,
  `Скрытнев Пётр;10.01.1950;${PHONE};`,
  `Скрытнев Олег Ильич;11.02.1951;+79732062002;${FLAT}`,
  'Скрытнев Глеб Ильич;12.03.1952;+79732062003;г. Примерск, ул. Явная, д. 7'
].join('\n')
const HIDDEN = { kind: 'name_dob', value: 'скрытнев петр ильич 1950-01-10' } as const
const GONE = withdrawnText({ state: 'x', sources: [] })
const TRACE = /Пётр|10\.01\.1950|206-?20-?01/

let office: BrowserContext

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser }) => {
  office = await browser.newContext({ baseURL: ORIGIN })
  await signIn(office, ADMIN)
  await loadSource(office.request, { name: SOURCE, title: 'Реестр тайн', file: FILE })
})
test.afterAll(async () => {
  await dropSource(office.request, SOURCE)
  await office.close()
})

/** A search that found all three, with what its user concluded of them. */
async function concluded(
  page: Page
): Promise<{ answer: SearchAnswer; hidden: string; kin: string; other: string }> {
  const answer = await performed(page, 'Скрытнев')
  const idOf = (name: string) => answer.persons.find(person => person.name.includes(name))?.id ?? ''
  const [hidden, kin, other] = [idOf('Пётр'), idOf('Олег'), idOf('Глеб')]
  await conclude(page, answer.search_id, { a: hidden, verdict: 'same', note: 'Пётр, сверено' })
  await conclude(page, answer.search_id, { a: hidden, b: kin, verdict: 'same' })
  await conclude(page, answer.search_id, { a: other, verdict: 'other' })
  return { answer, hidden, kin, other }
}

/** Nothing of who is suppressed: on the page, in its title or in what the tab keeps, where a large answer comes a little later. */
const expectNoTrace = (page: Page) =>
  expect
    .poll(async () => {
      const stored = await page.evaluate(() => Object.values(sessionStorage))
      return TRACE.exec([await page.content(), ...stored].join())?.[0]
    })
    .toBeUndefined()

const judged = (page: Page) => page.getByText(/ваш вывод: (один человек|тот же)/)
const rows = (page: Page) => page.locator('.people .who')

test('an answer forgets who is suppressed: reloaded, exported in a second tab, and by a copied link', async ({
  page,
  context,
  person: _person
}) => {
  const { answer, hidden, kin } = await concluded(page)
  const second = await context.newPage()
  await page.goto(searchHref(answer.search_id, hidden))
  await second.goto(searchHref(answer.search_id, kin))
  for (const each of [page, second]) {
    await expect(rows(each)).toHaveCount(3)
    await expect(judged(each).first()).toBeVisible()
  }
  for (const box of await second.locator('.pick').all()) await box.check()

  await whileSuppressed(HIDDEN, async () => {
    await page.reload()
    await expect(page.getByText(GONE)).toBeVisible()
    await expect(rows(page)).toHaveCount(2)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('2')
    await expect(page.getByText(/Последний поиск/)).toContainText('2 записи в 1 источнике')
    await expectNoTrace(page)
    await expectAccessible(page)

    for (const format of ['JSON', 'CSV', 'CSV людей']) {
      const [download] = await Promise.all([
        second.waitForEvent('download'),
        second.getByRole('button', { name: format, exact: true }).click()
      ])
      const file = await readFile(await download.path(), 'utf8')
      expect(file).toContain('Скрытнев Олег Ильич')
      expect(file).not.toMatch(TRACE)
      expect(file).not.toContain(hidden)
    }
    await expect(rows(second)).toHaveCount(2)
    await expect(judged(second)).toHaveCount(0)
    await expect(second.locator('[data-joined]')).toHaveCount(0)
    await expect(second.getByText('ваш вывод: другой')).toBeVisible()
    await expect(second.getByRole('region', { name: 'Отмеченные люди' })).toContainText('Отмечено: 2')
    expect(await second.content()).not.toContain(hidden)
    await expectNoTrace(second)

    const link = await context.newPage()
    await link.goto(searchHref(answer.search_id, hidden))
    await expect(rows(link)).toHaveCount(2)
    await expectNoTrace(link)
    await link.goto('/history')
    await expect(link.getByText('1 вывод', { exact: true })).toBeVisible()
    await expectNoTrace(link)
  })
})

test('a comparison, a report, paper and the history forget who is suppressed, and leave the others', async ({
  page,
  context,
  person: _person
}) => {
  const { answer, hidden, kin, other } = await concluded(page)
  const pair = compareHref(answer.search_id, hidden, kin)
  await page.goto(pair)
  await expect(page.getByRole('radio', { name: 'один человек' })).toBeChecked()
  const report = await context.newPage()
  await report.goto(reportHref(answer.search_id, [hidden, other]))
  const paper = report.locator('.paper')
  await expect(paper).toContainText('Пётр, сверено')

  await whileSuppressed(HIDDEN, async () => {
    const missing = page.getByRole('heading', { name: 'Сравнить не удалось' })
    await page.getByRole('radio', { name: 'разные люди' }).check()
    await page.getByRole('button', { name: 'Сохранить вывод' }).click()
    await expect(missing).toBeVisible()
    await expectNoTrace(page)
    const [record = ''] = answer.persons.find(({ id }) => id === hidden)?.record_ids ?? []
    for (const href of [pair, compareHref(answer.search_id, record, kin)]) {
      await page.goto(href)
      await expect(missing).toBeVisible()
      await expect(page.getByRole('link', { name: 'Назад к ответу' })).toBeVisible()
      await expectNoTrace(page)
    }
    await page.goto(compareHref(answer.search_id, kin, other))
    await expect(page.getByText('Назад к ответу: 2 карточки')).toBeVisible()
    await expectNoTrace(page)

    await report.evaluate(() => {
      globalThis.print = () => document.documentElement.toggleAttribute('data-printed', true)
    })
    await report.getByRole('button', { name: 'Печать или PDF' }).click()
    await expect(report.locator('[data-printed]')).toHaveCount(1)
    await expect(paper).toContainText(GONE)
    await expect(paper).toContainText('Скрытнев Глеб Ильич')
    await expectNoTrace(report)
    await report.goto(reportHref(answer.search_id, [hidden]))
    await expect(paper).toContainText('Тех, о ком этот отчёт, в этом поиске нет или больше нельзя показать.')
    await expectNoTrace(report)
    await report.goto('/history')
    await report.getByRole('button', { name: '1 вывод' }).click()
    await expect(report.locator('.verdicts').getByRole('listitem')).toHaveText([
      /^Скрытнев Глеб Ильич, 12\.03\.1952: другой /
    ])
    await expectNoTrace(report)
  })
})
