import { readFile } from 'node:fs/promises'
import { writeXlsx } from 'hucre/xlsx'
import { violationsOf } from './violations.ts'
import { expect, expectNoSidewaysScroll, type Page, searchFor, test } from './walk.ts'

const LINES = [
  'Примеров Илья Андреевич 14.03.1981',
  'ПРИМЕРОВ ИЛЬЯ АНДРЕЕВИЧ, 14.03.1981',
  'Чудоюдов Роман Игоревич',
  'нет данных'
].join('\n')
const WIDTHS = [360, 1280]

async function expectGood(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await test.step(`${width} px`, async () => {
      await expectNoSidewaysScroll(page)
      expect(await violationsOf(page)).toEqual([])
      if (process.env.LISTS_SHOTS)
        await page.screenshot({
          path: `${process.env.LISTS_SHOTS}/${test.info().title.slice(0, 12)}-${Date.now() % 100_000}-${width}.png`,
          fullPage: true
        })
    })
  }
}

test('a list is priced, searched, judged by keys, exported and found in the history', async ({
  page,
  person: _person
}) => {
  await page.goto('/search/list')
  await page.getByRole('textbox', { name: 'Строки' }).fill(LINES)
  await expect(page.getByRole('button', { name: 'Искать, 2 запроса' })).toBeEnabled()
  await expect(page.getByRole('row', { name: /повтор строки 1/ })).toBeVisible()
  await expectGood(page)
  await page.getByRole('textbox', { name: 'Название' }).fill('Проверка 27.11')
  await page.getByRole('textbox', { name: 'Название' }).blur()
  await page.getByRole('button', { name: 'Искать, 2 запроса' }).click()

  await expect(page).toHaveURL(/\/search\/list\/[\w-]{22}$/)
  await expect(page.getByRole('heading', { name: 'Готово: 2 из 2' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Проверка 27.11')
  const first = page.locator('[data-row="0"]')
  await expect(first).toContainText('совпадает')
  await expect(first).toContainText('Примеров Илья Андреевич, 14.03.1981')
  await expect(page.locator('[data-row="1"]')).toContainText('повтор')
  await expect(page.locator('[data-row="2"]')).toContainText('не найдено')
  await expect(page.locator('[data-row="3"]')).toContainText('пропущено')

  await first.focus()
  await page.keyboard.press('1')
  await expect(first.getByRole('radio', { name: 'тот же' })).toBeChecked()
  await expect(page.getByText('Ваших выводов 1 из 2.')).toBeVisible()
  await expectGood(page)

  await page.getByRole('button', { name: /^не найдено/ }).click()
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await page.getByRole('button', { name: /^Все/ }).click()
  await first.getByRole('button', { name: 'Заметка' }).click()
  await page.keyboard.type('По паспорту 4')
  await page.keyboard.press('Enter')
  await expect(first.getByRole('button', { name: 'По паспорту 4' })).toBeFocused()
  const find = page.getByRole('searchbox', { name: 'Найти в списке' })
  await find.fill('чудоюд')
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await page.getByRole('button', { name: 'Выгрузить показанные: 1' }).click()
  const [shown] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^JSON/ }).click()
  ])
  const saved = JSON.parse(await readFile(await shown.path(), 'utf8'))
  expect(saved.rows.map(({ n }: { n: number }) => n)).toEqual([3])
  await find.fill('нет такой строки')
  await expectGood(page)
  await page.getByRole('button', { name: 'Сбросить фильтр' }).click()
  await expect(page.locator('tbody tr')).toHaveCount(4)
  await page.getByRole('button', { name: 'Вывод', exact: true }).click()
  await page.getByRole('button', { name: 'Вывод', exact: true }).click()
  await expect(page.locator('[data-row="0"]')).toContainText('пропущено')
  await page.getByRole('button', { name: 'Вывод', exact: true }).click()
  await page.getByRole('button', { name: 'Выгрузить все: 4' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^CSV/ }).click()
  ])
  expect(download.suggestedFilename()).toBe('list.csv')

  await first.getByRole('link').click()
  await expect(page.getByText(/без списания/)).toBeVisible()
  await page.goto('/history')
  await expect(page.getByRole('row', { name: /Проверка 27\.11 Список.*4 строки/ })).toBeVisible()
  await page.getByRole('link', { name: 'Проверка 27.11' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Проверка 27.11')

  await page.goto('/dashboard')
  const recent = page.getByRole('listitem').filter({ hasText: 'Проверка 27.11' })
  await expect(recent).toContainText('4 строки, сегодня')
  await recent.getByRole('link').click()
  await expect(page).toHaveURL(/\/search\/list\/[\w-]{22}$/)
})

test('a file has its columns told, and another choice reads it anew', async ({ page, person: _person }) => {
  await page.goto('/search/list')
  await page.locator('#list-file').setInputFiles({
    name: 'анкеты.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Номер;Клиент;Дата рожд.\nА-1;Примеров Илья Андреевич;14.03.1981\n')
  })
  await expect(page.getByRole('button', { name: 'Искать, 1 запрос' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Примеров Илья Андреевич 14\.03\.1981/ })).toContainText('А-1')
  await expectGood(page)
  await page.getByRole('combobox', { name: 'Что делать со столбцом «Дата рожд.»' }).selectOption('none')
  await expect(page.locator('.batch tbody th')).toHaveText(/^Примеров Илья АндреевичА-1$/)
})

test('another sheet of a workbook is read with its own columns', async ({ page, person: _person }) => {
  const sheets = [
    { name: 'Первый', rows: [['ФИО'], ['Примеров Илья Андреевич']] },
    {
      name: 'Второй',
      rows: [
        ['Клиент', 'Метка'],
        ['Чудоюдов Роман', 'Б-1']
      ]
    }
  ]
  await page.goto('/search/list')
  await page.locator('#list-file').setInputFiles({
    name: 'книга.xlsx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(await writeXlsx({ sheets }))
  })
  await expect(page.locator('.batch tbody th')).toHaveText('Чудоюдов РоманБ-1')
  await page.getByRole('combobox', { name: 'Лист книги' }).selectOption('Первый')
  await expect(page.locator('.batch tbody th')).toHaveText('Примеров Илья Андреевич')
  await expectGood(page)
})

test('credits that do not suffice are a choice, and a refusal is said in place', async ({
  page,
  person: _person
}) => {
  await page.goto('/search/list')
  const lines = Array.from({ length: 8 }, (_, at) => `Чудоюдов${'абвгдежз'[at]} Роман`)
  await page.getByRole('textbox', { name: 'Строки' }).fill(lines.join('\n'))
  await expect(page.getByRole('radio', { name: /Искать 5 строк/ })).toBeChecked()
  await expectGood(page)
  await page.getByRole('button', { name: 'Искать, 5 запросов' }).click()
  await expect(page.getByRole('heading', { name: 'Готово: 5 из 8' })).toBeVisible()
  await expect(page.locator('[data-row="7"]')).toContainText('не хватило запросов')
})

test('a row that was paid for a moment before is said where fewer were charged', async ({
  page,
  person: _person
}) => {
  const lines = ['Примеров Илья Андреевич 14.03.1981', 'Чудоюдов Роман']
  await searchFor(page.context(), lines[0] ?? '')
  await page.goto('/search/list')
  await page.getByRole('textbox', { name: 'Строки' }).fill(lines.join('\n'))
  await page.getByRole('button', { name: 'Искать, 2 запроса' }).click()
  await expect(page.getByRole('heading', { name: 'Готово: 2 из 2' })).toBeVisible()
  await expect(page.locator('.figures > div', { hasText: 'Списано' })).toHaveText(
    'Списано1 1 строка уже оплачена'
  )
  await expectGood(page)
})
