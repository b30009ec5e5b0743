import { searchHref } from '#site/lib/search-links.ts'
import { peopleOf, performed } from './past-search.ts'
import { ORIGIN } from './stage.ts'
import { type Account, expect, newAccount, type Page, searchFor, signIn, test } from './walk.ts'

const LINE = 'Примеров Илья'
const NOTE = 'ИНН сошёлся с выпиской'
const field = (page: Page) => page.getByLabel('Поисковый запрос')
const credits = (page: Page) =>
  page.getByText(/Осталось запросов: \d+/).or(page.getByLabel(/Осталось запросов: \d+/))

async function logInAgain(page: Page, { username, password }: Account): Promise<void> {
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Сеанс закончился')
  await expect(dialog.getByLabel('Имя пользователя')).toHaveValue(username)
  const typed = dialog.getByLabel('Пароль', { exact: true })
  await expect(typed).toBeFocused()
  await typed.fill(password)
  await dialog.getByRole('button', { name: 'Войти и продолжить' }).click()
  await expect(dialog).toBeHidden()
}

test('a search whose session has ended asks for the password over the page and goes on', async ({
  page,
  person,
  context
}) => {
  await page.goto('/search?q=%2B79732041740')
  await expect(page.getByText('Последний поиск')).toBeVisible()
  await field(page).fill(LINE)
  await context.clearCookies()
  await page.getByRole('button', { name: 'Найти' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByText('Последний поиск'), 'the older answer stays').toBeVisible()

  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Пароль', { exact: true }).fill('not the password 1')
  await dialog.getByRole('button', { name: 'Войти и продолжить' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Неверное имя пользователя или пароль')
  await dialog.getByLabel('Пароль', { exact: true }).focus()
  await logInAgain(page, person)

  await expect(page.getByText('Ниже прежний ответ')).toBeHidden()
  await expect(page.getByText('Последний поиск')).toContainText('списан 1')
  await expect(field(page)).toHaveValue(LINE)
  await expect(page.getByRole('region', { name: 'Как понят запрос' })).toContainText('Примеров')
  await expect(credits(page).first()).toContainText('3')
})

test('whoever declines the login stays where they were, and is asked again by the next call', async ({
  page,
  person,
  context
}) => {
  await page.goto('/search?q=%2B79732041740')
  await expect(page.getByText('Последний поиск')).toBeVisible()
  await field(page).fill(LINE)
  await context.clearCookies()
  const search = page.getByRole('button', { name: 'Найти' })
  await search.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(search).toBeFocused()
  await expect(page.getByText('Последний поиск')).toBeVisible()
  await expect(field(page)).toHaveValue(LINE)
  await search.click()
  await logInAgain(page, person)
  await expect(page.getByText('Запрос изменён.')).toBeHidden()
  await expect(page.getByText('Последний поиск')).toContainText('списан 1')
})

test('whoever makes room for another person leaves nothing behind, in any tab', async ({
  page,
  person: _person,
  context
}) => {
  await page.goto('/search?q=%2B79732041740')
  await expect(page.getByText('Последний поиск')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/search')
  await field(other).fill(LINE)
  await field(page).fill(LINE)
  await context.clearCookies()
  await page.getByRole('button', { name: 'Найти' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Другой пользователь' }).click()
  for (const tab of [page, other]) {
    await tab.waitForURL(`${ORIGIN}/login`)
    expect(await tab.evaluate(() => JSON.stringify([{ ...sessionStorage }, history.state]))).not.toContain(
      'Примеров'
    )
    expect(await tab.evaluate(() => sessionStorage.length)).toBe(0)
  }
})

test('a line whose session has ended waits for its own user at the login, and goes with another', async ({
  page,
  person,
  context
}) => {
  for (const account of [person, await newAccount(context)]) {
    await signIn(context, person)
    await page.goto('/search')
    await field(page).fill(LINE)
    await context.clearCookies()
    await page.reload()
    await page.waitForURL(`${ORIGIN}/login`)
    await signIn(context, account)
    await page.goto('/search')
    await expect(field(page)).toHaveValue(account === person ? LINE : '')
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(LINE)
  }
})

test('a note on a person whose session has ended waits for its author at the login, and goes with another', async ({
  page,
  person,
  context
}) => {
  const answer = await performed(page)
  const [a] = peopleOf(answer)
  const note = page.getByLabel('Заметка')
  for (const account of [person, await newAccount(context)]) {
    await signIn(context, person)
    await page.goto(searchHref(answer.search_id, a))
    await note.fill(NOTE)
    await context.clearCookies()
    await page.reload()
    await page.waitForURL(`${ORIGIN}/login`)
    await signIn(context, account)
    await page.goto(searchHref(answer.search_id, a))
    if (account === person) await expect(note).toHaveValue(NOTE)
    else await expect(page.getByRole('alert')).toBeVisible()
    const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
    expect(stored.includes(NOTE)).toBe(account === person)
  }
})

test('the balance is asked for anew where somebody comes back to the tab', async ({
  page,
  person: _person,
  context
}) => {
  await page.goto('/dashboard')
  await expect(credits(page).first()).toContainText('5')
  await searchFor(context, LINE)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByLabel(/Осталось запросов: 4/)).toBeVisible()
  // And the page of somebody who is not signed in any more is not shown to the one who is.
  const another = await newAccount(context)
  await signIn(context, another)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(another.username)
})

test('a session that ends while a line is typed is said beside it, and explained after a login', async ({
  page,
  person,
  context
}) => {
  await page.goto('/search')
  await field(page).fill(LINE)
  const readings = page.getByRole('region', { name: 'Как понят запрос' })
  await expect(readings).toContainText('Примеров')
  await context.clearCookies()
  await field(page).press('End')
  await page.keyboard.type(' 1981')
  const ended = page.getByText('Сеанс закончился, поэтому не видно, как понят запрос.')
  await expect(ended).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(field(page)).toBeFocused()
  await page.getByRole('button', { name: 'Войти снова' }).click()
  await logInAgain(page, person)
  await expect(readings).toContainText('1981')
  await expect(ended).toHaveCount(0)
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue(`${LINE} 1981`)
})

test('a deletion goes on after the login, with its question answered once', async ({
  page,
  person,
  context
}) => {
  await searchFor(context, '+79732041740')
  await page.goto('/history')
  await expect(page.getByRole('row')).toHaveCount(2)
  await context.clearCookies()
  await page.getByRole('button', { name: 'Очистить историю' }).click()
  await page.getByRole('button', { name: /Удалить 1.поиск/ }).click()
  await logInAgain(page, person)
  await expect(page.getByText('Поисков пока нет')).toBeVisible()
})

test('typing does not ask for the password: nobody waits for its hints', async ({
  page,
  person: _person,
  context
}) => {
  await page.goto('/search')
  await expect(field(page)).toBeVisible()
  // What the page asks at its start is no hint.
  await page.waitForLoadState('networkidle')
  await context.clearCookies()
  const refused = page.waitForResponse(answer => answer.url().endsWith('/refresh'))
  await field(page).fill(LINE)
  await refused
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('opening a person does not ask for the password: nobody waits for the look at what may be shown', async ({
  page,
  person: _person,
  context
}) => {
  await page.goto(`/search?q=${encodeURIComponent(LINE)}`)
  const closed = page.locator('.people h3 button[aria-expanded=false]')
  await expect(closed.first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await context.clearCookies()
  const refused = page.waitForResponse(answer => answer.url().endsWith('/refresh'))
  await closed.first().click()
  await refused
  await field(page).press('End')
  await page.keyboard.type(' 1981')
  await expect(page.getByText('Сеанс закончился, поэтому не видно, как понят запрос.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

for (const [what, fail] of [
  ['refuses once', { status: 503, json: { error: 'Сервис перезапускается.', code: 'STOPPING' } }],
  ['cannot be reached once', null]
] as const) {
  test(`a server that ${what} throws nobody out`, async ({ page, person: _person, complaints }) => {
    let calls = 0
    await page.route('**/api/auth/me', route => {
      calls += 1
      if (calls > 1) return route.continue()
      return fail ? route.fulfill(fail) : route.abort()
    })
    await page.goto('/search')
    await expect(field(page)).toBeVisible()
    expect(calls).toBe(2)
    expect(new URL(page.url()).pathname).toBe('/search')
    // The browser reports the call that found no network.
    complaints.length = 0
  })
}

test('a refresh that nobody answers ends no session', async ({ page, person: _person, context }) => {
  await page.goto('/search')
  await expect(field(page)).toBeVisible()
  // Before the session ends: what the page asks at its start would refresh it.
  let isOver = false
  await page.route('**/refresh', route =>
    isOver ? route.continue() : route.fulfill({ status: 503, json: { error: 'Позже.' } })
  )
  await context.clearCookies({ name: 'access_token' })
  await field(page).fill(LINE)
  await page.getByRole('button', { name: 'Найти' }).click()
  await expect(page.getByRole('alert')).toContainText('Позже.')
  // Taking the route away would lose a call on its way: the examples are asked for again behind a search.
  isOver = true
  await page.getByRole('button', { name: 'Повторить' }).click()
  await expect(page.getByText('Последний поиск')).toBeVisible()
})
