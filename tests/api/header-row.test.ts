import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NO_MAP } from '#api/features/imports/columns/mapping.ts'
import { openTable, type ReadOptions } from '#api/features/imports/files/reader.ts'
import { previewOf } from '#api/features/imports/preview.ts'
import { rowOf, workbookOf } from '#tests/kit/workbook.ts'

const folder = mkdtempSync(join(tmpdir(), 'header-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function seen(name: string, content: string | Uint8Array, read: ReadOptions = {}) {
  const file = join(folder, name)
  writeFileSync(file, content)
  const idOptions = { sourceKey: '', remembered: null, hasRecords: false, requested: undefined }
  const preview = await previewOf(await openTable(file, read), {
    map: NO_MAP,
    idOptions,
    existing: [],
    fields: null
  })
  const { columns, warnings, samples, header_line: line, header_reason: reason, rejected } = preview
  const labels = columns.map(({ label }) => label)
  const codes = warnings.map(({ code }) => code)
  return { labels, codes, line, reason, rejected, values: samples.map(({ values }) => values) }
}

const NAMES = ['Кто', 'Когда', 'Связь']
const IVAN = ['Тестов Иван', '05.01.1970', '89731000001']
const ANNA = ['Тестова Анна', '06.01.1970', '89731000002']
const TITLED = [['Список', '', ''], NAMES, IVAN, ANNA]
const FILES: [string, string | Uint8Array][] = [
  ['a table of text', TITLED.map(cells => cells.join(';')).join('\n')],
  ['a workbook', workbookOf(TITLED.map(cells => rowOf(...cells)).join(''))]
]
const nameOf = (what: string) => (what === 'a workbook' ? 'titled.xlsx' : 'titled.csv')

test.each(FILES)('the header of %s is the line that is named, or none', async (what, content) => {
  const guessed = await seen(nameOf(what), content)
  expect([guessed.line, guessed.labels, guessed.values.length]).toEqual([2, NAMES, 2])
  expect(guessed.reason).toMatch(/^Это заголовок: /)
  const third = await seen(nameOf(what), content, { header: 3 })
  expect([third.line, third.labels, third.values]).toEqual([3, IVAN, [ANNA]])
  expect([third.codes, third.reason]).toEqual([
    expect.arrayContaining(['skipped_rows']),
    'Строка заголовка указана вручную.'
  ])
  const first = await seen(nameOf(what), content, { header: 1 })
  expect([first.line, first.labels]).toEqual([1, ['Список', 'Колонка 2', 'Колонка 3']])
  expect([first.values, first.codes.includes('skipped_rows')]).toEqual([[NAMES, IVAN, ANNA], false])
  const none = await seen(nameOf(what), content, { header: 0 })
  expect([none.line, none.labels]).toEqual([null, ['Колонка 1', 'Колонка 2', 'Колонка 3']])
  expect([none.values, none.codes.includes('no_header')]).toEqual([[NAMES, IVAN, ANNA], false])
  await expect(seen(nameOf(what), content, { header: 5 })).rejects.toThrow(
    'строка 5 не может быть заголовком'
  )
})

test('the guess says why', async () => {
  const reasons = [
    (await seen('known.csv', 'ФИО;Телефон\nТестов Иван;1\n')).reason,
    (await seen('data.csv', 'x;Тестов Иван;5\ny;Тестова Анна;6\n')).reason,
    (await seen('rows.csv', 'ФИО;;Документы;\n;Телефон;Паспорт;ИНН\nТестов Иван;1;2;3\n')).reason,
    (await seen('objects.ndjson', '{"ФИО":"Тестов Иван"}\n')).reason
  ]
  expect(reasons).toEqual([
    'Это заголовок: в строке названия колонок «ФИО», «Телефон».',
    'Заголовка нет: первая строка таблицы уже с данными, например «Тестов Иван». Колонки названы по значениям.',
    'Это заголовок: в строке названия колонок «ФИО», «Телефон», «Паспорт». Названия взяты из двух строк.',
    null
  ])
})

const BY_NAME = ['ФИО', 'Телефон', 'Дата рождения']
const GIVES_NO_NAME: [string, string[]][] = [
  ['a title', ['Список клиентов', '', '']],
  ['a row of groups', ['Клиент', '', 'Прочее']]
]
for (const [what, above] of GIVES_NO_NAME)
  for (const kind of ['csv', 'xlsx'] as const)
    test(`${what} above the header of a ${kind} is passed over, and no name is said to come from it`, async () => {
      const rows = [above, BY_NAME, IVAN, ANNA]
      const content =
        kind === 'csv'
          ? rows.map(cells => cells.join(';')).join('\n')
          : workbookOf(rows.map(cells => rowOf(...cells)).join(''))
      const guessed = await seen(`above.${kind}`, content)
      expect([guessed.line, guessed.labels, guessed.values]).toEqual([2, BY_NAME, [IVAN, ANNA]])
      expect(guessed.reason).toBe(
        'Это заголовок: в строке названия колонок «ФИО», «Телефон», «Дата рождения».'
      )
      expect(guessed.codes).toContain('skipped_rows')
      const chosen = await seen(`above.${kind}`, content, { header: 1 })
      expect([chosen.line, chosen.labels]).toEqual([1, BY_NAME])
      expect(chosen.reason).toBe('Строка заголовка указана вручную. Названия взяты из строки под ней.')
    })

test('without a header no row is lost that holds something', async () => {
  const content = 'Тестов Иван;;;;\n"не закрыта;1\nТестова Анна;2;3;4;5\nТестов Лев;2;3;4;5\n'
  const { values, rejected } = await seen('sparse.csv', content, { header: 0 })
  expect([values.map(([name]) => name), rejected]).toEqual([['Тестов Иван', 'Тестова Анна', 'Тестов Лев'], 1])
})

test('what is no header is refused with what to do', async () => {
  const noise = crypto.getRandomValues(new Uint8Array(20_000)).fill(65, 0, 4)
  await expect(seen('noise.csv', noise)).rejects.toThrow('Сохраните данные как CSV')
  const spoilt = `ФИО;Теле\0фон;Адрес проживания\nТестов Иван;1;2\n`
  await expect(seen('nul.csv', spoilt)).rejects.toThrow('Исправьте эту строку в файле или укажите другую')
  expect((await seen('nul.csv', spoilt, { header: 2 })).labels).toEqual(['Тестов Иван', '1', '2'])
  await expect(seen('objects.ndjson', '{"ФИО":"Тестов"}\n', { header: 1 })).rejects.toThrow('Не указывайте')
})

test('a row right under the header that cannot be read is rejected, and those after it are read', async () => {
  const broken = ['Кто;Связь;Примечание', 'Пропажин Фока;89745581001;"обрыв', 'Тестов Иван;89731000001;да']
  const { labels, rejected, values } = await seen('broken.csv', broken.join('\n'))
  expect(labels).toEqual(['Кто', 'Связь', 'Примечание'])
  expect(rejected).toBe(1)
  expect(values).toEqual([['Тестов Иван', '89731000001', 'да']])
})
