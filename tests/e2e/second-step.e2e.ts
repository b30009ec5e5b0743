import type { BrowserContext } from 'playwright/test'
import { CODE_REFUSALS, SECOND_STEP_TEXTS } from '#shared/texts/second-step.ts'
import { codeOf } from '#tests/kit/second-factor.ts'
import { ORIGIN } from './stage.ts'
import { type Account, expect, expectAccessible, type Page, test } from './walk.ts'

const headers = { 'Sec-Fetch-Site': 'same-origin' }

async function withCodes(context: BrowserContext, { password }: Account): Promise<string[]> {
  const ask = async (path: string, data: object = {}) =>
    (await context.request.post(`${ORIGIN}/api/profile/${path}`, { headers, data })).json()
  await ask('proof', { password })
  const { secret } = await ask('totp')
  return (await ask('totp/enable', { code: codeOf(secret) })).backup_codes
}

async function toSecondStep(page: Page, { username, password }: Account): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Имя пользователя').fill(username)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Второй шаг' })).toBeVisible()
}

const typed = (code = '') => ` «${code.toLowerCase().replace('-', ' – ')}» `

test('a second step whose question was lost is asked again, and takes a code as people copy it', async ({
  page,
  person,
  context
}) => {
  const codes = await withCodes(context, person)
  await context.clearCookies()
  await toSecondStep(page, person)
  await page.route('**/api/auth/second-step', route => route.fulfill({ status: 503, json: {} }), { times: 1 })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Вход ключом' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Повторить' }).click()
  const field = page.getByLabel('Код из приложения')
  await field.fill('ZZZZ-ZZZZ')
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(page.getByText(CODE_REFUSALS.badBackup)).toBeVisible()
  await field.fill(typed(codes[0]))
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await page.waitForURL('**/dashboard')
  await page.goto('/login/code')
  await page.waitForURL('**/dashboard')
})

test('a second step that is over says so and leads back to the password', async ({
  page,
  person,
  context
}) => {
  await withCodes(context, person)
  await context.clearCookies()
  await toSecondStep(page, person)
  await context.clearCookies()
  await page.getByLabel('Код из приложения').fill('123456')
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(page.getByText(SECOND_STEP_TEXTS.over)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Войти заново' }).click()
  await page.waitForURL('**/login')

  await test.step('after a reload too, once', async () => {
    await toSecondStep(page, person)
    await context.clearCookies()
    await page.reload()
    await expect(page.getByText(SECOND_STEP_TEXTS.over)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Вход ключом' })).toBeVisible()
  })
})

test('a login over the page whose second step is over begins with the password anew', async ({
  page,
  person,
  context
}) => {
  const codes = await withCodes(context, person)
  await page.goto('/profile/security')
  await expect(page.getByRole('button', { name: 'Новые коды' })).toBeVisible()
  await context.clearCookies()
  await page.getByRole('button', { name: 'Новые коды' }).click()
  const password = page.getByRole('dialog', { name: 'Войдите снова' })
  const step = page.getByRole('dialog', { name: 'Второй шаг' })
  const enter = page.getByRole('button', { name: 'Войти и продолжить' })
  const passPassword = async () => {
    await password.getByLabel('Пароль', { exact: true }).fill(person.password)
    await enter.click()
  }
  await passPassword()
  await expect(step.getByLabel('Код', { exact: true })).toBeFocused()
  await expect(step.getByRole('button', { name: 'Войти ключом' })).toHaveCount(0)
  await context.clearCookies()
  await step.getByLabel('Код', { exact: true }).fill(codes[0] ?? '')
  await enter.click()
  await expect(password.getByText(SECOND_STEP_TEXTS.over)).toBeVisible()
  await passPassword()
  await step.getByLabel('Код', { exact: true }).fill(typed(codes[0]))
  await enter.click()
  await expect(page.getByRole('dialog', { name: 'Резервные коды' })).toBeVisible()
})
