import { PROBLEMS } from '#shared/problems.ts'
import { expect, test } from './walk.ts'
import { DELIVERIES, openDeliveries } from './work-scenes.ts'

test('an address is refused with a reason, added, its secret shown once, and removed', async ({
  page,
  person: _person
}) => {
  await page.goto('/profile')
  await page.getByRole('link', { name: /Уведомления в вашу систему/ }).click()
  await page.waitForURL('**/profile/webhooks')
  await page.getByRole('textbox', { name: 'Адрес' }).fill('https://127.0.0.1/hook')
  await page.getByRole('button', { name: 'Добавить' }).click()
  await expect(page.getByText('Выберите, о чём сообщать')).toBeVisible()
  await page.getByLabel('Список готов').check()
  await page.getByRole('button', { name: 'Добавить' }).click()
  await expect(page.getByText(PROBLEMS.WEBHOOK_PRIVATE.text)).toBeVisible()
  await expect(page.getByLabel('Загрузка закончена')).toHaveCount(0)
  // Nothing is sent to it: no event happens here.
  await page.getByRole('textbox', { name: 'Адрес' }).fill('https://1.1.1.1/hook')
  await page.getByRole('button', { name: 'Добавить' }).click()
  const dialog = page.getByRole('dialog', { name: 'Секрет подписи' })
  await expect(dialog.locator('code')).toHaveText(/^whs_[\w-]{43}$/)
  const secret = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Закрыть' }).last().click()
  const card = page.getByRole('region', { name: '1.1.1.1' })
  await expect(card.locator('code').last()).toHaveText(`whs_…${secret.slice(-4)}`)
  await expect(page.getByText(secret)).toHaveCount(0)
  await expect(card.getByText('Отправок пока нет')).toBeVisible()
  await card.getByLabel('Запросов осталось меньше 100').check()
  await card.getByRole('button', { name: 'Сохранить' }).click()
  await expect(card.getByText('Сохранено')).toBeVisible()
  await page.reload()
  await expect(card.getByLabel('Запросов осталось меньше 100')).toBeChecked()
  await card.getByRole('button', { name: 'Новый секрет' }).click()
  await page.getByRole('button', { name: 'Выпустить новый' }).click()
  await expect(dialog.locator('code')).not.toHaveText(secret)
  await page.keyboard.press('Escape')
  await card.getByRole('button', { name: 'Удалить' }).click()
  await page.getByRole('button', { name: 'Удалить адрес' }).click()
  await expect(card).toHaveCount(0)
})

test('what was sent says how it stands, and is sent anew', async ({ page, person: _person }) => {
  await openDeliveries(page)
  const card = page.getByRole('region', { name: '1.1.1.1' })
  await expect(card.getByRole('listitem')).toHaveText([
    /доставлено.*Список готов.*200 за 0,3 с/,
    /ждёт.*меньше 100.*нет ответа за 5 с; повтор 28\.11\.2026 13:02/,
    /не доставлено за 24 часа.*Платёж зачислен.*ответ с ошибкой, 500/
  ])
  const calls: string[] = []
  await page.route('**/redeliver', route => {
    calls.push(route.request().url())
    return route.fulfill({ json: { ok: true, delivery: DELIVERIES[0] } })
  })
  await card.getByRole('button', { name: 'Повторить: Платёж зачислен' }).click()
  await expect.poll(() => calls.length).toBe(1)
  expect(calls[0]).toMatch(/\/deliveries\/1\/redeliver$/)
})
