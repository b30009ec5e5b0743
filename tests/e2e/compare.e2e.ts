import { compareHref, searchHref } from '#site/lib/search-links.ts'
import { DATA_OF, letAnHourPass, sheetHead } from './acts.ts'
import { compared, HERO, peopleOf, performed } from './past-search.ts'
import { expect, newAccount, signIn, test } from './walk.ts'

test('two people are compared for nothing, and a verdict on them is kept, shown and taken back', async ({
  page,
  person
}) => {
  const answer = await compared(page)
  const [a, b] = peopleOf(answer)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Неясно: решающего совпадения нет')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('row', { name: /^Дата рождения/ })).toContainText('14.03.1981')
  for (const title of ['За то, что это один человек', 'Почему отдельно', 'Что решило бы'])
    await expect(page.getByRole('region', { name: title }).getByRole('listitem').first()).toBeVisible()

  await page.getByRole('button', { name: 'Сохранить вывод' }).click()
  await expect(page.getByText('Выберите один из ответов')).toBeVisible()
  await page.getByRole('radio', { name: 'разные люди' }).check()
  await page.getByLabel('Заметка').fill('Адреса разные')
  await page.getByRole('button', { name: 'Сохранить вывод' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Вывод сохранён' })).toContainText(person.username)

  await page.reload()
  await expect(page.getByRole('radio', { name: 'разные люди' })).toBeChecked()
  await expect(page.getByLabel('Заметка')).toHaveValue('Адреса разные')

  await page.goto('/history')
  await expect(page.getByText('1 вывод')).toBeVisible()
  await expect(page.getByRole('link', { name: answer.query, exact: true })).toHaveAttribute(
    'href',
    searchHref(answer.search_id)
  )

  await page.goto(compareHref(answer.search_id, a, b))
  await page.getByRole('link', { name: 'В отчёт' }).click()
  const own = page.locator('.hand')
  await expect(own).toContainText('Разные люди. Адреса разные')
  await expect(own).toContainText(person.username)

  await page.goBack()
  await page.getByRole('button', { name: 'Отменить' }).click()
  await expect(page.getByText('Вывод видите только вы. Его можно изменить.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'разные люди' })).not.toBeChecked()
  await page.goto('/history')
  await expect(page.getByRole('link', { name: answer.query, exact: true })).toBeVisible()
  await expect(page.getByText('1 вывод')).toHaveCount(0)
  await expect(
    page.getByLabel(/Осталось запросов: 4/).or(page.getByText(/Осталось запросов: 4/))
  ).toHaveCount(1)
})

test('two cards that the user called one stand under one line, until that is taken back', async ({
  page,
  person
}) => {
  await compared(page, 2)
  await page.getByRole('radio', { name: 'один человек' }).check()
  await page.getByRole('button', { name: 'Сохранить вывод' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Вывод сохранён' })).toContainText(person.username)
  await page.getByRole('link', { name: /^Назад к ответу/ }).click()
  const line = page.locator('.people .bandrow')
  await expect(line).toContainText(/2.карточки, \d+.запис/)
  await expect(page.locator('[data-joined] .who')).toHaveCount(2)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Совпадает один человек')
  await line.getByRole('button', { name: 'Отменить' }).click()
  await expect(line).toHaveCount(0)
  await expect(page.locator('[data-joined]')).toHaveCount(0)
})

test('the two change places, and the way back leads to the person', async ({ page, person: _person }) => {
  const answer = await compared(page)
  const [a, b] = peopleOf(answer)
  const heads = page.getByRole('columnheader')
  await expect(heads.nth(1)).toContainText('14.03.1981')
  await expect(page.getByRole('link', { name: /^Назад к ответу/ })).toHaveAttribute(
    'href',
    searchHref(answer.search_id, a)
  )
  await page.getByRole('button', { name: 'Поменять местами' }).click()
  await expect(heads.nth(2)).toContainText('14.03.1981')
  expect(page.url()).toContain(compareHref(answer.search_id, b, a))
})

test('what is not there says so, costs nothing and offers no repetition that cannot help', async ({
  page,
  context,
  person: _person,
  browser
}) => {
  const answer = await performed(page)
  const [a, b] = peopleOf(answer)
  for (const [href, text] of [
    [compareHref('A'.repeat(22), a, b), 'Такого поиска нет среди ваших'],
    ['/search/compare', 'Такого поиска нет среди ваших'],
    [compareHref('<b>../../x', a, b), 'Такого поиска нет среди ваших'],
    [
      compareHref(answer.search_id, a, 'pzzzzzzzzzzzzz'),
      'В этом поиске нет такого человека или такой записи'
    ],
    [compareHref(answer.search_id, a, a), 'Это одна и та же карточка: нужны две разные']
  ] as const) {
    await page.goto(href)
    await expect(page.getByText(text)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Повторить' })).toHaveCount(0)
  }
  const other = await browser.newContext()
  await signIn(other, await newAccount(context))
  const foreign = await other.newPage()
  await foreign.goto(compareHref(answer.search_id, a, b))
  await expect(foreign.getByText('Такого поиска нет среди ваших')).toBeVisible()
  await expect(foreign.getByText('Примеров')).toHaveCount(0)
  await other.close()
  const me = await (await page.request.get('/api/auth/me')).json()
  expect(me.user.requests_count).toBe(4)
})

test('an ended search shows its line and fills it, without a search', async ({ page, person: _person }) => {
  const answer = await performed(page)
  const [a, b] = peopleOf(answer)
  await page.route('**/api/search/perform', route =>
    route.fulfill({
      status: 410,
      json: { code: 'SEARCH_EXPIRED', error: 'Продолжить этот поиск уже нельзя.' }
    })
  )
  await page.goto(compareHref(answer.search_id, a, b))
  await expect(page.getByText(`«${answer.query}»`)).toBeVisible()
  await page.getByRole('link', { name: 'Подставить в строку поиска' }).click()
  await expect(page.getByLabel('Поисковый запрос')).toHaveValue(answer.query)
  const me = await (await page.request.get('/api/auth/me')).json()
  expect(me.user.requests_count).toBe(4)
})

test('a source that both records are of is named once', async ({ page, person: _person }) => {
  const answer = await performed(page, `${HERO} 89732041740`)
  const same = Object.values(answer.results_by_source).find(records => records.length > 1) ?? []
  const [a = '', b = ''] = same.map(({ record_id }) => String(record_id))
  await page.goto(compareHref(answer.search_id, a, b))
  const lines = page.getByRole('region', { name: 'Доводы' }).getByRole('listitem')
  await expect(lines.first()).toBeVisible()
  const numbers = await lines.evaluateAll(all =>
    all.map(line => [...line.querySelectorAll('.cells i')].map(cell => cell.textContent))
  )
  expect(numbers.flat().length).toBeGreaterThan(0)
  for (const line of numbers) expect(new Set(line).size).toBe(line.length)
})

test('a comparison is printed an hour later from the menu, and stays without a connection', async ({
  page,
  context,
  complaints,
  person: _person
}) => {
  await compared(page)
  await page.getByRole('radio', { name: 'разные люди' }).check()
  await page.getByLabel('Заметка').fill('Адреса разные')
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => sheetHead(page)).toMatch(DATA_OF)
  const head = await sheetHead(page)
  await context.setOffline(true)
  await letAnHourPass(page)
  await page.pdf()
  expect(await sheetHead(page)).toBe(head)
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('button', { name: 'Печать' }).click()
  await expect(page.locator('.toast')).toHaveText('Связи с сервером нет')
  await page.getByRole('button', { name: 'Сохранить вывод' }).click()
  await expect(page.locator('.ruling')).toContainText('Связи с сервером нет')
  await expect(page.getByRole('row', { name: /^Дата рождения/ })).toContainText('14.03.1981')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Сохранить вывод' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Вывод сохранён' })).toBeVisible()
  complaints.length = 0
})

test('a comparison whose code does not come says so, and has it after a reload', async ({
  page,
  complaints,
  person: _person
}) => {
  const answer = await performed(page)
  const [a, b] = peopleOf(answer)
  await page.route('**/_astro/Comparison.*.js', route => route.abort())
  await page.goto(compareHref(answer.search_id, a, b))
  await expect(page.getByRole('button', { name: 'Обновить страницу' })).toBeVisible()
  await page.unroute('**/_astro/Comparison.*.js')
  await page.getByRole('button', { name: 'Обновить страницу' }).click()
  await expect(page.getByRole('button', { name: 'Сохранить вывод' })).toBeVisible()
  complaints.length = 0
})
