import type { Page } from 'playwright/test'
import { GUARD_TEXTS } from '#shared/texts/guard.ts'
import { PASSPORT } from './loaded-source.ts'
import { expect, test } from './walk.ts'

const LIST = '**/api/auth/admin/es_indices'
const headers = { 'Sec-Fetch-Site': 'same-origin' }

const passport = { ...PASSPORT, title: 'Проба' }

const uniqueIndex = (width: number) => `trial_${width}_${Date.now()}`
const notice = (page: Page, text: string) => page.locator('.notice').getByText(text)

for (const width of [360, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('an index is added, switched off and on, and deleted after a yes', async ({
      page,
      admin: _admin
    }) => {
      const name = uniqueIndex(width)
      await page.goto('/admin')
      await page.getByRole('link', { name: /Индексы Источники/ }).click()
      await page.getByLabel('Добавить индекс').fill('%2A')
      await page.getByRole('button', { name: 'Добавить' }).click()
      await expect(page.getByText(/^Имя индекса: строчные/)).toBeVisible()
      await page.getByLabel('Добавить индекс').fill(name)
      await page.getByRole('button', { name: 'Добавить' }).click()
      await expect(notice(page, 'Индекс добавлен')).toBeVisible()
      await page.getByRole('button', { name: 'Закрыть сообщение' }).click()
      await expect(page.locator('.notice')).toHaveCount(0)

      await page.getByLabel('Добавить индекс').fill(name)
      await page.getByRole('button', { name: 'Добавить' }).click()
      await expect(notice(page, 'Такой индекс уже есть')).toBeVisible()
      // It goes by itself.
      await expect(page.locator('.notice')).toHaveCount(0)

      const active = page.getByRole('region', { name: 'Активные индексы' })
      const disabled = page.getByRole('region', { name: 'Отключенные индексы' })
      await expect(active.getByRole('row', { name: new RegExp(name) })).toContainText('не отвечает')
      await active.getByRole('button', { name: `Отключить индекс ${name}` }).click()
      await expect(notice(page, 'Индекс отключен')).toBeVisible()
      await disabled.getByRole('button', { name: `Включить индекс ${name}` }).click()
      await expect(notice(page, 'Индекс включен')).toBeVisible()

      const remove = active.getByRole('button', { name: `Удалить индекс ${name}` })
      await remove.click()
      await page.getByRole('dialog').getByRole('button', { name: 'Отмена' }).click()
      await expect(remove).toBeFocused()
      await remove.click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: `Удалить ${name}` })
        .click()
      await expect(notice(page, 'Индекс удален')).toBeVisible()
      await expect(remove).toHaveCount(0)
    })

    test('a source gets its passport, and is deleted on its own page', async ({ page, admin: _admin }) => {
      const name = uniqueIndex(width)
      await page.request.post('/api/auth/admin/es_indices', { headers, form: { index_name: name } })
      await page.goto('/admin/indices')
      await page.getByRole('link', { name, exact: true }).click()
      await expect(page.getByText(/Не заполнено: Вид, Происхождение/)).toBeVisible()
      const save = page.getByRole('button', { name: 'Сохранить паспорт' })
      await save.click()
      await expect(page.getByText('Заполните поле')).toHaveCount(8)

      await page.getByLabel('Название', { exact: true }).fill(passport.title)
      for (const [label, value] of [
        ['Вид', passport.kind],
        ['Происхождение', passport.origin],
        ['Основание', passport.basis]
      ] as const)
        await page.getByLabel(label, { exact: true }).selectOption(value)
      await page.getByLabel('Ответственный').fill(passport.controller)
      await page.getByLabel('Подтверждение').fill('без адреса')
      await page.getByLabel('Получено').fill(passport.obtained_at)
      await page.getByLabel('Хранить, дней').fill('365')
      await page.getByLabel('Пересмотреть до').fill('2026-01-01')
      await save.click()
      await expect(page.getByText('Подтверждение: адрес вида https://…')).toBeVisible()
      await page.getByLabel('Подтверждение').fill(passport.evidence_url)
      await save.click()
      await expect(page.getByText(/Паспорт источника неполон.*срок пересмотра истёк/)).toBeVisible()
      await page.getByLabel('Пересмотреть до').fill(passport.review_due)
      await save.click()
      await expect(notice(page, 'Паспорт сохранён')).toBeVisible()
      await expect(page.getByRole('heading', { name: passport.title, level: 1 })).toBeVisible()
      await expect(page.getByText('паспорт до 01.10.2027')).toBeVisible()

      await page.getByRole('button', { name: 'Отключить' }).click()
      await expect(page.getByText('отключён', { exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'Включить' }).click()
      await expect(page.getByRole('button', { name: 'Отключить' })).toBeVisible()

      await page.getByRole('button', { name: 'Удалить', exact: true }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: `Удалить ${name}` })
        .click()
      await expect(page.getByRole('heading', { name: 'Индекс удалён' })).toBeVisible()
      await page.goto(`/admin/indices/source?name=${name}`)
      await expect(page.getByRole('heading', { name: 'Такого индекса нет', level: 1 })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Повторить' })).toHaveCount(0)
      await expect(page.getByText('Не найдено')).toHaveCount(0)
    })
  })
}

test('what goes wrong is said in the words of the specification', async ({
  page,
  admin: _admin,
  complaints
}) => {
  await page.route(LIST, route => route.abort())
  await page.goto('/admin/indices')
  await expect(page.getByText('Ошибка сети при загрузке индексов')).toBeVisible()
  await page.unroute(LIST)
  await page.getByRole('button', { name: 'Повторить' }).click()
  const off = page.getByRole('button', { name: 'Отключить индекс demo_losses_02' })
  await expect(off).toBeVisible()

  await page.route('**/es_indices/**', route => route.abort())
  await off.click()
  await expect(notice(page, 'Ошибка сети')).toBeVisible()
  await page.unroute('**/es_indices/**')
  for (const [button, text] of [
    ['Отключить', 'Ошибка отключения индекса'],
    ['Удалить', 'Ошибка удаления индекса']
  ] as const) {
    await page.route('**/es_indices/*/**', route => route.fulfill({ status: 500, body: '' }))
    await page.route('**/es_indices/*', route =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: '' }) : route.fallback()
    )
    await page.getByRole('button', { name: `${button} индекс demo_losses_02` }).click()
    if (button === 'Удалить')
      await page.getByRole('dialog').getByRole('button', { name: 'Удалить demo_losses_02' }).click()
    await expect(notice(page, text)).toBeVisible()
  }
  await page.route(LIST, route =>
    route.request().method() === 'POST' ? route.fulfill({ status: 502, body: '' }) : route.fallback()
  )
  await page.getByLabel('Добавить индекс').fill('trial_unheard')
  await page.getByRole('button', { name: 'Добавить' }).click()
  await expect(notice(page, 'Ошибка добавления индекса')).toBeVisible()
  await expect(page.getByLabel('Добавить индекс')).toHaveValue('trial_unheard')
  // Of calls without an answer the browser says so itself.
  expect(complaints.filter(line => !line.includes('ERR_FAILED'))).toEqual([])
  complaints.length = 0
})

test('nobody but an administrator sees indices', async ({ page, person: _person }) => {
  const pages: [path: string, text: string][] = [
    ['', 'Эта страница доступна только администраторам.'],
    ['/source?name=demo_losses_02', GUARD_TEXTS.noRights],
    ['/import', GUARD_TEXTS.noRights]
  ]
  for (const [path, text] of pages) {
    await page.goto(`/admin/indices${path}`)
    await expect(page.getByRole('heading', { name: 'Доступ запрещен' })).toBeVisible()
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
})
