import { search } from './acts.ts'
import { expect, expectAccessible, test } from './walk.ts'

test('an analyst narrows many people to one with the keyboard alone, looks at them and goes back', async ({
  page,
  person
}) => {
  await page.goto('/search')
  await expect(page.getByLabel('Поисковый запрос')).toBeFocused()
  await page.keyboard.type('Сергей')
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toContainText('запрос их не различает')
  await expect(heading).toBeFocused()
  const total = Number(
    await page
      .getByRole('button', { name: /^Все \d/ })
      .locator('b')
      .textContent()
  )
  expect(total).toBeGreaterThan(100)

  await page.keyboard.press('j')
  const first = page.locator('.people .who').first()
  await expect(first.getByRole('button')).toBeFocused()
  await page.keyboard.press('j')
  await expect(page.locator('.people .who').nth(1).getByRole('button')).toBeFocused()
  await page.keyboard.press('k')
  await expect(first.getByRole('button')).toBeFocused()

  const region = page.getByRole('complementary', { name: 'Уточнить список' }).getByRole('checkbox').nth(1)
  await region.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(new RegExp(`Показано: \\d+.\\S+ из ${total}`))).toBeVisible()
  await expect(region).toBeFocused()
  await page.keyboard.press('f')
  await expect(page.getByLabel('Фильтр по людям и записям')).toBeFocused()
  const name = await first.getByRole('button').textContent()
  await page.keyboard.type(name ?? '')
  await expect(page.locator('.people .who')).toHaveCount(1)

  await page.getByLabel('Фильтр по людям и записям').blur()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.locator('.panel')).toBeVisible()
  await page.keyboard.press('x')
  await expect(page.getByRole('region', { name: 'Отмеченные люди' })).toContainText('Отмечено: 1')
  await page.keyboard.press('2')
  await expect(page.locator('.who').getByText('ваш вывод: другой')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('.panel')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^Показано: /)).toHaveCount(0)
  expect(person.username).not.toBe('')
})

test('the dialog of keys opens by «?», also on the Russian layout, and turns single letters off', async ({
  page,
  person
}) => {
  await search(page, 'Примеров Илья Андреевич')
  await page.keyboard.press('Control+k')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('Shift+?')
  const dialog = page.getByRole('dialog', { name: 'Клавиши' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('j')
  await expect(page.locator('.people [data-here]')).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Последний поиск')).toBeVisible()
  await page.getByRole('button', { name: 'Все клавиши' }).click()
  await dialog.getByRole('checkbox').check()
  await page.keyboard.press('Escape')
  await page.evaluate(() => dispatchEvent(new KeyboardEvent('keydown', { key: 'о', code: 'KeyJ' })))
  await expect(page.locator('.people .who').first().getByRole('button')).toBeFocused()
  expect(person.username).not.toBe('')
})
