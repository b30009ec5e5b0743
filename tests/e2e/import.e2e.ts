import { readFile } from 'node:fs/promises'
import type { Page, Route } from 'playwright/test'
import { search } from './acts.ts'
import { IMPORT_ID, importOf } from './source-samples.ts'
import { ADMIN } from './stage.ts'
import { expect, signIn, test } from './walk.ts'

const PERSON = 'Выпятов Ерофей Климович'
const PHONE = '204-55'

/** Few rows, and enough bytes for several pieces. */
const ROWS = 1_500
const LONG_NOTE = 'этаж '.repeat(80)

/** As an office would ship it: a line for Excel, line breaks in quotes, several phones in a cell, short years. */
const messyFile = (mark: string) => ({
  name: 'клиенты 2026.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'sep=;',
      '"№";"Клиент";"Тел.";"Д.р.";"Отдел"',
      `"1";"${PERSON}";"8 (973) ${PHONE}-01, +7973${PHONE.replace('-', '')}02";"01.02.85";"Контора ${mark}\nвторой этаж; налево"`,
      '2;"Битый"ряд;"";"";"";"лишняя"',
      ...Array.from(
        { length: ROWS },
        (_, row) => `${row + 3};"Рядов Мирон";"";"";"Контора ${mark}, комната ${row}, ${LONG_NOTE}"`
      )
    ].join('\r\n')
  )
})

const SMALL = 'ФИО,Телефон\nСинельников Фома Ильич,+7 973 204 55 03\n'

const PASSPORT = {
  Название: 'Клиенты конторы',
  Ответственный: 'ООО Пример',
  Подтверждение: 'https://example.com/basis',
  Получено: '2026-11-01',
  'Хранить, дней': '365',
  'Пересмотреть до': '2027-10-01'
}

async function fillPassport(page: Page) {
  for (const [label, value] of Object.entries(PASSPORT))
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByLabel('Вид', { exact: true }).selectOption('ordinary')
  await page.getByLabel('Происхождение').selectOption('synthetic')
  await page.getByLabel('Основание').selectOption('synthetic')
}

async function drop(page: Page, { name, mimeType, buffer }: ReturnType<typeof messyFile>) {
  const data = await page.evaluateHandle(
    ([text, fileName, type]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text as string], fileName as string, { type: type as string }))
      return transfer
    },
    [buffer.toString(), name, mimeType]
  )
  await page.getByRole('region', { name: 'Файл' }).dispatchEvent('drop', { dataTransfer: data })
}

/** What is pressed here is pressed at both widths in `import-acts.e2e.ts`: this is one way through, on two machines. */
test('a messy file is dropped, corrected and loaded on a phone, found and taken back at a desk', async ({
  page
}) => {
  test.slow()
  const index = `messy_${Date.now()}`
  const file = messyFile(index)
  await signIn(page.context(), ADMIN)
  await page.setViewportSize({ width: 360, height: 900 })
  await page.goto('/admin/indices')
  await page.getByRole('link', { name: 'Загрузить данные' }).click()

  await test.step('the upload rests, is left, and goes on with the same file', async () => {
    const offsets: number[] = []
    const held = Promise.withResolvers<Route>()
    await page.route('**/piece?*', async route => {
      offsets.push(Number(new URL(route.request().url()).searchParams.get('offset')))
      if (offsets.length > 1) return held.resolve(route)
      await route.continue()
    })
    await drop(page, file)
    const piece = await held.promise
    await page.getByRole('button', { name: 'Приостановить' }).click()
    await expect(page.getByText('приостановлено')).toBeVisible()
    // The browser would let it go with the route.
    await piece.abort().catch(() => null)
    await page.unroute('**/piece?*')
    await page.reload()
    await expect(page.getByText(/Выберите тот же файл/)).toBeVisible()
    const next = page.waitForRequest('**/piece?*')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Выбрать файл' }).click()
    await (await chooser).setFiles(file)
    expect(new URL((await next).url()).searchParams.get('offset')).toBe(String(offsets[1]))
  })

  await test.step('the columns are told, and one is corrected', async () => {
    await page.getByLabel('Имя индекса').fill(index)
    await page.getByRole('button', { name: 'Дальше' }).click()
    await expect(page.getByLabel('Что в колонке Клиент')).toHaveValue('full_name')
    await expect(page.getByLabel('Что в колонке Тел.')).toHaveValue('phone')
    await expect(page.getByLabel('Что в колонке Д.р.')).toHaveValue('birth_date')
    await expect(page.getByText('заголовки в строке 2')).toBeVisible()
    await expect(page.getByText(/^Файл клиенты 2026\.csv, /)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Индексы' }).first()).toHaveAttribute(
      'href',
      '/admin/indices'
    )
    await expect(page.getByText('Будут отклонены целиком: 1 строка')).toBeVisible()
    await page.getByLabel('Что в колонке Отдел').selectOption('workplace')
    await expect(page.getByText('выбрано вами')).toBeVisible()
  })

  await test.step('it does not start without a passport', async () => {
    await page.getByRole('button', { name: 'Начать загрузку' }).click()
    await expect(page.getByText('Заполните поле').first()).toBeVisible()
    await expect(page.getByLabel('Название', { exact: true })).toBeFocused()
    await fillPassport(page)
    await page.reload()
    await expect(page.getByLabel('Ответственный', { exact: true })).toHaveValue(PASSPORT.Ответственный)
    await expect(page.getByLabel('Вид', { exact: true })).toHaveValue('ordinary')
    await page.getByRole('button', { name: 'Начать загрузку' }).click()
  })

  await test.step('progress survives a reload, the end has the figures', async () => {
    await expect(page.getByRole('heading', { name: /Идёт загрузка/ })).toBeVisible()
    await page.reload()
    await expect(page.getByText('Источник отвечает на поиск.')).toBeVisible({ timeout: 60_000 })
    await expect(page.getByRole('main')).toContainText(/Новых1\s501/)
    await expect(page.getByRole('main')).toContainText(/Отклонено1/)
  })

  await test.step('rejected rows come as a file for Excel', async () => {
    const coming = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Скачать отклонённые строки' }).click()
    const text = await readFile(await (await coming).path(), 'utf8')
    expect(text.startsWith('\uFEFF')).toBe(true)
    expect(text).toContain('Битый')
  })

  await page.setViewportSize({ width: 1280, height: 900 })
  await test.step('a search finds the person by each phone', async () => {
    for (const line of [`${PERSON} 01.02.1985`, `+7 973 ${PHONE}-02`]) {
      await search(page, line)
      await expect(page.getByText(PASSPORT.Название).filter({ visible: true }).first()).toBeVisible()
    }
  })

  await test.step('the load is taken back, and the person is found no more', async () => {
    await page.goto(`/admin/indices/source?name=${index}`)
    await expect(page.getByRole('row', { name: /^Отдел/ })).toContainText('Место работы')
    await page.getByRole('button', { name: 'Изменить колонки' }).click()
    await page.getByLabel('Что в колонке Отдел').selectOption('address')
    await page.getByRole('button', { name: 'Применить' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Изменить', exact: true }).click()
    await expect(page.getByRole('row', { name: /^Отдел/ })).toContainText('Адрес', { timeout: 60_000 })
    await expect(page.getByRole('button', { name: 'Изменить колонки' })).toBeVisible({
      timeout: 60_000
    })
    const undo = page.getByRole('button', { name: /загрузка клиенты 2026\.csv/ })
    await undo.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Не отменять' }).click()
    // The change of kinds holds the source until its process has said its last word: it is refused until then.
    await expect(async () => {
      await undo.click()
      await expect(page.getByRole('dialog')).toContainText(/Будет удалено: 1\s501\sзапись/)
      await page.getByRole('dialog').getByRole('button', { name: 'Отменить загрузку' }).click()
      await expect(page.getByText('отменена', { exact: true })).toBeVisible({ timeout: 5_000 })
    }).toPass({ timeout: 60_000 })
    await search(page, `${PERSON} 01.02.1985`)
    await expect(page.getByRole('heading', { name: 'Ничего не найдено' })).toBeVisible()
    await page.goto(`/admin/indices/source?name=${index}`)
    await expect(page.getByText('Колонки появятся с первой загрузкой.')).toBeVisible()
  })
})

test('a file is refused, its source is chosen anew, and it is thrown away after a yes', async ({
  page,
  admin: _admin
}) => {
  await page.goto('/admin/indices/import')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Выбрать файл' }).click()
  const file = { name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from('') }
  await (await chooser).setFiles(file)
  await expect(page.getByText('Файл пуст')).toBeVisible()

  await page
    .locator('input[type=file]')
    .setInputFiles({ ...file, name: 'People 7.csv', buffer: Buffer.from(SMALL) })
  await expect(page.getByLabel('Имя индекса')).toHaveValue('people_7')
  await page.getByLabel('Имя индекса').fill('*')
  await page.getByRole('button', { name: 'Дальше' }).click()
  await expect(page.getByText(/^Имя индекса: строчные/)).toBeVisible()
  await page.getByLabel('Куда загрузить').selectOption('demo_losses_02')
  await page.getByRole('button', { name: 'Дальше' }).click()
  await expect(page.getByLabel('Что в колонке Телефон')).toHaveValue('phone')
  await page.getByLabel('Что в колонке Телефон').selectOption('Не загружать')
  await expect(page.getByText('выбрано вами')).toBeVisible()
  await page.getByLabel('Разделитель').selectOption(';')
  await expect(page.getByText('выбрано вами')).toHaveCount(0)
  await page.getByRole('button', { name: 'Изменить' }).click()
  await expect(page.getByLabel('Куда загрузить')).toBeVisible()

  await page.goto('/admin/indices/import')
  await page
    .getByRole('listitem')
    .filter({ hasText: 'People 7.csv' })
    .getByRole('link', { name: 'Открыть' })
    .click()
  await page.getByLabel('Имя индекса').fill('people_7')
  await page.getByRole('button', { name: 'Дальше' }).click()
  const refuse = page.getByRole('button', { name: 'Отказаться от файла' })
  await refuse.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Отмена' }).click()
  await refuse.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить файл' }).click()
  await expect(page.getByText('Перетащите файл сюда')).toBeVisible()
  await page.reload()
  await expect(page.getByText('People 7.csv')).toHaveCount(0)
})

test('a file without a header joins the columns of its source when they are named', async ({
  page,
  admin: _admin
}) => {
  test.slow()
  const index = `joined_${Date.now()}`
  const rows = ['Иван', 'Лев', 'Фома'].map((name, at) => `Тестов ${name},+7 973 204 57 0${at}`).join('\n')
  const send = (name: string, text: string) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.goto('/admin/indices/import')
  await send('named.csv', `Кто,Связь\n${rows}\n`)
  await page.getByLabel('Имя индекса').fill(index)
  await page.getByRole('button', { name: 'Дальше' }).click()
  await expect(page.getByLabel('Что в колонке Кто')).toHaveValue('full_name')
  await fillPassport(page)
  await page.getByRole('button', { name: 'Начать загрузку' }).click()
  await expect(page.getByText('Источник отвечает на поиск.')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Загрузить ещё файл' }).click()
  await send('headless.csv', `${rows}\n`)
  await expect(page.getByText(/каждая строка станет новой записью/)).toBeVisible()
  await page.getByLabel('Название колонки ФИО').selectOption('Кто')
  await expect(page.getByText(/каждая строка станет новой записью/)).toBeVisible()
  await page.getByLabel('Название колонки Телефон').selectOption('Связь')
  await expect(page.getByText(/каждая строка станет новой записью/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Начать загрузку' }).click()
  await expect(page.getByRole('main')).toContainText(/Без изменений3/, { timeout: 60_000 })
})

test('an import is stopped and goes on, also while the server is away for a moment', async ({
  page,
  admin: _admin,
  complaints
}) => {
  const path = `**/api/auth/admin/imports/${IMPORT_ID}`
  const running = importOf({
    state: 'running',
    progress: { part: 0.4, rows: 40, rows_per_second: 9, seconds_left: 9, note: null }
  })
  const stopped = { ...running, state: 'stopped' as const }
  await page.route(path, route => route.fulfill({ json: { ok: true, import: running } }))
  await page.route(`${path}/stop`, route => route.fulfill({ json: { ok: true, import: stopped } }))
  await page.route(`${path}/start`, route => route.fulfill({ json: { ok: true, import: running } }))
  await page.goto(`/admin/indices/import?id=${IMPORT_ID}`)
  await expect(page.getByText('осталось 9')).toBeVisible()
  await page.route(path, route => route.abort())
  await expect(page.getByText(/Связи с сервером нет/)).toBeVisible()
  await expect(page.getByText('осталось 9')).toBeVisible()
  await page.route(path, route => route.fulfill({ json: { ok: true, import: running } }))
  await expect(page.getByText(/Связи с сервером нет/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Остановить' }).click()
  await page.getByRole('button', { name: 'Продолжить' }).click()
  await expect(page.getByRole('button', { name: 'Остановить' })).toBeVisible()
  complaints.length = 0
})
