import { NO_SUCH_SEARCH } from '#shared/texts/past-search.ts'
import { searchHref } from '#site/lib/search-links.ts'
import { performed } from './past-search.ts'
import { expect, type Page, test } from './walk.ts'

const ONE = 'Примеров Илья Андреевич'
const OTHER = 'Примеров Андрей Петрович'
const DRAFT = 'Образцов Глеб'

const field = (page: Page) => page.getByLabel('Поисковый запрос')
const edited = (page: Page) => page.getByText('Запрос изменён.')

async function search(page: Page, line: string): Promise<void> {
  await field(page).fill(line)
  await field(page).press('Enter')
  await stands(page, line)
}

async function stands(page: Page, line: string, answer = line): Promise<void> {
  await expect(page.locator('.answer q')).toHaveText(`«${answer}»`)
  await expect(field(page)).toHaveValue(line)
  await expect(edited(page)).toHaveCount(line === answer ? 0 : 1)
}

test('a link to an answer shows its own line, and what was typed stays where it was typed', async ({
  page,
  person: _person
}) => {
  await page.goto('/search')
  await search(page, ONE)
  await field(page).fill(DRAFT)
  await page.getByRole('link', { name: 'История' }).first().click()
  await page.getByRole('link', { name: ONE, exact: true }).click()
  await page.waitForURL('**/search?s=*')
  await stands(page, ONE)
  await page.reload()
  await stands(page, ONE)

  await page.goBack()
  await page.waitForURL('**/history')
  await page.goBack()
  await stands(page, DRAFT, ONE)
  // Over its own answer it is also met by the way that leads to the search in general.
  await page.getByRole('link', { name: 'Главная' }).first().click()
  await page.getByRole('link', { name: 'Поиск людей' }).first().click()
  await stands(page, DRAFT, ONE)
})

test('a line that a link brings does not take away what was typed elsewhere', async ({
  page,
  person: _person
}) => {
  const { search_id } = await performed(page, ONE)
  await page.goto(searchHref(search_id))
  await stands(page, ONE)
  await field(page).fill(DRAFT)
  await page.getByRole('link', { name: 'История' }).first().click()
  await page.getByRole('link', { name: `Подставить в строку поиска: ${ONE}` }).click()
  await expect(field(page)).toHaveValue(ONE)
  await page.goBack()
  await page.waitForURL('**/history')
  await page.goBack()
  await stands(page, DRAFT, ONE)
})

test('Back to another answer shows its line, and Forward what was typed over the one before', async ({
  page,
  person: _person
}) => {
  await page.goto('/search')
  await search(page, ONE)
  await search(page, OTHER)
  await field(page).fill(DRAFT)
  await page.goBack()
  await stands(page, ONE)
  await page.goForward()
  await stands(page, DRAFT, OTHER)
  // Behind a reload the answers are asked for again.
  await page.reload()
  await stands(page, DRAFT, OTHER)
  await page.goBack()
  await stands(page, ONE)
})

test('lines that were typed over two answers are both there for whoever goes back', async ({
  page,
  person: _person
}) => {
  await page.goto('/search')
  await search(page, ONE)
  await search(page, OTHER)
  await field(page).fill(DRAFT)
  await page.goBack()
  await stands(page, ONE)
  await field(page).fill('Примеров Глеб')
  await page.goForward()
  await stands(page, DRAFT, OTHER)
  await page.goBack()
  await stands(page, 'Примеров Глеб', ONE)
  await page.goForward()
  await stands(page, DRAFT, OTHER)
})

test('a line that is too long is said before anything is sent', async ({ page, person: _person }) => {
  const bodies: string[] = []
  page.on('request', request => {
    if (/perform|parse_query/.test(request.url())) bodies.push(request.postData() ?? '')
  })
  const line = 'Примеров Илья '.repeat(40).trim()
  const sentence = page.getByText(/^В строке 559\s*символов, а ищется не больше 512\./)
  for (const path of ['/dashboard', '/search']) {
    await page.goto(path)
    await field(page).fill(line)
    await expect(sentence).toBeVisible()
    await expect(page.getByRole('button', { name: 'Найти' })).toHaveAccessibleDescription(/не больше 512/)
  }
  await page.waitForTimeout(500)
  expect(bodies.filter(body => body.includes(line))).toEqual([])
  // Spaces side by side count as one.
  await field(page).fill(`${'Примеров'.padEnd(600)}Илья`)
  await expect(page.getByText('а ищется не больше')).toHaveCount(0)

  await search(page, ONE)
  await field(page).fill(line)
  await expect(page.getByRole('button', { name: 'Вернуть прежний запрос' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Искать заново, 1 запрос' })).toHaveCount(0)
})

test('an address that names no search says so, with the line ready', async ({ page, person: _person }) => {
  await performed(page, ONE)
  for (const id of ['garbage', '', 'x'.repeat(500)]) {
    await page.goto(`/search?s=${id}`)
    await expect(page.getByRole('alert')).toHaveText(NO_SUCH_SEARCH)
    await expect(field(page)).toBeFocused()
  }
  await field(page).fill(ONE)
  await field(page).press('Enter')
  await expect(page.getByText(NO_SUCH_SEARCH)).toHaveCount(0)
  await expect(page).toHaveURL(/\?s=[\w-]{22}$/)
})

test('lines that are pasted stay apart, and are read as so many persons', async ({
  page,
  context,
  person: _person
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/search')
  const lines = 'Примеров Илья Андреевич\r\n  Образцов Глеб Ильич\n'
  await page.evaluate(text => navigator.clipboard.writeText(text), lines)
  // The first paste is one too: nothing that is loaded later has to listen.
  await page.route('**/visited-searches*', route => route.abort())
  await page.goto('/search')
  const pasted = 'Примеров Илья Андреевич; Образцов Глеб Ильич'
  await field(page).press('Control+V')
  await expect(field(page)).toHaveValue(pasted)

  // What was not sent stays, and gives way to what is pasted next.
  await page.goto('/dashboard')
  await page.goto('/search')
  await expect(field(page)).toHaveValue(pasted)
  await expect
    .poll(() =>
      field(page).evaluate((input: HTMLInputElement) => `${input.selectionStart} ${input.selectionEnd}`)
    )
    .toBe(`0 ${pasted.length}`)
  await page.evaluate(text => navigator.clipboard.writeText(text), '+7 973 204-17-40')
  await field(page).press('Control+V')
  await expect(field(page)).toHaveValue('+7 973 204-17-40')

  await page.goto('/dashboard')
  await page.evaluate(text => navigator.clipboard.writeText(text), lines)
  await field(page).press('Control+V')
  await expect(field(page)).toHaveValue(pasted)
})

test('a list that is refused is told once, with what can be done', async ({ page, person: _person }) => {
  await page.goto('/search')
  await field(page).fill(
    'Примеров Илья Андреевич; Образцов Глеб Ильич; Соснова Мария Сергеевна; Белова Мария Сергеевна'
  )
  await expect(page.getByRole('button', { name: 'Проверить списком' })).toBeVisible()
  await field(page).press('Enter')
  await expect(page.getByRole('button', { name: 'Искать первых трёх' })).toBeFocused()
  await expect(page.locator('.banner')).toHaveCount(0)
})
