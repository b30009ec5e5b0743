import type { Page } from 'playwright'
import { compareHref, searchHref } from '#site/lib/search-links.ts'
import { search } from '#tests/e2e/acts.ts'
import { hugeAnswer, withAnswer } from '#tests/e2e/changed-answer.ts'
import { performed } from '#tests/e2e/past-search.ts'
import { SCENES, type Scene } from '#tests/e2e/scenes.ts'

const HERO = 'Примеров Илья Андреевич 14.03.1981'
const NO_SEARCH = 'A'.repeat(22)
const [NARROW, HIGH] = [360, 740]

/** What the first search is answered with instead of people. */
const refused = (status: number, code: string, error: string) => async (page: Page) => {
  await page.route('**/api/search/perform', route =>
    route.fulfill({ status, headers: { 'Retry-After': '240' }, json: { success: false, code, error } })
  )
  await page.goto(`/search?q=${encodeURIComponent(HERO)}`)
  await page.getByText(error).first().waitFor()
}

const onPhone = (open: Scene['open']) => async (page: Page) => {
  await page.setViewportSize({ width: NARROW, height: HIGH })
  await open(page)
}

/** States of an answer that the tests walk through by other ways: pictures are all that is wanted of them. */
const ANSWER_STATES: Record<string, Scene['open']> = {
  'search-open': async page => {
    await search(page, HERO)
    await page.locator('.people h3 button').first().click()
    await page.locator('.panel').first().waitFor()
    for (const at of [0, 2]) await page.locator('.proof').nth(at).click()
    await page.locator('.sums .dense').first().waitFor()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await page.getByRole('button', { name: 'Раскрыть все' }).click()
    await page.locator('.record').first().waitFor()
  },
  'search-many-sources-open': async page => {
    await withAnswer(page, hugeAnswer)
    await search(page, HERO)
    for (const name of await page
      .locator('.people h3 button')
      .all()
      .then(all => all.slice(0, 2)))
      await name.click()
    await page.locator('.panel').nth(1).waitFor()
  },
  'search-namesakes': page => search(page, 'Примеров Илья'),
  'search-several-people': page => search(page, 'Примеров Илья 14.03.1981; Другов Олег'),
  'search-placeholder': page => search(page, 'Примеров Илья 0000000000'),
  'search-picked': async page => {
    await search(page, HERO)
    for (const at of [0, 1]) await page.locator('.pick').nth(at).check()
    await page.getByRole('link', { name: 'Сравнить', exact: true }).waitFor()
  },
  'search-filtered-away': async page => {
    await search(page, HERO)
    await page.getByLabel('Фильтр по людям и записям').fill('нет такого')
    await page.getByText('Под фильтр никто не подходит').waitFor()
  },
  'search-narrowed': async page => {
    await search(page, HERO)
    await page.getByLabel('Фильтр по людям и записям').fill('Примерск')
    await page.getByText(/^Показано:/).waitFor()
  },
  'search-keys': async page => {
    await search(page, HERO)
    await page.getByRole('button', { name: 'Все клавиши' }).click()
    await page.getByRole('dialog').waitFor()
  },
  'search-missing': async page => {
    await search(page, 'Примеров')
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await page.locator('.record').first().waitFor()
  },
  'search-acts-on-phone': onPhone(async page => {
    await search(page, HERO)
    await page.getByRole('button', { name: 'Ещё', exact: true }).click()
    await page.locator('#acts').waitFor()
  }),
  'search-rate-limited': refused(429, 'TOO_MANY_SEARCHES', 'Слишком много поисков одновременно.'),
  'search-down': refused(503, 'SEARCH_DOWN', 'Поиск временно недоступен. Запрос не списан.'),
  'search-failed-over-older': async page => {
    await search(page, HERO)
    const error = 'Поиск временно недоступен. Запрос не списан.'
    await page.route('**/api/search/perform', route =>
      route.fulfill({ status: 503, json: { success: false, code: 'SEARCH_DOWN', error } })
    )
    await page.getByLabel('Поисковый запрос').fill('Примеров Андрей Петрович 1955')
    await page.getByRole('button', { name: 'Найти' }).click()
    await page.getByText(error).waitFor()
  },
  'search-gone': async page => {
    const { search_id } = await performed(page)
    await page.route(`**/api/search/${search_id}`, async route => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        json: { ...(await response.json()), live_until: '2020-01-01T00:00:00Z' }
      })
    })
    await page.goto(searchHref(search_id))
    await page.getByRole('button', { name: 'Выполнить поиск' }).waitFor()
  },
  'search-unknown': async page => {
    await page.goto(searchHref(NO_SEARCH))
    await page.getByText('Такого поиска нет среди ваших').waitFor()
  },
  'compare-organisations': async page => {
    const { search_id, persons } = await performed(page, 'ООО Вектор')
    await page.goto(compareHref(search_id, persons[0]?.id ?? '', persons[1]?.id ?? ''))
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
}

/** Every scene of the tests, and those that are only looked at. */
export const LOOK_SCENES: Scene[] = [
  ...SCENES,
  ...Object.entries(ANSWER_STATES).map(([name, open]) => ({ name, who: 'person' as const, open }))
]

export const LOOK_WIDTHS = [360, 600, 768, 1280] as const
