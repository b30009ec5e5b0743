import { readFile } from 'node:fs/promises'
import type { BrowserContext } from 'playwright/test'
import type { MoreAnswer } from '#shared/contracts/search.ts'
import { NOBODY_TO_PRINT, PRINT_AGAIN } from '#shared/texts/print.ts'
import { compareHref, reportHref, searchHref } from '#site/lib/search-links.ts'
import { DATA_OF, search, sheetHead } from './acts.ts'
import { dropSource, loadSource, switchSource } from './loaded-source.ts'
import { conclude, HERO, performed } from './past-search.ts'
import { ADMIN, ORIGIN } from './stage.ts'
import { expect, type Page, signIn, test } from './walk.ts'

const SURNAME = 'Подорожкин'
/** More than an answer shows, and so many that «ещё» brings all. */
const PEOPLE = 130
const GIVEN_NAMES = ['Пётр', 'Олег', 'Глеб', 'Яков', 'Лев']
const PRESENT = `wayfarers_${Date.now()}`
const GONE = `gone_${Date.now()}`
const TITLE = 'Реестр странников'

const file = (surname: string, people: number) =>
  [
    'ФИО;Дата рождения;Телефон',
    ...Array.from(
      { length: people },
      (_, at) =>
        `${surname} ${GIVEN_NAMES[at % GIVEN_NAMES.length]} Ильич;${10 + (at % 19)}.0${1 + (at % 9)}.${1950 + (at % 50)};+7973206${1000 + at}`
    )
  ].join('\n')

let office: BrowserContext

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser }) => {
  office = await browser.newContext({ baseURL: ORIGIN })
  await signIn(office, ADMIN)
  await loadSource(office.request, { name: PRESENT, title: 'Реестр дорог', file: file(SURNAME, PEOPLE) })
  await loadSource(office.request, { name: GONE, title: TITLE, file: file('Отставкин', 3) })
})
test.afterAll(async () => {
  for (const name of [PRESENT, GONE]) await dropSource(office.request, name)
  await office.close()
})

/** What the page would have put onto paper so far. */
async function printedSheets(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const sheets: string[] = []
    Object.assign(globalThis, { sheets })
    globalThis.print = () => {
      dispatchEvent(new Event('beforeprint'))
      sheets.push(document.querySelector('main')?.textContent ?? '')
    }
  })
  return () => page.evaluate(() => (globalThis as unknown as { sheets: string[] }).sheets)
}

const shownRecords = (page: Page, count: number) =>
  expect(page.getByText(/Последний поиск/)).toContainText(`${count} записей`)

test('Back and Forward show what «ещё» had brought, with the place and the focus, for nothing', async ({
  page,
  person: _person
}) => {
  await search(page, SURNAME)
  await shownRecords(page, 100)
  await page.getByRole('button', { name: 'Что не показано' }).click()
  await page.getByRole('button', { name: 'Показать ещё из всех источников' }).click()
  await shownRecords(page, PEOPLE)
  const rows = page.locator('.people h3 button')
  await page.getByLabel('Фильтр').first().fill('1999')
  await expect(rows).toHaveCount(2)
  await rows.last().click()
  const opened = page.locator('.people h3 button[aria-expanded=true]')
  const name = (await opened.textContent()) ?? ''
  await expect(page).toHaveURL(/[?&]p=/)
  const address = page.url()

  await page.goto('/history')
  await page.goto(`/search?q=${encodeURIComponent(HERO)}`)
  await expect(page.getByText(/Последний поиск/)).toBeVisible()
  await expect(page).toHaveURL(/[?&]s=/)
  for (const way of ['back', 'forward', 'back'] as const) {
    await (way === 'back' ? page.goBack() : page.goForward())
    await page.waitForURL(/history/)
    await (way === 'back' ? page.goBack() : page.goForward())
    await expect(page.getByText(/Последний поиск/)).toBeVisible()
    if (way === 'forward') continue
    await shownRecords(page, PEOPLE)
    expect(page.url()).toBe(address)
    await expect(opened).toHaveText(name)
    await expect(opened).toBeFocused()
    await expect(opened).toBeInViewport()
    await expect(page.getByLabel('Фильтр').first()).toHaveValue('1999')
  }
  await expect(
    page
      .getByLabel(/Осталось запросов: 3/)
      .or(page.getByText(/Осталось запросов: 3/))
      .first()
  ).toBeVisible()
})

test('Back inside the page comes to the place that was left, and to the person', async ({
  page,
  person: _person
}) => {
  await search(page, SURNAME)
  await page.getByRole('button', { name: 'Что не показано' }).click()
  await page.getByRole('button', { name: 'Показать ещё из всех источников' }).click()
  await shownRecords(page, PEOPLE)
  await page.locator('.people h3 button').nth(1).click()
  await expect(page).toHaveURL(/[?&]p=/)
  await page.getByLabel('Поисковый запрос').fill(HERO)
  const left = await page.evaluate(async () => {
    const push = history.pushState
    const pushed = new Promise<number>(resolve => {
      history.pushState = (...entry) => {
        resolve(scrollY)
        push.apply(history, entry)
      }
    })
    // Past the name of the open person, who is read.
    document.querySelector('.panel')?.scrollIntoView()
    document.querySelector<HTMLFormElement>('form.ask')?.requestSubmit()
    return await pushed
  })
  expect(left).toBeGreaterThan(300)
  await expect(page.getByRole('heading', { level: 1, name: 'Совпадает один человек' })).toBeFocused()

  await page.goBack()
  await shownRecords(page, PEOPLE)
  await expect(page.locator('.people h3 button[aria-expanded=true]')).toBeFocused()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
})

test('people of a source that is switched off can be neither opened nor exported nor printed', async ({
  page,
  person: _person
}) => {
  const [one, other] = ['Отставкин Пётр Ильич', 'Отставкин Олег Ильич'] as const
  await search(page, 'Отставкин')
  await expect(page.getByText(one).first()).toBeVisible()
  const id = new URL(page.url()).searchParams.get('s') ?? ''
  const person = await page.locator('.people [data-row]').first().getAttribute('data-row')
  const report = `/search/report?s=${id}&p=${person}`
  const gone = page.getByText(`Больше нет в поиске: «${TITLE}»`)
  const reportPage = await page.context().newPage()
  const paper = reportPage.locator('.paper')
  await reportPage.goto(report)
  await expect(paper).toContainText('Ильич')
  const sheets = await printedSheets(reportPage)
  const judging = await page.context().newPage()
  await judging.goto(searchHref(id, person ?? ''))
  await judging.getByRole('radio', { name: 'тот же' }).check()
  await judging.getByLabel('Заметка').fill('Сверить с архивом')
  const printing = await page.context().newPage()
  await printing.goto(searchHref(id, person ?? ''))
  await expect(printing.getByText(one).first()).toBeVisible()
  const answers = await printedSheets(printing)
  // What the page asks of its answer from here on is answered when somebody has pressed.
  const isPressed = Promise.withResolvers<void>()
  await printing.route('**/api/search/**', async route => {
    await isPressed.promise
    await route.continue()
  })

  await switchSource(office.request, GONE, 'disable')
  try {
    await reportPage.getByRole('button', { name: 'Печать или PDF' }).click()
    await expect.poll(sheets).toHaveLength(1)
    await reportPage.keyboard.press('Control+p')
    await expect.poll(sheets).toHaveLength(2)
    for (const sheet of await sheets()) {
      expect(sheet).toContain(`Больше нет в поиске: «${TITLE}»`)
      expect(sheet).not.toContain('Ильич')
    }
    await expect(paper).toContainText('Тех, о ком этот отчёт, в этом поиске нет или больше нельзя показать.')
    await reportPage.close()
    // The browser's own menu waits for nobody: the sheet says of when its data are.
    await printing.emulateMedia({ media: 'print' })
    await expect.poll(() => sheetHead(printing)).toMatch(DATA_OF)
    await expect(printing.getByText('Ильич').first()).toBeVisible()
    await printing.emulateMedia({ media: 'screen' })
    // Who presses waits for the check that is under way; that of the opened person may come to an end before it.
    await printing.keyboard.press('Control+p')
    isPressed.resolve()
    await expect(printing.getByText(NOBODY_TO_PRINT).or(printing.getByText(PRINT_AGAIN))).toBeVisible()
    await expect(printing.getByText(`Больше нет в поиске: «${TITLE}»`)).toBeVisible()
    expect(await answers()).toEqual([])
    // The next answer of the same page is printed as ever.
    await printing.getByLabel('Поисковый запрос').fill(SURNAME)
    await printing.getByRole('button', { name: 'Найти' }).click()
    await shownRecords(printing, 100)
    await expect(async () => {
      await printing.keyboard.press('Control+p')
      await expect.poll(answers, { timeout: 1_000 }).not.toEqual([])
    }).toPass()
    expect((await answers())[0]).toContain(SURNAME)
    await printing.close()
    await judging.getByRole('button', { name: 'Сохранить вывод' }).click()
    await expect(judging.getByText(`Больше нет в поиске: «${TITLE}»`)).toBeVisible()
    await expect(judging.getByText('Ильич')).toHaveCount(0)
    await expect(judging.getByText('Ваша заметка: Сверить с архивом')).toBeVisible()
    await judging.close()

    await expect(page.getByText(one).first()).toBeVisible()
    await page.getByRole('button', { name: other, exact: true }).click()
    await expect(gone).toBeVisible()
    await expect(page.getByText('Ильич')).toHaveCount(0)
  } finally {
    await switchSource(office.request, GONE, 'enable')
  }
  await expect(async () => {
    // An open person is checked too, which must be over before the source is gone.
    await page.goto(searchHref(id, person ?? ''), { waitUntil: 'networkidle' })
    await expect(page.getByText(one).first()).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await switchSource(office.request, GONE, 'disable')
  try {
    await expect(async () => {
      const [download] = await Promise.all([
        page.waitForEvent('download', { timeout: 10_000 }),
        page.getByRole('button', { name: 'JSON', exact: true }).click({ timeout: 2_000 })
      ])
      const saved = JSON.parse(await readFile(await download.path(), 'utf8'))
      expect(saved.people).toEqual([])
      expect(saved.not_shown.withdrawn).toEqual({ state: expect.any(String), sources: [TITLE] })
    }).toPass()
    await expect(gone).toBeVisible()
    await page.reload()
    await expect(gone).toBeVisible()
    await expect(page.getByText('Ильич')).toHaveCount(0)
  } finally {
    await switchSource(office.request, GONE, 'enable')
  }
})

test('a link leads to somebody whom «ещё» had brought, also once the server is back', async ({
  page,
  complaints,
  person: _person
}) => {
  const { search_id, persons } = await performed(page, SURNAME)
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  const further = await page.request.post('/api/search/more', { headers, data: { search_id } })
  const { persons: brought }: MoreAnswer = await further.json()
  const first = persons[0]?.id ?? ''
  const far = brought.findLast(({ id }) => persons.every(person => person.id !== id))
  if (!far) throw new Error('«ещё» brought nobody')
  await conclude(page, search_id, { a: far.id, verdict: 'same', note: 'Найден далеко' })

  const search = `**/api/search/${search_id}`
  await page.route(search, route => route.abort())
  await page.goto(searchHref(search_id, far.id))
  await expect(page.getByRole('alert')).toContainText('Связи с сервером нет')
  await page.unroute(search)
  await page.getByRole('button', { name: 'Повторить' }).click()
  const opened = page.locator('.people h3 button[aria-expanded=true]')
  await expect(opened).toHaveText(far.name)
  await expect(page.getByText('ваш вывод: тот же').first()).toBeVisible()
  // The browser reports the call that found no server.
  complaints.length = 0

  await page.evaluate(() => sessionStorage.clear())
  await page.goto(reportHref(search_id))
  await expect(page.locator('.hand')).toContainText('Найден далеко')
  await page.goto(reportHref(search_id, [far.id, 'pzzzzzzzzzzzzz']))
  await expect(page.getByRole('table', { name: 'Люди' }).getByRole('row')).toHaveCount(2)
  await expect(page.locator('.paper')).toContainText(
    'Людей из ссылки, которых в этом поиске нет или больше нельзя показать: 1.'
  )
  await page.goto(compareHref(search_id, first, far.id))
  await expect(page.getByRole('columnheader').nth(2)).toContainText(far.name)
  await page.goto(searchHref(search_id, 'pzzzzzzzzzzzzz'))
  await expect(page.getByText('Человека из ссылки в этом поиске нет')).toBeVisible()
})
