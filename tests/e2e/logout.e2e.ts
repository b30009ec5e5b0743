import { expect, test } from './walk.ts'

test('a logout empties every tab before the server has answered', async ({ page, person, context }) => {
  await page.goto('/search?q=%2B79732041740')
  await expect(page.getByText('Последний поиск')).toBeVisible()
  const other = await context.newPage()
  const { promise, resolve } = Promise.withResolvers<void>()
  await other.route('**/api/auth/logout', async route => {
    await promise
    await route.continue()
  })
  await other.goto('/dashboard')
  await other.getByRole('button', { name: /Меню пользователя/ }).click()
  await other.getByRole('button', { name: 'Выйти' }).click()
  for (const tab of [page, other]) {
    await expect(tab.getByText('Проверка авторизации...')).toBeVisible()
    await expect(tab.getByText(person.username)).toHaveCount(0)
  }
  await expect(page.getByText('Последний поиск')).toHaveCount(0)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toBe('{}')
  resolve()
  for (const tab of [page, other]) await tab.waitForURL('**/login')
})

test('a visitor who has left is refused nothing, neither on the login nor on a page that leads there', async ({
  page,
  person: _person
}) => {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /Меню пользователя/ }).click()
  const refused: string[] = []
  page.on('response', answer => {
    if (answer.status() === 401) refused.push(answer.url())
  })
  await page.getByRole('button', { name: 'Выйти' }).click()
  await page.waitForURL('**/login')
  await page.waitForLoadState('networkidle')
  await page.goto('/history')
  await page.waitForURL('**/login')
  await page.waitForLoadState('networkidle')
  expect(refused).toEqual([])
})
