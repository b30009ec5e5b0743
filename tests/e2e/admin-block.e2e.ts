import { button, dialog, inDialog, textOn } from './questions.ts'
import { ADMIN, ORIGIN } from './stage.ts'
import { expect, newAccount, signIn, test } from './walk.ts'

for (const width of [360, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.beforeEach(async ({ page, context }) => {
      await page.setViewportSize({ width, height: 900 })
      await signIn(context, ADMIN)
    })

    test('a user is blocked with a reason, told so at the door, and let in again', async ({
      page,
      browser
    }) => {
      const theirs = await browser.newContext()
      const account = await newAccount(theirs)
      await signIn(theirs, account)
      await page.goto('/admin/users')
      await page.getByLabel('Найти пользователя').fill(account.username)
      await page.getByRole('link', { name: account.username }).click()
      await expect(page.getByText('Платежей не было.')).toBeVisible()
      await expect(page.getByText('Токенов нет.')).toBeVisible()
      await button(page, 'Заблокировать').click()
      await inDialog(page, `Заблокировать ${account.username}`).click()
      await expect(dialog(page).getByText('Причина обязательна')).toBeVisible()
      await dialog(page).getByLabel('Причина').fill('Перебирает номера подряд')
      await inDialog(page, `Заблокировать ${account.username}`).click()
      await textOn(page, 'Пользователь заблокирован')
      await expect(page.getByText(/^Заблокирован .*Перебирает номера подряд$/)).toBeVisible()
      await expect(page.getByText('Открытых сеансов нет.')).toBeVisible()
      const tab = await theirs.newPage()
      await tab.goto(`${ORIGIN}/dashboard`)
      await tab.waitForURL(`${ORIGIN}/login`)
      await tab.getByLabel('Имя пользователя').fill(account.username)
      await tab.getByLabel('Пароль', { exact: true }).fill(account.password)
      await button(tab, 'Войти').click()
      await expect(tab.getByText('Учётная запись заблокирована. Обратитесь к администратору.')).toBeVisible()
      await page.goto('/admin/users')
      await page.getByLabel('Доступ').selectOption('blocked')
      await page.getByLabel('Найти пользователя').fill(account.username)
      await expect(page.getByRole('rowheader', { name: account.username })).toContainText('заблокирован')
      await page.getByRole('link', { name: account.username }).click()
      await button(page, 'Разблокировать').click()
      await inDialog(page, `Разблокировать ${account.username}`).click()
      await textOn(page, 'Пользователь разблокирован')
      await signIn(theirs, account)
      await page.goto('/admin/audit')
      const sections = page.getByRole('navigation', { name: 'Страницы администратора' })
      await expect(sections.getByRole('link', { name: 'Журнал действий' })).toBeInViewport()
      await page.getByLabel('Действие', { exact: true }).selectOption('user_unblock')
      const about = page.getByRole('rowheader').filter({ hasText: account.username })
      await expect(about).toHaveCount(1)
      await expect(about).toContainText('Блокировка снята')
      await theirs.close()
    })
  })
}
