import { describe, expect, test } from 'bun:test'
import { LIST_FILE_MAX_BYTES } from '#shared/constants.ts'
import { encodedAs } from '#tests/kit/encoded-as.ts'
import { messyBook } from '#tests/kit/messy-book.ts'
import { registerAndLogin } from '#tests/kit/people.ts'
import { startedApp } from '#tests/kit/started-app.ts'
import { bookOf } from '#tests/kit/workbook.ts'

const app = startedApp()

const TABLE = `Номер анкеты;Клиент;Дата рожд.;Моб.;ИНН;Примечание
А-1;Примеров Илья Андреевич;14.03.1981;8 973 204-17-40;001204175650;новый
А-2;Примерова Светлана Олеговна;02.11.1984;-;;
А-3;;;нет;;только заметка
`

async function send(name: string, content: BlobPart, more: Record<string, string> = {}) {
  const client = await registerAndLogin(app)
  const form = new FormData()
  form.append('file', new File([content], name))
  for (const [field, value] of Object.entries(more)) form.append(field, value)
  return { client, ...(await client.post('/api/lists', form)) }
}

const usesOf = (body: { file: { columns: { label: string; use: string }[] } }) =>
  Object.fromEntries(body.file.columns.map(({ label, use }) => [label, use]))

describe('the columns of a file', () => {
  test.each(['№ п/п', '№', 'Таб. №', 'Таб.№', 'Табельный номер', 'Табельный №', 'Номер анкеты'])(
    'tell the row’s own label: «%s»',
    async label => {
      const { body } = await send('a.csv', `ФИО;${label}\nПримеров Илья Андреевич;7\nПримерова Инна;8\n`)
      expect(usesOf(body)).toEqual({ ФИО: 'line', [label]: 'label' })
    }
  )

  test('are told as an import tells them, and make a line and a label', async () => {
    const { status, body } = await send('анкеты.csv', TABLE)
    expect(status).toBe(201)
    expect(usesOf(body)).toEqual({
      'Номер анкеты': 'label',
      Клиент: 'line',
      'Дата рожд.': 'line',
      'Моб.': 'line',
      ИНН: 'line',
      Примечание: 'none'
    })
    const rows = body.sample.map(({ line, label, outcome }: Record<string, string>) => [label, line, outcome])
    expect(rows).toEqual([
      ['А-1', 'Примеров Илья Андреевич 14.03.1981 Телефон 8 973 204-17-40 ИНН 001204175650', 'waiting'],
      ['А-2', 'Примерова Светлана Олеговна 02.11.1984', 'waiting'],
      ['А-3', '', 'skipped']
    ])
  })

  test.each([
    ['short.csv', 'ФИО;Телефон;Город\nПримеров Илья\n', 'Примеров Илья'],
    ['long.csv', 'ФИО;Телефон\nПримеров;Илья;Андреевич\n', 'Примеров;Илья;Андреевич'],
    ['quote.csv', 'ФИО;Телефон\n"Примеров Илья;1\n', '"Примеров Илья;1'],
    ['cut.ndjson', '{"ФИО":"Другова Анна"}\n{"ФИО":"Примеров', '{"ФИО":"Примеров']
  ])('of a row that does not fit its file: %s shows its text and why', async (name, table, line) => {
    const { body } = await send(name, table)
    expect(body.sample.at(-1)).toMatchObject({
      line,
      outcome: 'skipped',
      reason: 'ROW_BROKEN',
      reason_text: 'строка файла не разобрана'
    })
  })

  test('leave out numbers that have lost their digits', async () => {
    const table =
      'ФИО;Телефон;ИНН\n;7,97E+10;\nПримеров Илья;7,97E+10;1,2E+11\n;7,973204174E+10;\n;;1,20418E+11\n'
    const { body } = await send('excel.csv', table)
    const rows = body.sample.map(({ line, reason }: Record<string, string>) => [line, reason])
    expect(rows).toEqual([
      ['7,97E+10', 'DIGITS_LOST'],
      ['Примеров Илья', null],
      ['Телефон 79732041740', null],
      ['1,20418E+11', 'DIGITS_LOST']
    ])
  })

  test('hold day numbers of a spreadsheet in a column of birth dates alone', async () => {
    const table =
      'ФИО;Дата рождения;Сумма\nПримеров Илья;38796;38796\nДругова Анна;29659,0;1\nЦой Виктор;90210;2\n'
    const columns = JSON.stringify(['ФИО', 'Дата рождения', 'Сумма'])
    const { body } = await send('суммы.csv', table, { columns })
    expect(body.sample.map(({ line }: Record<string, string>) => line)).toEqual([
      'Примеров Илья 20.03.2006 38796',
      'Другова Анна 14.03.1981 1',
      'Цой Виктор 90210 2'
    ])
  })

  test('are those that somebody says', async () => {
    const { body } = await send('анкеты.csv', TABLE, { columns: '["Клиент"]', label: 'Примечание' })
    expect(body.sample[0]).toMatchObject({ line: 'Примеров Илья Андреевич', label: 'новый' })
    const unknown = await send('анкеты.csv', TABLE, { columns: '["Нет такой"]' })
    expect(unknown.body.code).toBe('LIST_COLUMN_UNKNOWN')
  })

  test('mean what an office program has spoilt: days as numbers, exponents, lost zeros', async () => {
    const table = `ФИО;Дата рождения;Телефон;СНИЛС
Примеров Илья Андреевич;29659;8,973204174E+10;1147392521
Примерова Инна;30988;89732041740/89732041741;011-473-925 21
Примеров Лев;1987;;
`
    const { body } = await send('a.csv', table)
    expect(body.sample.map(({ line }: { line: string }) => line)).toEqual([
      'Примеров Илья Андреевич 14.03.1981 Телефон 89732041740 СНИЛС 01147392521',
      'Примерова Инна 02.11.1984 89732041740/89732041741 СНИЛС 011-473-925 21',
      'Примеров Лев 1987'
    ])
  })

  test('may be called as nothing else may', async () => {
    const { status, body } = await send('a.csv', '__proto__;ФИО\n1;Примеров Илья\n')
    expect(status).toBe(201)
    expect(body.sample[0].line).toBe('Примеров Илья')
  })
})

describe('a file', () => {
  test('in Windows-1251 is read', async () => {
    const { body } = await send('анкеты.csv', new Uint8Array(encodedAs(TABLE, 'windows-1251')))
    expect(body.file.encoding).toBe('windows-1251')
    expect(body.sample[1].line).toBe('Примерова Светлана Олеговна 02.11.1984')
  })

  test.each<[what: string, name: string, content: BlobPart, code: string]>([
    ['that is empty', 'a.csv', '', 'LIST_FILE_REFUSED'],
    ['with a header only', 'a.csv', 'ФИО;Дата рождения\n', 'LIST_EMPTY'],
    [
      'that is a picture',
      'a.csv',
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]),
      'LIST_FILE_REFUSED'
    ],
    [
      'that unpacks to far too much',
      'a.xlsx',
      new Uint8Array(
        bookOf({ sheets: [`<row><c t="inlineStr"><is><t>${'0'.repeat(100 * 1024 ** 2)}</t></is></c></row>`] })
      ),
      'LIST_FILE_REFUSED'
    ],
    ['of 10,001 rows', 'a.csv', `ФИО\n${'Примеров Илья\n'.repeat(10_001)}`, 'LIST_TOO_LONG'],
    ['of more than 10 MB', 'a.csv', new Uint8Array(LIST_FILE_MAX_BYTES + 1), 'LIST_FILE_TOO_LARGE'],
    ['of 50 MB', 'a.csv', new Uint8Array(50 * 1024 ** 2), 'LIST_FILE_TOO_LARGE']
  ])('%s is refused', async (_what, name, content, code) => {
    const { status, body } = await send(name, content)
    expect({ code: body.code, isRefused: status >= 400 && status < 500 }).toEqual({ code, isRefused: true })
  })

  test('beside lines is refused', async () => {
    expect((await send('a.csv', TABLE, { lines: 'Примеров' })).body.code).toBe('BAD_INPUT')
  })

  test('with a cell of 5,000 signs leaves out that row alone', async () => {
    const { body } = await send('a.csv', `№;ФИО\n1;${'Я'.repeat(5_000)}\n2;Примеров Илья\n`)
    expect(body.list).toMatchObject({ rows: 2, skipped: 1, searchable: 1 })
  })

  test('with 500 people in a cell leaves out that row alone', async () => {
    const people = Array.from({ length: 500 }, (_, at) => `Примеров${at} Илья`).join(', ')
    const { body } = await send('a.csv', `№;ФИО\n1;"${people}"\n2;Примеров Илья\n`)
    expect(body.list).toMatchObject({ rows: 2, skipped: 1, searchable: 1 })
    expect(body.sample[0]).toMatchObject({ outcome: 'skipped', label: '1' })
  })
})

test('a workbook of several sheets is read by its first, and says the others', async () => {
  const row = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`
  const surnames = ['Альфов', 'Бетов', 'Гаммов', 'Дельтов', 'Эпсилонов']
  const file = bookOf({ sheets: surnames.map(surname => row('ФИО') + row(`${surname} Илья Андреевич`)) })
  const { body } = await send('книга.xlsx', new Uint8Array(file))
  expect(body.file.other_sheets).toHaveLength(4)
  expect(body.sample[0].line).toBe('Альфов Илья Андреевич')
})

test('a workbook as an office keeps it is read by its heading, wherever that stands', async () => {
  const { body } = await send('клиенты.xlsx', new Uint8Array(await messyBook()))
  expect(body.file.sheet).toBe('Клиенты')
  const rows = body.sample.map(({ label, line, outcome }: Record<string, string>) => [label, line, outcome])
  expect(rows).toEqual([
    ['1', 'ПРИМЕРОВ ИЛЬЯ АНДРЕЕВИЧ 14.03.1981 Телефон 89732041740', 'waiting'],
    ['2', 'Примерова Светлана Олеговна 02.11.84 Телефон 9743186022', 'waiting'],
    ['3', 'чудоюдов роман игоревич 12.05.1979 г.', 'waiting'],
    ['4', 'Ежевиковский Даниил 2006-07-04', 'waiting'],
    ['5', 'Образцов Глеб Ильич, Образцова Вера Ильинична', 'waiting'],
    ['6', '8 (973) 204-17-40', 'waiting'],
    ['7', 'Примеров Илья Андреевич 14/03/1981 +7 973 204 17 40', 'repeat'],
    ['8', '', 'skipped'],
    ['Итого:', '', 'skipped'],
    ['Исполнитель: отдел продаж', '', 'skipped']
  ])
  const { choices } = body.sample[4]
  expect(choices.map(({ value }: { value: string }) => value)).toEqual([
    'Образцов Глеб Ильич',
    'Образцова Вера Ильинична'
  ])
})

test.each(['Итого;;', 'Итого: 25;;', 'ВСЕГО;25;', 'Всего 25 человек;;', 'Примеров;н/д;н/д'])(
  'a row that sums up, or has words for nothing, has nothing to search: «%s»',
  async row => {
    const { body } = await send('a.csv', `ФИО;Телефон;СНИЛС\nИтогов Всеволод;;\n${row}\n`)
    const [first, second] = body.sample
    expect(first).toMatchObject({ line: 'Итогов Всеволод', outcome: 'waiting' })
    const reasons = { line: '', reason_text: 'нечего искать' }
    if (row.startsWith('Примеров')) expect(second.line).toBe('Примеров')
    else expect(second).toMatchObject(reasons)
  }
)

describe('a row that says what the columns are', () => {
  const HEADINGS = '№;Фамилия;Имя;Телефон;ИНН'

  test.each([HEADINGS, HEADINGS.toUpperCase(), ';фамилия;имя;10 цифр;12 цифр', '1;2;3;4;5'])(
    'is nobody among the people, and no example: «%s»',
    async heading => {
      const person = 'А-1;Примеров;Илья;+7 973 204-17-40;'
      const { body } = await send('a.csv', `${HEADINGS}\n${person}\n${heading}\n`)
      expect(body.list).toMatchObject({ rows: 2, skipped: 1, searchable: 1, price: 1 })
      expect(body.sample[0]).toMatchObject({ label: 'А-1', outcome: 'waiting' })
      expect(body.sample[1]).toMatchObject({
        line: heading.replaceAll(';', ' ').trim(),
        outcome: 'skipped',
        reason_text: 'нечего искать'
      })
      const headings = body.file.columns.map(({ label }: { label: string }) => label.toLowerCase())
      for (const { examples } of body.file.columns)
        for (const example of examples) expect(headings).not.toContain(example.toLowerCase())
    }
  )

  test('is none where a person shares a word with it, or has numbers like those of columns', async () => {
    const { body } = await send('a.csv', 'Фамилия;Имя;Телефон\nИмя;Илья;\nПримеров;Имя;\nПримеров;2;3\n')
    expect(body.list).toMatchObject({ rows: 3, searchable: 3 })
  })
})

test('a broken archive is refused without a word about what a load has saved', async () => {
  const { status, body } = await send('анкеты.docx', new Uint8Array([0x50, 0x4b, 3, 4, ...Array(60).fill(7)]))
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'LIST_FILE_REFUSED' })
  expect(body.error).toContain('повреждён')
  expect(body.error).not.toContain('сохранено')
})
