import { PASSWORD } from '#tests/kit/names.ts'
import { expect, newAccount, test } from './walk.ts'

test('the login works without a mouse', async ({ page, context }) => {
  const { username } = await newAccount(context)
  await page.goto('/login')
  await expect(page.getByText(/Проверка безопасности пройдена/)).toBeVisible()
  await expect(page.getByLabel('Имя пользователя')).toBeFocused()
  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Пароль', { exact: true })).toBeFocused()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
})

test('a slash and Ctrl+K lead to the search line from anywhere', async ({ page, person: _person }) => {
  for (const path of ['/search', '/dashboard']) {
    await page.goto(path)
    const field = page.getByLabel('Поисковый запрос')
    await expect(field).toBeVisible()
    for (const key of ['/', 'Control+k']) {
      await field.blur()
      await page.keyboard.press(key)
      await expect(field, `${key} on ${path}`).toBeFocused()
      await expect(field).toHaveValue('')
    }
  }
})

test('a suggested line takes the place of the typed one and is searched by a second Enter', async ({
  page,
  person: _person
}) => {
  await page.goto(`/search?q=${encodeURIComponent('Примреов Илья Андреевич')}`)
  const suggestion = page.locator('.chip', { hasText: /^Примеров Илья Андреевич$/ })
  await suggestion.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Поисковый запрос')).toHaveValue('Примеров Илья Андреевич')
  await expect(page.getByLabel('Поисковый запрос')).toBeFocused()
  await expect(page.getByText('Запрос изменён.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Возможно, вы имели в виду')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page).toHaveURL(/\?s=[\w-]{22}$/)
})

test('the menu of the user opens, closes by Escape and gives the focus back', async ({ page, person }) => {
  await page.goto('/dashboard')
  const avatar = page.getByRole('button', { name: `Меню пользователя ${person.username}` })
  await avatar.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Личный кабинет' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Личный кабинет' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Личный кабинет' })).toBeHidden()
  await expect(avatar).toBeFocused()
})

test('a question keeps the focus inside, and Escape answers no', async ({ page, person: _person }) => {
  await page.goto('/search?q=%2B79732041740')
  await expect(page.getByText('Последний поиск')).toBeVisible()
  await page.goto('/history')
  const opener = page.getByRole('button', { name: 'Очистить историю' })
  await expect(opener).toBeEnabled()
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Очистить историю?')
  for (let step = 0; step < 6; step += 1) {
    await page.keyboard.press('Tab')
    const inside = await page.evaluate(() => {
      const focused = document.activeElement
      return focused === document.body || focused?.closest('dialog') !== null
    })
    expect(inside).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await expect(page.getByRole('row')).toHaveCount(2)
})

test('everything that takes the focus shows it', async ({ page, person: _person }) => {
  for (const path of ['/dashboard', '/search', '/history', '/profile']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Tab')
      const unseen = await page.evaluate(() => {
        const focused = document.activeElement
        if (!focused || focused === document.body) return null
        const chain = [focused, focused.parentElement, focused.closest('.ask, .affix')]
        const seen = chain.some(element => {
          if (!element) return false
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
          return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
        })
        return seen ? null : focused.outerHTML.slice(0, 120)
      })
      expect(unseen, path).toBeNull()
    }
  }
})

test('the theme is chosen in the menu and stays', async ({ page, person: _person }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/dashboard')
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const light = await background()
  await page.getByRole('button', { name: /Меню пользователя/ }).click()
  await page.getByText('Тёмная').click()
  await expect.poll(background).not.toBe(light)
  const dark = await background()
  await page.goto('/history')
  await expect.poll(background).toBe(dark)
})
