import type { Page, Route } from 'playwright/test'
import { PROBLEMS } from '#shared/problems.ts'
import { HEADLESS, IMPORT_ID, importOf, listedIndex, PREVIEW, sourceOf } from './source-samples.ts'
import { IMPORTS, INDICES, importPage, sourcePage } from './source-scenes.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './walk.ts'

const JOB = `${IMPORTS}/${IMPORT_ID}`
const SOURCE = `${INDICES}/demo_registry_07`
const BATCH = `${SOURCE}/batches/3/undo`
const LOST = 'Связи с сервером нет'
const PROGRESS = { part: 0.4, rows: 40, rows_per_second: 9, seconds_left: 9, note: null }

const lost = (route: Route) => route.abort()
const refusing =
  (error: string, code: string, status = 409) =>
  (route: Route) =>
    route.fulfill({ status, json: { ok: false, error, code } })
const answering = (json: object) => (route: Route) => route.fulfill({ json: { ok: true, ...json } })

/** Answers a call in turn; the last answer stays. */
async function inTurn(page: Page, path: string, ...answers: ((route: Route) => Promise<void>)[]) {
  let turn = 0
  await page.route(path, async route => {
    await answers[Math.min(turn, answers.length - 1)]?.(route)
    turn += 1
  })
}

async function looksRight(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

for (const width of [360, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })
    test.beforeEach(({ admin: _admin }) => undefined)
    // What is lost on its way is told by the browser too.
    test.afterEach(({ complaints }) => {
      complaints.length = 0
    })

    test('a start is refused, lost, and goes', async ({ page }) => {
      await importPage(page, importOf(), 'demo_registry_07', { needs_passport: false })
      const running = importOf({ state: 'running', progress: PROGRESS })
      const refusal = refusing(PROBLEMS.IMPORT_UNDER_WAY.text, 'IMPORT_UNDER_WAY')
      await inTurn(page, `${JOB}/start`, refusal, lost, answering({ import: running }))
      const start = page.getByRole('button', { name: 'Начать загрузку' })
      await start.click()
      await expect(page.getByRole('alert')).toContainText(PROBLEMS.IMPORT_UNDER_WAY.text)
      await looksRight(page)
      await start.click()
      await expect(page.getByRole('alert')).toContainText(LOST)
      await page.route(JOB, answering({ import: running }))
      await start.click()
      await expect(page.getByRole('button', { name: 'Остановить' })).toBeVisible()
    })

    test('what is refused at the end of a long page is said within sight', async ({ page }) => {
      await importPage(page, importOf(), 'demo_registry_07', { needs_passport: false })
      const refusal = refusing(PROBLEMS.DATABASE_DOWN.text, 'DATABASE_DOWN', 503)
      await page.route(JOB, route =>
        route.request().method() === 'DELETE' ? refusal(route) : route.fallback()
      )
      await page.getByRole('button', { name: 'Отказаться от файла' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Удалить файл' }).click()
      const alert = page.getByRole('alert').filter({ hasText: PROBLEMS.DATABASE_DOWN.text })
      await expect(alert).toBeInViewport()
      await looksRight(page)
    })

    test('new records of a file without a header are confirmed', async ({ page }) => {
      await importPage(page, importOf(), 'demo_registry_07', HEADLESS)
      const orders: { as_new: boolean }[] = []
      await page.route(`${JOB}/start`, route => {
        orders.push(route.request().postDataJSON())
        return refusing(PROBLEMS.IMPORT_AS_NEW.text, 'IMPORT_AS_NEW')(route)
      })
      await expect(page.getByText('каждая строка станет новой записью')).toBeVisible()
      await page.getByRole('button', { name: 'Начать загрузку' }).click()
      await expect(page.getByRole('alert')).toContainText(PROBLEMS.IMPORT_AS_NEW.text)
      await page.getByLabel('Загрузить все строки как новые записи').check()
      await page.getByRole('button', { name: 'Начать загрузку' }).click()
      await expect.poll(() => orders.map(({ as_new }) => as_new)).toEqual([false, true])
      await looksRight(page)
    })

    test('columns of a file without a header are named as in the source, exchanged, and called anew', async ({
      page
    }) => {
      await importPage(page, importOf(), 'demo_registry_07', HEADLESS)
      const orders: { names: Record<string, string>; columns: object }[] = []
      await page.route(`${JOB}/preview`, route => {
        const { names, columns } = route.request().postDataJSON()
        orders.push({ names, columns })
        const preview = HEADLESS.preview && {
          ...HEADLESS.preview,
          columns: HEADLESS.preview.columns.map(each => ({ ...each, label: names[each.found] ?? each.found }))
        }
        return answering({ ...HEADLESS, preview })(route)
      })
      const last = () => orders.at(-1)
      await page.getByLabel('Что в колонке Примечание').selectOption('address')
      await expect.poll(last).toEqual({ names: {}, columns: { Примечание: 'address' } })
      const named = page.getByLabel('Название колонки Примечание')
      await named.selectOption('Мобильный')
      // The source knows what its own columns hold.
      await expect.poll(last).toEqual({ names: { Примечание: 'Мобильный' }, columns: {} })
      await expect(page.getByLabel('Что в колонке Мобильный')).toBeVisible()
      await page.getByLabel('Название колонки Тел.').selectOption('Мобильный')
      const exchanged = { Примечание: 'Тел.', 'Тел.': 'Мобильный' }
      await expect.poll(last).toEqual({ names: exchanged, columns: {} })
      await expect(named).toHaveValue('Тел.')
      await named.selectOption('Другое название…')
      const typed = page.getByLabel('Новое название колонки Примечание')
      await expect(typed).toBeFocused()
      await looksRight(page)
      await typed.press('Escape')
      await expect(named).toHaveValue('Тел.')
      await named.selectOption('Другое название…')
      await typed.fill('Адрес конторы')
      await typed.press('Enter')
      await expect.poll(last).toEqual({ names: { ...exchanged, Примечание: 'Адрес конторы' }, columns: {} })
      await expect(page.getByLabel('Что в колонке Адрес конторы')).toBeVisible()
      await looksRight(page)
      await page.reload()
      await expect(named).toHaveValue('Адрес конторы')
      await named.selectOption('п'.repeat(120))
      await expect(page.getByLabel(`Что в колонке ${'п'.repeat(120)}`)).toBeVisible()
      await looksRight(page)
    })

    test('a file that waits to be looked through says which it is', async ({ page }) => {
      await importPage(page, importOf(), 'demo_registry_07', { preview: null, turn: 3 })
      await expect(page.getByText('Файл ждёт просмотра, он 3-й в очереди')).toBeVisible()
      await page.route(`${JOB}/preview`, answering({ preview: PREVIEW, turn: null, needs_passport: false }))
      await expect(page.getByLabel('Что в колонке Тел.')).toBeVisible()
    })

    test('what a column does not understand is told with line and reason', async ({ page }) => {
      await importPage(page, importOf(), 'demo_registry_07')
      const warning = page.getByText('проверьте: «001204175330» (строка 31, не сходится контрольное число)')
      await expect(warning.filter({ visible: true })).toHaveCount(1)
      await expect(page.getByText('Будут отклонены целиком: 2 строки')).toBeVisible()
      await expect(page.getByText('Строка 7: лишние символы')).toBeVisible()
      await looksRight(page)
    })

    test('a refused file has no repeat, and a lost preview has one', async ({ page }) => {
      await inTurn(
        page,
        `${JOB}/preview`,
        lost,
        refusing('Файл повреждён: архив не читается.', 'IMPORT_REFUSED', 400),
        refusing('Файл повреждён: архив не читается.', 'IMPORT_REFUSED', 400),
        answering({ preview: PREVIEW, needs_passport: false })
      )
      const failed = importOf({ state: 'failed', failure: 'Файл повреждён.', has_rejects: true })
      await page.route(JOB, answering({ import: failed }))
      await page.goto(`/admin/indices/import?name=demo_registry_07&id=${IMPORT_ID}`)
      await expect(page.getByText(LOST)).toBeVisible()
      await expect(page.getByRole('link', { name: 'Скачать отклонённые строки' })).toBeVisible()
      await page.getByRole('button', { name: 'Повторить' }).last().click()
      await expect(page.getByText('архив не читается')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Повторить' })).toHaveCount(0)
      await looksRight(page)
      await expect(page.getByRole('button', { name: 'Прочитать без исправлений' })).toHaveCount(0)
      await page.evaluate(id => sessionStorage.setItem(`import-${id}`, '{"delimiter":","}'), IMPORT_ID)
      await page.reload()
      await page.getByRole('button', { name: 'Прочитать без исправлений' }).click()
      await expect(page.getByLabel('Что в колонке Тел.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Повторить' })).toHaveCount(1)
    })

    test('a stop and going on are refused, lost, and done', async ({ page }) => {
      const running = importOf({ state: 'running', progress: PROGRESS })
      const stopped = { ...running, state: 'stopped' as const }
      const refusal = refusing(PROBLEMS.IMPORT_UNDER_WAY.text, 'IMPORT_UNDER_WAY')
      await inTurn(page, `${JOB}/stop`, refusal, lost, answering({ import: stopped }))
      await inTurn(page, `${JOB}/start`, refusal, lost, answering({ import: running }))
      await importPage(page, running)
      const stop = page.getByRole('button', { name: 'Остановить' })
      await stop.click()
      await expect(page.getByRole('alert')).toContainText(PROBLEMS.IMPORT_UNDER_WAY.text)
      await looksRight(page)
      await stop.click()
      await expect(page.getByRole('alert')).toContainText(LOST)
      await stop.click()
      // After the click: the page looks by itself, and would take the button away before it.
      await page.route(JOB, answering({ import: stopped }))
      const goOn = page.getByRole('button', { name: 'Продолжить' })
      await goOn.click()
      await expect(page.getByRole('alert')).toContainText(PROBLEMS.IMPORT_UNDER_WAY.text)
      await looksRight(page)
      await goOn.click()
      await expect(page.getByRole('alert')).toContainText(LOST)
      await goOn.click()
      await expect(stop).toBeVisible()
    })

    test('deleting a file is refused, lost, and done', async ({ page }) => {
      await importPage(page, importOf({ state: 'stopped', progress: PROGRESS }))
      const stopped = answering({ import: importOf({ state: 'stopped', progress: PROGRESS }) })
      let turn = 0
      await page.route(JOB, route => {
        if (route.request().method() !== 'DELETE') return stopped(route)
        turn += 1
        if (turn === 1) return refusing(PROBLEMS.DATABASE_DOWN.text, 'DATABASE_DOWN', 503)(route)
        return turn === 2 ? lost(route) : answering({})(route)
      })
      async function remove() {
        await page.getByRole('button', { name: 'Удалить файл' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Удалить файл' }).click()
      }
      await remove()
      await expect(page.getByRole('alert')).toContainText(PROBLEMS.DATABASE_DOWN.text)
      await remove()
      await expect(page.getByRole('alert')).toContainText(LOST)
      await looksRight(page)
      await remove()
      await expect(page.getByText('Перетащите файл сюда')).toBeVisible()
    })

    test('undoing a load is refused, lost, and done', async ({ page }) => {
      await sourcePage(page, sourceOf(listedIndex()))
      const removal = { removed: 1_190, restored: 4, kept: 10 }
      const busy = refusing(PROBLEMS.BATCH_BUSY.text, 'BATCH_BUSY')
      const acts = [busy, lost, answering({ removal })]
      let isPlanLost = true
      await page.route(BATCH, async route => {
        if (route.request().method() === 'POST') return await acts.shift()?.(route)
        if (!isPlanLost) return await answering({ removal })(route)
        isPlanLost = false
        await lost(route)
      })
      const undo = page.getByRole('button', { name: /загрузка клиенты 2026\.csv/ })
      await undo.click()
      await expect(page.locator('.notice')).toContainText('Ошибка сети')
      async function agree() {
        await undo.click()
        await expect(page.getByRole('dialog')).toContainText(/Будет удалено: 1\s190\sзаписей/)
        await page.getByRole('dialog').getByRole('button', { name: 'Отменить загрузку' }).click()
      }
      await agree()
      await expect(page.locator('.notice')).toContainText(PROBLEMS.BATCH_BUSY.text)
      await looksRight(page)
      await agree()
      await expect(page.locator('.notice')).toContainText('Ошибка сети')
      await agree()
      await expect(page.locator('.notice')).toContainText(/удалено 1\s190\sзаписей/)
    })

    test('other kinds and owners of columns are refused, lost, and taken', async ({ page }) => {
      await sourcePage(page, sourceOf(listedIndex({ title: 'ООО «Пример»' })))
      const busy = refusing(PROBLEMS.BATCH_BUSY.text, 'BATCH_BUSY')
      await inTurn(page, `${SOURCE}/remap`, busy, lost, answering({ remap: null }))
      const apply = page.getByRole('button', { name: 'Применить' })
      await page.getByRole('button', { name: 'Изменить колонки' }).click()
      await expect(apply).toBeDisabled()
      await page.getByLabel('Что в колонке контакты.тел').selectOption('email')
      await page.getByLabel('Чья колонка контакты.тел').selectOption('mother')
      async function agree() {
        await apply.click()
        await page.getByRole('dialog').getByRole('button', { name: 'Изменить', exact: true }).click()
      }
      await apply.click()
      await expect(page.getByRole('dialog')).toContainText(
        'Источник «ООО „Пример“», колонки: «контакты.тел». Заново разобрать'
      )
      await page.getByRole('dialog').getByRole('button', { name: 'Отмена' }).click()
      await agree()
      await expect(page.locator('.notice')).toContainText(PROBLEMS.BATCH_BUSY.text)
      await looksRight(page)
      await agree()
      await expect(page.locator('.notice')).toContainText('Ошибка сети')
      await expect(page.getByLabel('Что в колонке контакты.тел')).toHaveValue('email')
      await expect(page.getByLabel('Чья колонка контакты.тел')).toHaveValue('mother')
      const sent = page.waitForRequest(/\/remap$/)
      await agree()
      expect((await sent).postDataJSON()).toEqual({
        columns: { 'контакты.тел': 'email' },
        parties: { 'контакты.тел': 'mother' }
      })
      await expect(page.getByRole('button', { name: 'Изменить колонки' })).toBeVisible()
    })
  })
}
