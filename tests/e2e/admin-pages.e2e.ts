import { ADMIN_SECTIONS } from '#shared/labels/admin-sections.ts'
import { GUARD_TEXTS } from '#shared/texts/guard.ts'
import { PASSWORD } from '#tests/kit/names.ts'
import { button, dialog, inDialog, sayNoThenYes, textOn } from './questions.ts'
import { ADMIN, ORIGIN } from './stage.ts'
import { expect, newAccount, signIn, test } from './walk.ts'

const WIDTHS = [360, 1280]
const OUT = 'База данных временно недоступна.'

for (const width of WIDTHS) {
  test.describe(`at ${width} px`, () => {
    test.beforeEach(async ({ page, context }) => {
      await page.setViewportSize({ width, height: 900 })
      await signIn(context, ADMIN)
    })

    test('users are found, edited, given a password and deleted', async ({ page, browser }) => {
      const theirs = await browser.newContext()
      const account = await newAccount(theirs)
      const { username } = account
      await page.goto('/admin')
      await page.getByRole('link', { name: /Пользователи Роли/ }).click()
      await page.getByLabel('Найти пользователя').fill(username)
      const row = page.getByRole('row', { name: username })
      await expect(page.getByRole('rowheader')).toHaveCount(1)
      await page.getByLabel('Роль', { exact: true }).selectOption('Администратор')
      await expect(page.getByRole('heading', { name: 'Никто не подходит' })).toBeVisible()
      await button(page, 'Сбросить фильтр').click()
      await expect(page.getByLabel('Найти пользователя')).toHaveValue('')
      await button(page, 'Запросов').click()
      await expect(page.getByRole('columnheader', { name: 'Запросов' })).toHaveAttribute(
        'aria-sort',
        'ascending'
      )
      await button(page, 'Запросов').click()
      await expect(page.getByRole('columnheader', { name: 'Запросов' })).toHaveAttribute(
        'aria-sort',
        'descending'
      )
      await page.getByLabel('Найти пользователя').fill(username)
      await expect(page.getByRole('rowheader')).toHaveCount(1)

      await button(page, `Изменить ${username}`).click()
      await dialog(page).getByLabel('Количество запросов').fill('-5')
      await inDialog(page, 'Сохранить').click()
      await expect(dialog(page).getByText('Количество запросов не может быть отрицательным')).toBeVisible()
      await expect(dialog(page).getByLabel('Количество запросов')).toBeFocused()
      await dialog(page).getByLabel('Количество запросов').fill('777')
      await dialog(page).getByLabel('Telegram Chat ID').fill('-1001')
      await inDialog(page, 'Сохранить').click()
      await textOn(page, 'Пользователь успешно обновлен')
      await expect(row).toContainText('777')

      const tab = await theirs.newPage()
      await signIn(theirs, account)
      await tab.goto(`${ORIGIN}/dashboard`)
      await expect(tab.getByRole('heading', { level: 1 })).toContainText(username)
      await button(page, `Сменить пароль ${username}`).click()
      await dialog(page).getByLabel('Новый пароль', { exact: true }).fill('12345')
      await inDialog(page, 'Сменить пароль').click()
      await expect(dialog(page).getByText('Пароль должен содержать минимум 6 символов')).toBeVisible()
      await dialog(page).getByLabel('Новый пароль', { exact: true }).fill('another horse 43')
      await inDialog(page, 'Сменить пароль').click()
      await textOn(page, 'Пароль успешно изменен')
      await tab.reload()
      await tab.waitForURL(`${ORIGIN}/login`)
      await textOn(tab, 'Сеанс закончился. Если пароль не подходит, его мог сменить администратор')
      await signIn(theirs, { username, password: 'another horse 43' })

      await theirs.request.post(`${ORIGIN}/api/payment/create`, {
        headers: { 'Sec-Fetch-Site': 'same-origin' },
        form: { usd_amount: '10', network: 'sandbox' }
      })
      await button(page, `Удалить ${username}`).click()
      await expect(dialog(page)).toContainText(
        /У пользователя 1\sнеоплаченный счёт: деньги, которые придут потом/
      )
      await inDialog(page, 'Отмена').click()
      await sayNoThenYes(page, `Удалить ${username}`, `Удалить ${username}`, () => expect(row).toHaveCount(1))
      await textOn(page, 'Пользователь успешно удален')
      await expect(row).toHaveCount(0)
      await theirs.close()
    })

    test('a user’s page ends sessions and tells what moved the balance', async ({ page, browser }) => {
      const theirs = await browser.newContext()
      const account = await newAccount(theirs)
      for (let login = 0; login < 3; login += 1) await signIn(theirs, account)
      await page.goto('/admin/users')
      await page.getByLabel('Найти пользователя').fill(account.username)
      await page.getByRole('link', { name: account.username }).click()
      await expect(page.getByRole('heading', { level: 1, name: account.username })).toBeVisible()
      const sessions = page.getByRole('region', { name: 'Сеансы' }).getByRole('listitem')
      await expect(sessions).toHaveCount(3)
      await sessions.first().getByRole('button').click()
      await inDialog(page, 'Закончить сеанс').click()
      await textOn(page, 'Сеанс закончен')
      await expect(sessions).toHaveCount(2)
      await sayNoThenYes(page, 'Закончить все', 'Закончить 2 сеанса', () => expect(sessions).toHaveCount(2))
      await expect(page.getByText('Открытых сеансов нет.')).toBeVisible()

      await button(page, 'Изменить').click()
      await dialog(page).getByLabel('Количество запросов').fill('12')
      await inDialog(page, 'Сохранить').click()
      const ledger = page.getByRole('region', { name: 'Журнал баланса' })
      await expect(ledger.getByRole('row', { name: /Изменение администратором/ })).toContainText('+7')
      await expect(ledger).toContainText('1–2 из 2')
      await button(page, 'Сменить пароль').click()
      await dialog(page).getByLabel('Новый пароль', { exact: true }).fill(PASSWORD)
      await inDialog(page, 'Отмена').click()
      await button(page, 'Удалить').click()
      await inDialog(page, `Удалить ${account.username}`).click()
      await expect(page.getByRole('heading', { name: 'Пользователь удалён' })).toBeVisible()
      await theirs.close()
    })

    test('settings say what is wrong, are saved, and exempt an address', async ({ page }) => {
      const ip = `198.51.100.${width % 250}`
      await page.goto('/admin/settings')
      await expect(page.getByText(/1\sUSD = 100\sзапросов/)).toBeVisible()
      await page.getByLabel('Запросов за 1 USD').fill('0')
      await button(page, 'Сохранить').click()
      await expect(page.getByText('Курс должен быть больше 0')).toBeVisible()
      await page.getByLabel('Запросов за 1 USD').fill('100')
      await button(page, 'Сохранить').click()
      await expect(page.getByText('Настройки сохранены')).toBeVisible()
      const history = page.getByRole('region', { name: 'История изменений' })
      await expect(history.getByRole('rowheader').first()).toContainText('Изменены курс и бонус')
      await page.getByLabel('Запросов за 1 USD').fill('101')
      await expect(page.getByText('Настройки сохранены')).toHaveCount(0)
      await page.getByLabel('IP-адрес', { exact: true }).fill('1.2.3')
      await button(page, 'Добавить адрес').click()
      await expect(page.getByText('Введите корректный IP адрес')).toBeVisible()
      await page.getByLabel('IP-адрес', { exact: true }).fill(ip)
      await button(page, 'Добавить адрес').click()
      await expect(page.getByText('Адрес добавлен')).toBeVisible()
      const address = page.getByRole('listitem').filter({ hasText: ip })
      await sayNoThenYes(page, `Удалить ${ip}`, `Удалить ${ip}`, () => expect(address).toHaveCount(1))
      await expect(address).toHaveCount(0)
      await expect(page.getByRole('listitem').filter({ hasText: '127.0.0.1' })).toContainText('встроенный')
      await expect(button(page, 'Удалить 127.0.0.1')).toHaveCount(0)
    })

    test('an IP exception is added, edited and deleted, and the built-in one is not', async ({ page }) => {
      const ip = `203.0.113.${width % 250}`
      await page.goto('/admin/ip-exceptions')
      await button(page, 'Добавить исключение').click()
      await dialog(page).getByLabel('IP-адрес').fill(ip)
      await inDialog(page, 'Добавить').click()
      await expect(dialog(page).getByText('Название обязательно')).toBeVisible()
      await dialog(page).getByLabel('Название').fill('Офис')
      await dialog(page).getByLabel('Описание').fill('Второй этаж')
      await inDialog(page, 'Добавить').click()
      const row = page.getByRole('row').filter({ hasText: ip })
      await expect(row.getByText('активно', { exact: true }).filter({ visible: true })).toHaveCount(1)
      await expect(row).toContainText(ADMIN.username)
      await button(page, `Изменить ${ip}`).click()
      await dialog(page).getByLabel('Название').fill('Склад')
      await dialog(page).getByLabel('Активно').uncheck()
      await inDialog(page, 'Сохранить').click()
      await expect(row).toContainText('Склад')
      await expect(row.getByText('неактивно').filter({ visible: true })).toHaveCount(1)
      await sayNoThenYes(page, `Удалить ${ip}`, `Удалить ${ip}`, () => expect(row).toHaveCount(1))
      await expect(row).toHaveCount(0)
      await expect(button(page, 'Удалить 127.0.0.1')).toHaveCount(0)
      await button(page, 'Изменить 127.0.0.1').click()
      await dialog(page).getByLabel('Активно').uncheck()
      await inDialog(page, 'Сохранить').click()
      await expect(dialog(page).getByRole('alert')).toContainText('встроен')
    })

    test('news are written, edited, marked and deleted', async ({ page }) => {
      const title = `Проверка страниц ${width}`
      await page.goto('/admin/news')
      await button(page, 'Новая новость').click()
      await inDialog(page, 'Опубликовать').click()
      await expect(dialog(page).getByText('Заголовок обязателен')).toBeVisible()
      await dialog(page).getByLabel('Заголовок').fill(title)
      await dialog(page).getByLabel('Категория').fill('Информация')
      await dialog(page).getByLabel('Текст').fill('Текст новости')
      await inDialog(page, 'Опубликовать').click()
      const row = page.getByRole('row').filter({ hasText: title })
      await expect(row).toContainText('Текст новости')
      await expect(row).toContainText(ADMIN.username)
      await button(page, `Отметить как важную: ${title}`).click()
      await expect(row).toContainText('Важное')
      await button(page, `Не отмечать как важную: ${title}`).click()
      await expect(row).not.toContainText('Важное')
      await button(page, `Изменить: ${title}`).click()
      await dialog(page).getByLabel('Текст').fill('Другой текст')
      await inDialog(page, 'Сохранить').click()
      await expect(row).toContainText('Другой текст')
      await sayNoThenYes(page, `Удалить: ${title}`, 'Удалить новость', () => expect(row).toHaveCount(1))
      await expect(row).toHaveCount(0)

      await button(page, 'Новая новость').click()
      await dialog(page).getByLabel('Заголовок').fill(title)
      await dialog(page).getByLabel('Категория').fill('Информация')
      await dialog(page).getByLabel('Текст').fill('Будет завтра')
      await dialog(page)
        .getByText(/^Черновик/)
        .click()
      await inDialog(page, 'Предпросмотр').click()
      const preview = dialog(page).getByRole('region', { name: 'Предпросмотр' })
      await expect(preview.getByRole('heading', { name: title })).toBeVisible()
      await expect(preview).toContainText(`Автор: ${ADMIN.username}`)
      await inDialog(page, 'Сохранить').click()
      await textOn(page, 'Черновик сохранён')
      await expect(row).toContainText('черновик')
      const seen = async () => (await page.request.get(`${ORIGIN}/api/news?limit=50`)).text()
      expect(await seen()).not.toContain(title)
      await sayNoThenYes(page, `Опубликовать: ${title}`, 'Опубликовать', () =>
        expect(row).toContainText('черновик')
      )
      await textOn(page, 'Новость опубликована')
      await expect(row).not.toContainText('черновик')
      expect(await seen()).toContain(title)
      await button(page, `Удалить: ${title}`).click()
      await inDialog(page, 'Удалить новость').click()
      await expect(row).toHaveCount(0)
    })

    test('the messenger accounts are told as the service tells them', async ({ page }) => {
      await page.goto('/admin/telegram')
      await expect(page.getByText(/Тестовый пул/)).toBeVisible()
      for (const later of ['Добавить аккаунт', 'Проверить статус'])
        await expect(button(page, later)).toBeDisabled()
      const limited = page.getByRole('region', { name: 'Ограниченные аккаунты' })
      await expect(limited.getByRole('row')).toHaveCount(2)
    })
  })
}

/** Each page, the call that it stands on, and what it shows when that has come. */
const CALLS: [path: string, call: string, shown: string][] = [
  ['/admin', '**/auth/admin/overview', 'Роли, баланс, пароли'],
  ['/admin/users', '**/admin/users?*', 'Запросов'],
  ['/admin/user?id=1', '**/admin/users/1', 'Учётная запись'],
  ['/admin/settings', '**/auth/admin/settings', 'Исключённые IP-адреса'],
  ['/admin/statistics', '**/es_performance', 'Медленные индексы'],
  ['/admin/telegram', '**/telegram_accounts', 'Действующие аккаунты'],
  ['/admin/ip-exceptions', '**/ip_exceptions', '127.0.0.1'],
  ['/admin/news', '**/admin/news?*', 'Категория'],
  ['/admin/compliance#exclusions', '**/admin/suppressions?*', 'Загрузить список'],
  ['/admin/audit', '**/admin/audit?*', 'Действие']
]

test('a page that cannot be had says the server’s words, and comes by a retry', async ({
  page,
  admin: _admin
}) => {
  for (const [path, call, shown] of CALLS) {
    await page.route(call, route => route.fulfill({ status: 503, json: { error: OUT } }))
    await page.goto(path)
    await expect(page.getByRole('alert').filter({ hasText: OUT }).first(), path).toBeVisible()
    await page.unroute(call)
    await button(page, 'Повторить').first().click()
    await expect(page.getByRole('alert'), path).toHaveCount(0)
    await expect(page.getByText(shown).filter({ visible: true }).first()).toBeVisible()
  }
})

test('every page refuses whoever is no administrator', async ({ page, person: _person }) => {
  for (const path of ['/admin', '/admin/user?id=1', ...ADMIN_SECTIONS.map(({ href }) => href)]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Доступ запрещен' })).toBeVisible()
    const ofItsOwn = path === '/admin' || path === '/admin/indices'
    await expect(page.getByText(ofItsOwn ? GUARD_TEXTS.adminsOnly : GUARD_TEXTS.noRights)).toBeVisible()
    await expect(page.getByText(/Требуется роль: .+, ваша роль: /)).toBeVisible()
  }
})
