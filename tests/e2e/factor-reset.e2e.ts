import type { BrowserContext } from 'playwright/test'
import { codeOf } from '#tests/kit/second-factor.ts'
import { button, dialog, inDialog, textOn } from './questions.ts'
import { ADMIN, ORIGIN } from './stage.ts'
import { type Account, expect, expectAccessible, newAccount, signIn, test } from './walk.ts'

const headers = { 'Sec-Fetch-Site': 'same-origin' }

/** Turns codes on without the page. @returns the number of the account. */
async function withCodes(context: BrowserContext, { password }: Account): Promise<number> {
  const ask = async (path: string, data: object = {}) =>
    (await context.request.post(`${ORIGIN}/api/profile/${path}`, { headers, data })).json()
  await ask('proof', { password })
  const { secret } = await ask('totp')
  await ask('totp/enable', { code: codeOf(secret) })
  return (await (await context.request.get(`${ORIGIN}/api/auth/me`)).json()).user.id
}

for (const width of [390, 1280])
  test(`a lost second factor is reset by an administrator who proves it, at ${width} px`, async ({
    page,
    context,
    browser
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const theirs = await browser.newContext()
    const account = await newAccount(theirs)
    await signIn(theirs, account)
    const id = await withCodes(theirs, account)
    await signIn(context, ADMIN)
    await page.goto(`/admin/user?id=${id}`)
    const proof = page.getByRole('dialog', { name: 'Подтвердите, что это вы' })
    const reset = button(page, 'Сбросить второй шаг')

    await test.step('given up at the proof, nothing is done', async () => {
      await reset.click()
      await expect(dialog(page)).toContainText(`резервные коды ${account.username} перестанут действовать`)
      await inDialog(page, 'Сбросить второй шаг').click()
      await expect(proof.getByLabel('Ваш пароль')).toBeFocused()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(proof).toHaveCount(0)
      await expect(page.getByText('Второй шаг входа сброшен')).toHaveCount(0)
      await expect(page.getByText('настроен', { exact: true })).toBeVisible()
    })

    await test.step('with the password it is gone', async () => {
      await reset.click()
      await inDialog(page, 'Сбросить второй шаг').click()
      await proof.getByLabel('Ваш пароль').fill('not the password 1')
      await button(page, 'Подтвердить').click()
      await expect(proof.getByText('Неверный текущий пароль')).toBeVisible()
      await proof.getByLabel('Ваш пароль').fill(ADMIN.password)
      await button(page, 'Подтвердить').click()
      await textOn(page, 'Второй шаг входа сброшен')
      await expect(reset).toHaveCount(0)
      await expect(page.getByText('настроен', { exact: true })).toHaveCount(0)
    })

    const tab = await theirs.newPage()
    await tab.goto(`${ORIGIN}/profile/security`)
    await expect(tab.getByText(/^Второй шаг входа сбросили те, кто управляет сервисом: \d/)).toBeVisible()
    await theirs.close()
  })
