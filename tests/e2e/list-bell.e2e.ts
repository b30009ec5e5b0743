import { violationsOf } from './violations.ts'
import { expect, expectNoSidewaysScroll, type Page, test } from './walk.ts'

/** A list of two people, searched to its end while another page is open. */
async function endedList(page: Page, title: string): Promise<void> {
  await page.evaluate(async listTitle => {
    const ask = async (path: string, body?: object) => {
      const init = body && { method: 'POST', body: JSON.stringify(body) }
      const headers = { 'content-type': 'application/json' }
      return await (await fetch(`/api/lists${path}`, { headers, ...init })).json()
    }
    const lines = ['Примеров Илья Андреевич 14.03.1981', 'Чудоюдов Роман']
    const { list } = await ask('', { title: listTitle, lines })
    await ask(`/${list.id}/start`, {})
    while ((await ask(`/${list.id}`)).list.state === 'running')
      await new Promise(next => setTimeout(next, 100))
  }, title)
}

async function expectGood(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violationsOf(page)).toEqual([])
    await expectNoSidewaysScroll(page)
    if (process.env.LISTS_SHOTS)
      await page.screenshot({ path: `${process.env.LISTS_SHOTS}/bell-${name}-${colorScheme}.png` })
  }
}

test('a list that has ended is told at the bell until it is opened', async ({ page, person: _person }) => {
  await page.goto('/profile')
  const bell = page.getByRole('button', { name: /^Уведомления/ })
  await bell.click()
  await expect(page.getByText('Нового нет')).toBeVisible()
  await page.keyboard.press('Escape')

  await endedList(page, 'Заявки за год')
  await endedList(page, 'Гости приёма: список, который прислали из отдела кадров')
  await page.reload()
  await expect(bell).toHaveAccessibleName('Уведомления, новых: 2')
  await bell.click()
  const panel = page.locator('#bell')
  await expect(panel.getByRole('link', { name: /Заявки за год.*Список готов: 2 из 2 строк/ })).toBeVisible()
  await expectGood(page, 'panel')

  await panel.getByRole('link', { name: /Заявки за год/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Заявки за год')
  await expect(bell).toHaveAccessibleName('Уведомления, новых: 1')
  await bell.click()
  await page.getByRole('button', { name: 'Отметить прочитанными' }).click()
  await expect(bell).toHaveAccessibleName('Уведомления')
  await expect(bell).toBeFocused()
})

test('on a phone it is told at the tab, on the home page and among the lists', async ({
  page,
  person: _person
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/dashboard')
  await endedList(page, 'Заявки за год')
  await page.reload()
  await expect(page.getByRole('navigation').getByRole('link', { name: /^История новых: 1/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Уведомления/ })).toBeHidden()
  const card = page.getByRole('region', { name: 'Готовые списки' })
  await expect(card.getByRole('link', { name: 'Заявки за год' })).toBeVisible()
  await expectGood(page, 'phone')

  await page.goto('/search/list')
  await expect(page.getByRole('row', { name: /Заявки за год новое/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Списки новых: 1/ })).toBeVisible()
  await expectGood(page, 'lists')

  await page.goto('/dashboard')
  await card.getByRole('button', { name: 'Отметить прочитанными' }).click()
  await expect(card).toBeHidden()
  await expect(page.getByRole('link', { name: /новых/ })).toHaveCount(0)
})

test('a page that stays open hears of the end while a list runs, and asks nothing when none does', async ({
  page,
  person: _person
}) => {
  await page.clock.install()
  await page.goto('/profile')
  await endedList(page, 'Заявки за год')
  let calls = 0
  await page.route('/api/auth/me', async route => {
    calls += 1
    const response = await route.fetch()
    const { user, ...rest } = await response.json()
    const json = { ...rest, user: calls === 1 ? { ...user, lists: { running: 1, ended: 0 } } : user }
    await route.fulfill({ response, json })
  })
  await page.reload()
  const bell = page.getByRole('button', { name: /^Уведомления/ })
  await expect(bell).toHaveAccessibleName('Уведомления')
  await page.clock.runFor(31_000)
  await expect(bell).toHaveAccessibleName('Уведомления, новых: 1')
  await page.clock.runFor(120_000)
  expect(calls).toBe(2)
})
