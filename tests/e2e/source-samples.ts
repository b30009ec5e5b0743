import type { ImportView, PreviewAnswer } from '#shared/contracts/admin/imports.ts'
import type { IndexAnswer, IndexView } from '#shared/contracts/admin/indices.ts'
import type { ImportPreview } from '#shared/contracts/imports.ts'

const AT = { started_at: '2026-11-22T09:10:00.000Z', started_at_str: '22.11.2026 12:10' }

const PASSPORT: IndexView['passport'] = {
  title: 'Демо-реестр 07',
  kind: 'public_register',
  origin: 'synthetic',
  basis: 'synthetic',
  controller: 'ООО Пример',
  evidence_url: 'https://example.com/basis',
  retention_days: 730,
  obtained_at: '2026-06-01',
  review_due: '2027-03-31',
  fields: null,
  gaps: [],
  keep_until: '2028-05-31'
}

export const listedIndex = (change: Partial<IndexView> = {}): IndexView => ({
  name: 'demo_registry_07',
  title: 'Демо-реестр 07',
  status: 'active',
  answers: true,
  records: 3_204_118,
  passport: PASSPORT,
  ...change
})

/** With a passport that nobody has declared. */
export const SILENT = listedIndex({
  name: 'q'.repeat(63),
  title: 'q'.repeat(63),
  answers: false,
  records: 0,
  passport: {
    ...PASSPORT,
    kind: null,
    origin: null,
    basis: null,
    controller: null,
    evidence_url: null,
    retention_days: null,
    obtained_at: null,
    review_due: null,
    keep_until: null,
    gaps: ['Вид (kind): одно из значений ordinary, sanctions', 'Ответственный (controller): заполните поле']
  }
})

export const OVERDUE = listedIndex({
  name: 'demo_archive_09',
  title: 'Демо-архив 09',
  answers: false,
  passport: {
    ...PASSPORT,
    kind: 'casualty_list',
    gaps: ['Пересмотреть до (review_due): срок пересмотра истёк'],
    review_due: '2026-01-31'
  }
})

const FIGURES = { stored: 1_204, added: 1_190, changed: 4, same: 10, rejected: 3, suppressed: 1 }

export const sourceOf = (
  index: IndexView,
  change: Partial<IndexAnswer['index']> = {}
): IndexAnswer['index'] => ({
  ...index,
  columns: [
    {
      label: 'ФИО владельца',
      kind: 'full_name',
      kind_title: 'ФИО',
      party: 'self',
      party_title: 'сам человек',
      is_shown: true
    },
    {
      label: 'контакты.тел',
      kind: 'phone',
      kind_title: 'Телефон',
      party: 'spouse',
      party_title: 'супруг(а)',
      is_shown: true
    },
    {
      label: 'п'.repeat(120),
      kind: 'other',
      kind_title: 'Прочее',
      party: 'self',
      party_title: 'сам человек',
      is_shown: false
    }
  ],
  batches: [
    {
      id: 4,
      file_name: 'уходит.csv',
      state: 'undoing',
      ...FIGURES,
      ...AT,
      finished_at: null,
      undo_progress: 0.4,
      undo_note: null
    },
    {
      id: 3,
      file_name: 'клиенты 2026.csv',
      state: 'done',
      ...FIGURES,
      ...AT,
      finished_at: AT.started_at,
      undo_progress: null,
      undo_note: null
    },
    {
      id: 2,
      file_name: `${'длинное_имя_'.repeat(9)}.csv`,
      state: 'running',
      ...FIGURES,
      ...AT,
      finished_at: null,
      undo_progress: null,
      undo_note: null
    },
    {
      id: 1,
      file_name: 'старое.csv',
      state: 'undone',
      ...FIGURES,
      ...AT,
      finished_at: AT.started_at,
      undo_progress: null,
      undo_note: null
    }
  ],
  remap: null,
  ...change
})

export const REMAP: NonNullable<IndexAnswer['index']['remap']> = {
  state: 'running',
  columns: { 'контакты.тел': 'phone' },
  parties: {},
  progress: { part: 0.35, rows: 1_120_000, rows_per_second: 24_300, seconds_left: 86, note: null },
  failure: null,
  created_at: AT.started_at,
  finished_at: null
}

export const IMPORT_ID = 'AbCdEfGhIjKlMnOpQrStUv'

export const importOf = (change: Partial<ImportView> = {}): ImportView => ({
  id: IMPORT_ID,
  state: 'ready',
  file_name: 'клиенты 2026.csv',
  size: 240_518_168,
  received: 240_518_168,
  by: 'rootadmin',
  order: null,
  progress: null,
  failure: null,
  batch_id: null,
  report: null,
  has_rejects: false,
  created_at: AT.started_at,
  created_at_str: AT.started_at_str,
  finished_at: null,
  kept_until: null,
  ...change
})

export const REPORT: NonNullable<ImportView['report']> = {
  ...FIGURES,
  id_column: 'Ключ записи: колонка «№»',
  remarks: ['Колонка «Телефон»: 3 значения не похожи на телефон.'],
  answers: true
}

const column = (label: string, change: Partial<ImportPreview['columns'][number]> = {}) => ({
  label,
  found: label,
  kind: 'other' as const,
  evidence: 'none' as const,
  confidence: 0,
  party: 'self' as const,
  is_id: false,
  dropped: null,
  filled: 1_000,
  valid: 1_000,
  doubtful: 0,
  distinct: 412,
  examples: ['Контора, второй этаж', 'Склад', 'ш'.repeat(80)],
  doubtful_examples: [],
  ...change
})

export const PREVIEW: ImportPreview = {
  format: 'csv',
  packed: 'gzip',
  encoding: 'windows-1251',
  delimiter: ';',
  sheet: null,
  other_sheets: [],
  header_line: 2,
  header_reason: 'В строке 2 только слова, а ниже значения.',
  columns: [
    column('№', { kind: 'record_number', evidence: 'header', confidence: 0.9, party: null, is_id: true }),
    column('Клиент', { kind: 'full_name', evidence: 'both', confidence: 0.99 }),
    column('Тел.', {
      kind: 'phone',
      evidence: 'values_against_header',
      confidence: 0.8,
      valid: 900,
      doubtful: 100,
      doubtful_examples: [
        { line: 14, value: 'нет', reason: 'ничего не сообщает' },
        { line: 88, value: 'звонить после шести вечера', reason: 'не похоже на этот вид данных' }
      ]
    }),
    column('ИНН', {
      kind: 'inn',
      evidence: 'both',
      confidence: 0.95,
      valid: 999,
      doubtful: 1,
      doubtful_examples: [{ line: 31, value: '001204175330', reason: 'не сходится контрольное число' }]
    }),
    column('Примечание'),
    column('Лишнее', { dropped: 'passport', party: null })
  ],
  source_columns: [],
  id_column: 'Ключ записи: колонка «№»',
  rows: 1_000,
  rejected: 2,
  is_whole: false,
  rejects: [{ line: 7, reason: 'лишние символы после закрывающей кавычки' }],
  samples: [],
  warnings: [
    { code: 'phones', text: 'Телефоны записаны как 7,97E+10: сохраните файл заново, указав формат «Текст».' }
  ]
}

/** Of a file without a header for a source that has records. */
export const HEADLESS: PreviewAnswer = {
  ok: true,
  needs_passport: false,
  turn: null,
  preview: {
    ...PREVIEW,
    source_columns: ['№', 'ФИО клиента', 'Мобильный', 'ИНН', 'п'.repeat(120)],
    columns: PREVIEW.columns.map(each => (each.kind === 'other' ? each : { ...each, evidence: 'values' })),
    header_line: null,
    header_reason: 'Заголовка нет: первая строка таблицы уже с данными, например «Тестов Иван».',
    id_column: 'Записи различаются по содержимому: исправленная строка станет новой записью',
    rejected: 0,
    rejects: [],
    warnings: [
      {
        code: 'headless_into_records',
        text: 'В файле нет строки заголовка, и в источнике нет колонок «ФИО», «Телефон»: каждая строка станет новой записью, даже если этот человек в источнике уже есть.'
      }
    ]
  }
}
