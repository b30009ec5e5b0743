import { ORIGIN } from './stage.ts'
import { expect, test } from './walk.ts'

const LINE = 'Примеров Илья'

test('a search whose session has ended leads to the login and finds its line again after it', async ({
  page,
  person,
  context
}) => {
  await page.goto('/search')
  await page.getByLabel('Поисковый запрос').fill(LINE)
  await context.clearCookies()
  await page.getByRole('button', { name: 'Найти' }).click()
  await page.waitForURL(`${ORIGIN}/login`)
  await expect.poll(() => page.evaluate(() => history.state)).toEqual({ from: '/search' })
  await page.getByLabel('Имя пользователя').fill(person.username)
  await page.getByLabel('Пароль', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Войти' }).click()
  await page.waitForURL('**/dashboard')
  await page.getByRole('link', { name: 'Поиск людей' }).first().click()
  await expect(page.getByLabel('Поисковый запрос')).toHaveValue(LINE)
  expect(page.url()).toBe(`${ORIGIN}/search`)
})

test('a refusal of the line is not offered to be repeated, and goes when the line is edited', async ({
  page,
  person
}) => {
  await page.goto('/search')
  const field = page.getByLabel('Поисковый запрос')
  await field.fill('Я')
  await page.getByRole('button', { name: 'Найти' }).click()
  await expect(page.getByRole('alert')).toContainText('В запросе нечего искать')
  await expect(page.getByRole('button', { name: 'Повторить' })).toHaveCount(0)
  await field.pressSequentially('н')
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(person.username).not.toBe('')
})
