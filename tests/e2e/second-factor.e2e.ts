import type { CDPSession } from 'playwright/test'
import { CODE_REFUSALS } from '#shared/texts/second-step.ts'
import { SECURITY_TEXTS } from '#shared/texts/security.ts'
import { codeOf } from '#tests/kit/second-factor.ts'
import { ORIGIN } from './stage.ts'
import { type Account, expect, expectAccessible, type Page, searchFor, signIn, test } from './walk.ts'

/** A device with a fingerprint reader, as Chromium plays one. */
async function withAuthenticator(page: Page): Promise<{ devtools: CDPSession; authenticatorId: string }> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true
    }
  })
  return { devtools, authenticatorId }
}

async function prove(page: Page, { password }: Account): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Подтвердите, что это вы' })
  await dialog.getByLabel('Ваш пароль').fill(password)
  await dialog.getByRole('button', { name: 'Подтвердить' }).click()
}

/** Adds a key on «Безопасность»; answers its backup codes. */
async function addKey(page: Page, account: Account, title: string): Promise<string[]> {
  await page.goto('/profile/security')
  await page.getByRole('button', { name: 'Добавить ключ' }).click()
  await prove(page, account)
  const dialog = page.getByRole('dialog', { name: 'Новый ключ входа' })
  await dialog.getByLabel('Название').fill(title)
  await dialog.getByRole('button', { name: 'Продолжить' }).click()
  const codes = page.getByRole('dialog', { name: 'Резервные коды' })
  await codes.waitFor()
  const texts = await codes.getByRole('listitem').allTextContents()
  await codes.getByRole('button', { name: 'Сохранил' }).click()
  await expect(page.getByText(title, { exact: true }).first()).toBeVisible()
  return texts
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Меню пользователя/ }).click()
  await page.getByRole('button', { name: 'Выйти' }).click()
  await page.waitForURL('**/login')
}

async function logIn(page: Page, { username, password }: Account): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Имя пользователя').fill(username)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
}

test('a person adds a passkey, comes in by it alone, then by password and passkey, and loses it', async ({
  page,
  person
}) => {
  const { devtools, authenticatorId } = await withAuthenticator(page)
  const codes = await addKey(page, person, 'Рабочий ноутбук')
  expect(codes).toHaveLength(10)
  await expectAccessible(page)

  await test.step('by the key alone', async () => {
    await logOut(page)
    await page.getByRole('link', { name: 'Войти ключом, без пароля' }).click()
    await expect(page.getByRole('heading', { name: 'Вход ключом' })).toBeVisible()
    const sending = page.waitForRequest('**/api/auth/second-step/passkey')
    await page.getByRole('button', { name: 'Войти ключом' }).click()
    await page.waitForURL('**/dashboard')
    const again = await page.request.post('/api/auth/second-step/passkey', {
      headers: { 'Sec-Fetch-Site': 'same-origin' },
      data: (await sending).postDataJSON()
    })
    expect([again.status(), (await again.json()).code], 'an answer counts once').toEqual([
      400,
      'PASSKEY_REFUSED'
    ])
    await page.goto('/profile/security')
    await expect(page.getByRole('row', { name: /этот сеанс/ })).toContainText('ключ «Рабочий ноутбук»')
  })

  await test.step('by password and key', async () => {
    await logOut(page)
    await logIn(page, person)
    await page.waitForURL('**/login/code')
    await expect(page.getByRole('heading', { name: 'Второй шаг' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Войти ключом' }).click()
    await page.waitForURL('**/dashboard')
  })

  await test.step('with a backup code, the key is lost', async () => {
    await logOut(page)
    await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    await logIn(page, person)
    await page.getByLabel('Резервный код').fill('0000-0000')
    await page.getByRole('button', { name: 'Войти', exact: true }).click()
    await expect(page.getByText(CODE_REFUSALS.badBackup)).toBeVisible()
    await page.getByLabel('Резервный код').fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Войти', exact: true }).click()
    await page.waitForURL('**/dashboard')
  })

  await test.step('and the lost key is deleted', async () => {
    await page.goto('/profile/security')
    await page.getByRole('button', { name: 'Удалить ключ: Рабочий ноутбук' }).click()
    await expect(page.getByRole('dialog')).toContainText(SECURITY_TEXTS.lastFactor)
    await page.getByRole('button', { name: 'Удалить ключ «Рабочий ноутбук»' }).click()
    await expect(page.getByText('Ключей пока нет')).toBeVisible()
    await logOut(page)
    await logIn(page, person)
    await page.waitForURL('**/dashboard')
  })
})

test('a person turns codes on with the key that is shown, and the next login asks for one', async ({
  page,
  person
}) => {
  await page.goto('/profile/security')
  await expect(page.getByText(SECURITY_TEXTS.firstFactor)).toBeVisible()
  await page.getByRole('button', { name: 'Включить коды' }).click()
  await prove(page, person)
  const secret = ((await page.locator('.totp code').textContent()) ?? '').replaceAll(' ', '')
  await expectAccessible(page)
  // A phone that goes to the application and back reads the page anew.
  await page.reload()
  await page.getByRole('button', { name: 'Включить коды' }).click()
  await expect(page.locator('.totp code')).toHaveText(secret.replace(/.{4}(?=.)/g, '$& '))
  await expect(page.getByRole('link', { name: 'Добавьте ключ в него' })).toHaveAttribute('href', /^otpauth:/)
  await page.getByLabel('Код из приложения').fill('000000')
  await page.getByRole('button', { name: 'Включить коды' }).click()
  await expect(page.getByText(/Код не подошёл/)).toBeVisible()
  await page.getByLabel('Код из приложения').fill(codeOf(secret))
  await page.getByRole('button', { name: 'Включить коды' }).click()
  const codes = page.getByRole('dialog', { name: 'Резервные коды' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page)
  await codes.getByRole('button', { name: 'Сохранил' }).click()
  await expect(page.getByText('включены', { exact: true })).toBeVisible()
  await expect(page.getByText(SECURITY_TEXTS.firstFactor)).toHaveCount(0)

  await logOut(page)
  await logIn(page, person)
  await page.waitForURL('**/login/code')
  // The code of the next half a minute: that of this one was used to turn them on.
  await page.getByLabel('Код из приложения').fill(codeOf(secret, 30))
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await page.waitForURL('**/dashboard')
})

test('codes whose answer was lost are on, and say how to come to backup codes', async ({ page, person }) => {
  await page.goto('/profile/security')
  await page.getByRole('button', { name: 'Включить коды' }).click()
  await prove(page, person)
  const secret = ((await page.locator('.totp code').textContent()) ?? '').replaceAll(' ', '')
  await page.route(
    '**/totp/enable',
    async route => {
      await route.fetch()
      await route.fulfill({ status: 502, body: '' })
    },
    { times: 1 }
  )
  const enable = page.getByRole('button', { name: 'Включить коды' })
  await page.getByLabel('Код из приложения').fill(codeOf(secret))
  await enable.click()
  await expect(page.getByText(/HTTP 502/)).toBeVisible()
  await enable.click()
  await expect(page.getByText('включены', { exact: true })).toBeVisible()
  await expect(page.getByText(SECURITY_TEXTS.unseenCodes)).toBeVisible()
  await page.getByRole('button', { name: 'Новые коды' }).click()
  await expect(page.getByRole('dialog', { name: 'Резервные коды' }).getByRole('listitem')).toHaveCount(10)
})

test('who has codes proves a change by one, or by a backup code', async ({ page, person, context }) => {
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  const ask = async (path: string, data: object) =>
    (await context.request.post(`${ORIGIN}/api/profile/${path}`, { headers, data })).json()
  await ask('proof', { password: person.password })
  const { secret } = await ask('totp', {})
  const { backup_codes: codes } = await ask('totp/enable', { code: codeOf(secret) })
  // A session whose proof is over, as ten minutes later.
  await page.route(
    '**/api/profile/backup-codes',
    route =>
      route.fulfill({ status: 409, json: { code: 'PROOF_REQUIRED', error: 'Подтвердите, что это вы' } }),
    { times: 1 }
  )
  await page.goto('/profile/security')
  await page.getByRole('button', { name: 'Новые коды' }).click()
  const dialog = page.getByRole('dialog', { name: 'Подтвердите, что это вы' })
  await expect(dialog.getByLabel('Код из приложения')).toBeVisible()
  await expect(dialog.getByLabel('Ваш пароль')).toHaveCount(0)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Нет доступа к коду? Введите резервный' }).click()
  await dialog.getByLabel('Резервный код').fill(codes[0])
  await dialog.getByRole('button', { name: 'Подтвердить' }).click()
  await expect(page.getByRole('dialog', { name: 'Резервные коды' }).getByRole('listitem')).toHaveCount(10)
})

test('sessions are ended one by one and all at once', async ({ page, person, browser }) => {
  const others = await Promise.all([browser.newContext(), browser.newContext()])
  for (const context of others) await signIn(context, person)
  await page.goto('/profile/security')
  const rows = page.getByRole('table', { name: 'Сеансы' }).getByRole('button', { name: /Закрыть сеанс/ })
  await expect(rows).toHaveCount(2)
  await rows.first().click()
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Закрыть все, кроме этого' }).click()
  await page.getByRole('button', { name: 'Закрыть 1 сеанс' }).click()
  await expect(rows).toHaveCount(0)
  for (const context of others) await context.close()
})

test('a session that ends in use is opened again in two steps, over the page, and the act goes on', async ({
  page,
  person,
  context
}) => {
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  const ask = async (path: string, data: object = {}) =>
    (await context.request.post(`${ORIGIN}/api/profile/${path}`, { headers, data })).json()
  await ask('proof', { password: person.password })
  const { secret } = await ask('totp')
  const { backup_codes: codes } = await ask('totp/enable', { code: codeOf(secret) })
  await searchFor(context, '+79732041740')
  await page.goto('/history')
  await expect(page.getByRole('row')).toHaveCount(2)
  await context.clearCookies()
  await page.getByRole('button', { name: 'Очистить историю' }).click()
  await page.getByRole('button', { name: /Удалить 1.поиск/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Пароль', { exact: true }).fill(person.password)
  await dialog.getByRole('button', { name: 'Войти и продолжить' }).click()
  await dialog.getByLabel('Код', { exact: true }).fill('000-000')
  await dialog.getByRole('button', { name: 'Войти и продолжить' }).click()
  await expect(dialog.getByText(/Код не подошёл/)).toBeVisible()
  await dialog.getByLabel('Код', { exact: true }).fill(codes[0])
  await dialog.getByRole('button', { name: 'Войти и продолжить' }).click()
  await expect(page.getByText('Поисков пока нет')).toBeVisible()
})
