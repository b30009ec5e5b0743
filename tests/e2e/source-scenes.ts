import type { Page } from 'playwright/test'
import { WAITING_TEXT } from '#api/features/imports/import-error.ts'
import type { ImportView, PreviewAnswer } from '#shared/contracts/admin/imports.ts'
import type { IndexAnswer, IndexView } from '#shared/contracts/admin/indices.ts'
import {
  HEADLESS,
  IMPORT_ID,
  importOf,
  listedIndex,
  OVERDUE,
  PREVIEW,
  REMAP,
  REPORT,
  SILENT,
  sourceOf
} from './source-samples.ts'

type Open = (page: Page) => Promise<void>

export const INDICES = '**/api/auth/admin/es_indices'
export const IMPORTS = '**/api/auth/admin/imports'
const DOWN = { status: 503, json: { error: 'База данных временно недоступна.' } }

async function lists(page: Page, details: IndexView[]): Promise<void> {
  const named = (wanted: string) => details.filter(({ status }) => status === wanted).map(({ name }) => name)
  const json = { ok: true, indices: named('active'), disabled_indices: named('disabled'), details }
  await page.route(INDICES, route => route.fulfill({ json }))
}

/** The page of a source as it is, with examples of its columns. */
export async function sourcePage(page: Page, index: IndexAnswer['index']): Promise<void> {
  const columns = [{ label: 'ФИО владельца', examples: ['Примеров Илья', 'ж'.repeat(120)] }]
  await page.route(`${INDICES}/${index.name}`, route => route.fulfill({ json: { ok: true, index } }))
  await page.route(`${INDICES}/${index.name}/examples`, route =>
    route.fulfill({ json: { ok: true, columns } })
  )
  const loaded = importOf({ state: 'done', batch_id: 3, has_rejects: true })
  await page.route(`${IMPORTS}?source=*`, route => route.fulfill({ json: { ok: true, imports: [loaded] } }))
  await page.goto(`/admin/indices/source?name=${index.name}`)
  await page.getByRole('heading', { name: 'Загрузки' }).waitFor()
}

/** The page of an import as it is. */
export async function importPage(
  page: Page,
  job: ImportView,
  name = 'demo_registry_07',
  change: Partial<PreviewAnswer> = {}
): Promise<void> {
  await lists(page, [listedIndex(), SILENT])
  await page.route(`${IMPORTS}/${IMPORT_ID}`, route => route.fulfill({ json: { ok: true, import: job } }))
  await page.route(`${IMPORTS}/${IMPORT_ID}/preview`, route =>
    route.fulfill({ json: { ok: true, preview: PREVIEW, turn: null, needs_passport: true, ...change } })
  )
  await page.goto(`/admin/indices/import?${new URLSearchParams({ name, id: IMPORT_ID })}`)
}

const progress = { part: 0.42, rows: 420_000, rows_per_second: 31_000, seconds_left: 128, note: null }

export const SOURCE_STATES: Record<string, Open> = {
  'admin-indices': async page => {
    await lists(page, [
      listedIndex(),
      SILENT,
      OVERDUE,
      listedIndex({ name: 'demo_trial_01', status: 'disabled' }),
      listedIndex({
        name: 'demo_new_02',
        title: 'Новые клиенты',
        status: 'disabled',
        records: 0,
        loading: true
      })
    ])
    await page.goto('/admin/indices')
    await page.getByText('demo_trial_01').waitFor()
  },
  'admin-indices-empty': async page => {
    await lists(page, [])
    await page.goto('/admin/indices')
    await page.getByText('Отключенных индексов нет.').waitFor()
  },
  'admin-indices-loading': async page => {
    await page.route(INDICES, () => new Promise<void>(() => {}))
    await page.goto('/admin/indices')
    await page.locator('[aria-busy=true]').first().waitFor()
  },
  'admin-indices-failed': async page => {
    await page.route(INDICES, route => route.fulfill({ status: 503, json: {} }))
    await page.goto('/admin/indices')
    await page.getByText('Ошибка сети при загрузке индексов').waitFor()
  },
  'admin-indices-refused': async page => {
    await lists(page, [listedIndex()])
    await page.goto('/admin/indices')
    await page.getByLabel('Добавить индекс').fill('a,b')
    await page.getByRole('button', { name: 'Добавить' }).click()
    await page.getByText(/^Имя индекса: строчные/).waitFor()
  },
  'admin-indices-deleting': async page => {
    await lists(page, [listedIndex()])
    await page.goto('/admin/indices')
    await page.getByRole('button', { name: 'Удалить индекс demo_registry_07' }).click()
    await page.getByRole('dialog').waitFor()
  },
  'admin-source': async page => {
    await sourcePage(page, sourceOf(listedIndex()))
    await page.getByText('Примеров Илья').filter({ visible: true }).first().waitFor()
    await page.getByLabel('Только отмеченные').check()
  },
  'admin-source-silent': async page => {
    await sourcePage(page, sourceOf(SILENT, { columns: [], batches: [] }))
    await page.getByRole('button', { name: 'Сохранить паспорт' }).click()
    await page.getByText('Заполните поле').first().waitFor()
  },
  'admin-source-changing-kinds': async page => {
    await sourcePage(page, sourceOf(listedIndex()))
    await page.getByRole('button', { name: 'Изменить колонки' }).click()
    await page.getByLabel('Что в колонке контакты.тел').waitFor()
  },
  'admin-source-waiting': async page => {
    const source = sourceOf(listedIndex(), {
      remap: {
        ...REMAP,
        state: 'waiting',
        progress: { ...REMAP.progress, part: 0, note: WAITING_TEXT }
      }
    })
    await sourcePage(page, {
      ...source,
      batches: source.batches.map(batch => ({
        ...batch,
        undo_note: batch.state === 'undoing' ? WAITING_TEXT : null
      }))
    })
    await page.getByText(WAITING_TEXT).first().waitFor()
  },
  'admin-source-remap': page => sourcePage(page, sourceOf(listedIndex(), { remap: REMAP })),
  'admin-source-adopted': page => sourcePage(page, sourceOf(listedIndex({ adopted: true }), { batches: [] })),
  'admin-source-failed': async page => {
    await page.route(`${INDICES}/demo_*`, route => route.fulfill(DOWN))
    await page.goto('/admin/indices/source?name=demo_registry_07')
    await page.getByText(DOWN.json.error).waitFor()
  },
  'admin-import': async page => {
    const imports = [
      importOf({ state: 'uploading', received: 90_000_000 }),
      importOf({ id: 'B'.repeat(22), by: null })
    ]
    await page.route(IMPORTS, route => route.fulfill({ json: { ok: true, imports } }))
    await page.goto('/admin/indices/import')
    await page.getByText('Незаконченные загрузки').waitFor()
  },
  'admin-import-uploading': async page => {
    await importPage(page, importOf({ state: 'uploading', received: 90_000_000 }))
    await page.getByText(/Выберите тот же файл/).waitFor()
  },
  'admin-import-target': async page => {
    await importPage(page, importOf(), '')
    await page.getByLabel('Имя индекса').waitFor()
  },
  'admin-import-review': async page => {
    await importPage(page, importOf(), SILENT.name)
    await page.getByRole('button', { name: 'Начать загрузку' }).click()
    await page.getByText('Заполните поле').first().waitFor()
  },
  'admin-import-headless': async page => {
    await importPage(page, importOf(), 'demo_registry_07', HEADLESS)
    await page.getByLabel('Загрузить все строки как новые записи').waitFor()
  },
  'admin-import-naming': async page => {
    await importPage(page, importOf(), 'demo_registry_07', HEADLESS)
    await page.getByLabel('Название колонки Примечание').selectOption('Другое название…')
    await page.getByLabel('Новое название колонки Примечание').fill('Адрес конторы')
  },
  'admin-import-queue': async page => {
    await importPage(page, importOf(), 'demo_registry_07', { preview: null, turn: 3 })
    await page.getByText(/3-й в очереди/).waitFor()
  },
  'admin-import-unreadable': async page => {
    await importPage(page, importOf({ state: 'failed', failure: 'Файл повреждён.', has_rejects: true }))
    await page.route(`${IMPORTS}/*/preview`, route =>
      route.fulfill({
        status: 400,
        json: { error: 'Файл повреждён: архив не читается.', code: 'IMPORT_REFUSED' }
      })
    )
    await page.reload()
    await page.getByText('архив не читается').waitFor()
  },
  'admin-import-running': async page => {
    await importPage(page, importOf({ state: 'running', progress }))
    await page.getByText(/осталось 2/).waitFor()
  },
  'admin-import-waiting': async page => {
    await importPage(page, importOf({ state: 'waiting', progress: { ...progress, note: WAITING_TEXT } }))
    await page.getByText(WAITING_TEXT).waitFor()
  },
  'admin-import-stopped': async page => {
    await importPage(page, importOf({ state: 'stopped', progress }))
    await page.getByRole('button', { name: 'Продолжить' }).waitFor()
  },
  'admin-import-done': async page => {
    await importPage(page, importOf({ state: 'done', report: REPORT, has_rejects: true }))
    await page.getByText('На что обратить внимание').waitFor()
  }
}
