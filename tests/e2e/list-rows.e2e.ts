import type { BrowserContext } from 'playwright/test'
import { ORIGIN } from './stage.ts'
import { expect, type Page, test } from './walk.ts'

const PERSON = 'Примеров Илья Андреевич 14.03.1981'
/** More rows than one page of the call has. */
const MANY = [PERSON, 'Чудоюдов Роман Игоревич', ...Array.from({ length: 130 }, () => PERSON)]
const headers = { 'Sec-Fetch-Site': 'same-origin' }

async function makeList(context: BrowserContext, lines: readonly string[]): Promise<string> {
  const answer = await context.request.post(`${ORIGIN}/api/lists`, { headers, data: { lines } })
  expect(answer.status()).toBe(201)
  return (await answer.json()).list.id
}

/** The page of a list that is done. */
async function openDone(page: Page, lines: readonly string[]): Promise<string> {
  const id = await makeList(page.context(), lines)
  const started = await page.context().request.post(`${ORIGIN}/api/lists/${id}/start`, { headers, data: {} })
  expect(started.status()).toBe(200)
  await page.goto(`/search/list/${id}`)
  await expect(page.getByRole('heading', { name: /^Готово/ })).toBeVisible()
  await expect(row(page, 0)).toContainText('совпадает')
  return id
}

/** Changes what the API says of a list. */
const say = (page: Page, id: string, change: object) =>
  page.route(`**/api/lists/${id}`, async route => {
    const response = await route.fetch()
    const body = await response.json()
    await route.fulfill({ response, json: { ...body, list: { ...body.list, ...change } } })
  })

test.afterEach(({ complaints }) => {
  const others = complaints.filter(line => !/ERR_(FAILED|INTERNET_DISCONNECTED)/.test(line))
  expect(others).toEqual([])
  complaints.length = 0
})

const row = (page: Page, place: number) => page.locator(`[data-row="${place}"]`)

test('Back returns to the very row, with its filter and order, and keys go on from there', async ({
  page,
  person: _person
}) => {
  await openDone(page, MANY)
  await page.keyboard.press('f')
  const find = page.getByRole('searchbox', { name: 'Найти в списке' })
  await expect(find).toBeFocused()
  await find.fill('примеров')
  await expect(page.locator('table[aria-rowcount="132"]')).toBeVisible()
  await page.getByRole('button', { name: 'Вывод', exact: true }).click()
  await page.getByRole('spinbutton', { name: 'К строке' }).fill('120')
  await page.getByRole('spinbutton', { name: 'К строке' }).press('Enter')
  const link = row(page, 117).getByRole('link')
  await link.focus()
  const before = await row(page, 117).boundingBox()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/без списания/)).toBeVisible()
  await page.goBack()

  await expect(row(page, 117)).toBeFocused()
  await expect(find).toHaveValue('примеров')
  await expect(page.getByRole('columnheader', { name: 'Вывод', exact: true })).toHaveAttribute(
    'aria-sort',
    'ascending'
  )
  const y = async () => Math.abs(((await row(page, 117).boundingBox())?.y ?? 0) - (before?.y ?? 0))
  await expect.poll(y).toBeLessThan(100)
  await page.keyboard.press('j')
  await expect(row(page, 118)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(row(page, 117)).toBeFocused()
  await page.keyboard.press('/')
  await expect(find).toBeFocused()
})

test('keys that follow at once replace what the one before left', async ({ page, person: _person }) => {
  const id = await openDone(page, [PERSON])
  await page.route('**/verdict', async route => {
    await new Promise(done => setTimeout(done, 300))
    await route.continue()
  })
  await row(page, 0).focus()
  await page.keyboard.press('1')
  await page.keyboard.press('2')
  await page.keyboard.press('3')
  await expect(row(page, 0).getByRole('radio', { name: 'неясно' })).toBeChecked()
  await expect(page.getByText(/другой вкладке/)).toHaveCount(0)
  await page.goto(`/search/list/${id}`)
  await expect(row(page, 0).getByRole('radio', { name: 'неясно' })).toBeChecked()
})

test('paper has every row and the verdict in words, and no controls', async ({ page, person: _person }) => {
  await page.addInitScript(() => {
    window.print = () => {
      dispatchEvent(new Event('beforeprint'))
      const rows = document.querySelectorAll('[data-row]:not(.wait)').length
      document.documentElement.dataset.printed = String(rows)
    }
  })
  await openDone(page, MANY)
  await row(page, 0).focus()
  await page.keyboard.press('1')
  await expect(row(page, 0).getByRole('radio', { name: 'тот же' })).toBeChecked()
  await page.getByRole('button', { name: 'Печать' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed', '132')
  await page.emulateMedia({ media: 'print' })
  await expect(row(page, 0).getByText('Ваш вывод: тот же')).toBeVisible()
  await expect(page.getByRole('radio').filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('button').filter({ visible: true })).toHaveText(['Вывод'])
})

for (const width of [360, 768, 820, 900, 1024, 1280])
  test(`no name is broken within a word at ${width} px`, async ({ page, person: _person }) => {
    await page.setViewportSize({ width, height: 900 })
    await openDone(page, MANY)
    const broken = await page.locator('.batch tbody :is(.q, .r a)').evaluateAll(cells =>
      cells.flatMap(cell => {
        const text = cell.firstChild
        if (!(text instanceof Text)) return []
        const range = document.createRange()
        return [...text.data.matchAll(/\p{L}+/gu)].flatMap(word => {
          range.setStart(text, word.index)
          range.setEnd(text, word.index + word[0].length)
          return range.getClientRects().length > 1 ? word[0] : []
        })
      })
    )
    expect(broken).toEqual([])
  })

test('rows that could not be had say so, no filter is pressed for them, and they come once there is a net', async ({
  page,
  context,
  person: _person
}) => {
  await openDone(page, [PERSON, 'Чудоюдов Роман Игоревич'])
  await context.setOffline(true)
  await page.getByRole('button', { name: /^не найдено/ }).click()
  await expect(page.getByRole('alert')).toContainText('Связи с сервером нет')
  await expect(page.getByRole('button', { name: 'Повторить' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Все/ })).toHaveAttribute('aria-pressed', 'true')
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: /^не найдено/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a run of which nothing is heard says so, and goes on to be asked', async ({
  page,
  person: _person
}) => {
  const id = await makeList(page.context(), [PERSON])
  const running = { state: 'running', left: 1 }
  await page.route(`**/api/lists/${id}/events`, route => route.abort())
  await say(page, id, running)
  await page.goto(`/search/list/${id}`)
  await expect(page.getByRole('heading', { name: 'Идёт поиск: 0 из 1' })).toBeVisible()
  await page.unroute(`**/api/lists/${id}`)
  await page.route(`**/api/lists/${id}`, route => route.abort())
  await expect(page.getByRole('alert')).toContainText('Связи с сервером нет')
  await expect(page.getByRole('heading', { name: 'Идёт поиск: 0 из 1' })).toBeVisible()
  await page.unroute(`**/api/lists/${id}`)
  await expect(page.getByRole('heading', { name: 'Цена известна до поиска' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a draft without a net is asked again, and what cannot be started is said at the button', async ({
  page,
  context,
  person: _person
}) => {
  await page.goto('/search/list')
  const field = page.getByRole('textbox', { name: 'Строки' })
  await context.setOffline(true)
  await field.fill(PERSON)
  await expect(page.getByRole('alert')).toContainText('Связи с сервером нет')
  await expect(page.getByRole('button', { name: 'Повторить' })).toHaveCount(1)
  await expect(field).not.toHaveAttribute('aria-invalid', 'true')
  await context.setOffline(false)
  const start = page.getByRole('button', { name: 'Искать, 1 запрос' })
  await expect(start).toBeEnabled()
  await context.setOffline(true)
  await start.click()
  await expect(page.locator('.card', { has: start }).getByRole('alert')).toContainText('Связи с сервером нет')
  await expect(field).not.toHaveAttribute('aria-invalid', 'true')
  await context.setOffline(false)
  await start.dblclick()
  await expect(page.getByRole('heading', { name: 'Готово: 1 из 1' })).toBeVisible()
  await expect(page.getByText('Список уже')).toHaveCount(0)
})

test('a draft that is opened later shows its lines, starts once, or goes', async ({
  page,
  person: _person
}) => {
  const id = await makeList(page.context(), ['нет данных', PERSON])
  await page.goto(`/search/list/${id}`)
  await expect(page.getByRole('heading', { name: 'Как поняты строки' })).toBeVisible()
  await expect(page.getByRole('row', { name: /нет данных/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Удалить список' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'вставьте строки заново' })).toBeVisible()
  await page.getByRole('button', { name: 'Искать, 1 запрос' }).dblclick()
  await expect(page.getByRole('heading', { name: 'Готово: 1 из 1' })).toBeVisible()
  await expect(page.getByText('Список уже')).toHaveCount(0)
})

test('rows left out for want of credits go on once there are credits', async ({ page, person: _person }) => {
  const id = await openDone(page, [PERSON])
  await say(page, id, { balance: 2, skips: { LEFT_OUT: 3 } })
  await page.reload()
  await expect(page.getByText('Не хватает 1 запроса')).toBeVisible()
  const [sent] = await Promise.all([
    page.waitForRequest('**/start'),
    page.getByRole('button', { name: 'Искать ещё 2 строки, 2 запроса' }).click()
  ])
  expect(sent.postDataJSON()).toEqual({ most: 2, only: 'left_out' })
})

test('an answer that is open no more says what it costs before it is pressed', async ({
  page,
  person: _person
}) => {
  await page.route('**/rows', async route => {
    const response = await route.fetch()
    const body = await response.json()
    for (const each of body.rows) each.live_until = new Date(0).toISOString()
    await route.fulfill({ response, json: body })
  })
  await openDone(page, [PERSON])
  await expect(row(page, 0).getByRole('link')).toHaveText('Открыть заново: 1 запрос')
  await row(page, 0).getByRole('link').click()
  await expect(page).toHaveURL(/\/search$/)
  await expect(page.locator('.ask input')).toHaveValue(PERSON)
})
