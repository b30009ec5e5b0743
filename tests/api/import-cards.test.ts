import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { NO_MAP } from '#api/features/imports/columns/mapping.ts'
import { openTable } from '#api/features/imports/files/reader.ts'
import { createCardReader, parseCard } from '#api/features/imports/files/vcard.ts'
import { previewOf } from '#api/features/imports/preview.ts'
import { type FileImports, KIT_PASSPORT, openFileImports } from '#tests/kit/file-imports.ts'

let desk: FileImports
beforeAll(async () => {
  desk = await openFileImports()
})
afterAll(() => desk.database.close())

const rowsOf = (text: string) => {
  const reader = createCardReader()
  const rows = reader.push(text.split(/\r?\n/).map((line, at) => ({ number: at + 1, text: line })))
  return [...rows, ...reader.end()]
}
const cardOf = (...lines: string[]): string => ['BEGIN:VCARD', ...lines, 'END:VCARD'].join('\n')

/** The fields of the only card of a text, each with its values joined. */
function fieldsOf(text: string): Record<string, string> {
  const [row, more] = rowsOf(text)
  expect(more).toBeUndefined()
  const read = parseCard(row?.values?.[0] ?? '')
  if (!('fields' in read)) throw new Error(read.reason)
  return Object.fromEntries(Object.entries(read.fields).map(([label, values]) => [label, values.join('; ')]))
}

describe('a card says in any version whom it is of', () => {
  test.each<[what: string, lines: string[], fields: Record<string, string>]>([
    [
      'parts of a name, phones and mails of all kinds in 2.1',
      [
        'VERSION:2.1',
        'N:Карточкин;Лев;Ильич;д-р;',
        'FN:Лев Карточкин',
        'TEL;CELL;PREF:+7 973 204-18-01',
        'TEL;WORK;VOICE:204-18-02',
        'TEL;HOME:204-18-03',
        'TEL;FAX;WORK:204-18-04',
        'EMAIL;INTERNET:lev@example.com',
        'EMAIL;PREF:l.k@example.com'
      ],
      {
        Фамилия: 'Карточкин',
        Имя: 'Лев',
        Отчество: 'Ильич',
        Обращение: 'д-р',
        ФИО: 'Лев Карточкин',
        Телефон: '+7 973 204-18-01',
        'Рабочий телефон': '204-18-02',
        'Домашний телефон': '204-18-03',
        Факс: '204-18-04',
        'E-mail': 'lev@example.com; l.k@example.com'
      }
    ],
    [
      'groups, lists of types, places and an employer in 3.0',
      [
        'VERSION:3.0',
        'item1.TEL;type=CELL;type=VOICE;type=pref:8 973 204-18-05',
        'TEL;TYPE="home,voice":204-18-06',
        'FN:Зоя Карточкина',
        'ADR;TYPE=HOME:;;ул. Садовая\\, д. 1;Примерск;Примерский край;100001;Россия',
        'ADR;TYPE=WORK:;оф. 3;ул. Заводская;Примерск;;;',
        'ORG:ООО «Образец»;Склад\\; цех;',
        'TITLE:кладовщик',
        'NOTE:первая\\nвторая',
        'BDAY:1981-03-14T00:00:00Z'
      ],
      {
        Телефон: '8 973 204-18-05',
        'Домашний телефон': '204-18-06',
        ФИО: 'Зоя Карточкина',
        Адрес: '100001, Россия, Примерский край, Примерск, ул. Садовая, д. 1',
        'Адрес организации': 'Примерск, ул. Заводская, оф. 3',
        'Место работы': 'ООО «Образец»',
        Отдел: 'Склад; цех',
        Должность: 'кладовщик',
        Примечание: 'первая\nвторая',
        'Дата рождения': '14.03.1981'
      }
    ],
    [
      'addresses of the net and a day without a year in 4.0',
      [
        'VERSION:4.0',
        'FN;PREF=1:Лев Карточкин',
        'TEL;VALUE=uri;TYPE="voice,cell":tel:+7-973-204-18-07;ext=5',
        'GENDER:M',
        'BDAY:--0314'
      ],
      {
        ФИО: 'Лев Карточкин',
        Телефон: '+7-973-204-18-07 доб. 5',
        Пол: 'мужской',
        'Дата рождения': '14.03'
      }
    ],
    [
      'a lone part that a phone holds all in',
      ['VERSION:2.1', 'N:;Лев Карточкин;;;'],
      { ФИО: 'Лев Карточкин' }
    ],
    [
      'a day that Apple knows no year of',
      ['VERSION:3.0', 'BDAY;X-APPLE-OMIT-YEAR=1604:1604-03-14'],
      { 'Дата рождения': '14.03' }
    ],
    [
      'properties of nobody knows which program, under their own names',
      [
        'VERSION:3.0',
        'REV:2024-05-06T10:00:00Z',
        'FN:Зоя Карточкина',
        'X-INN:001204175339',
        'X-MAIDENNAME:Прежняя',
        'ANNIVERSARY:20050314',
        'item1.X-ABRELATEDNAMES:Анна Карточкина',
        'item1.X-ABLabel:_$!<Mother>!$_',
        'X-SOCIALPROFILE;type=x-net:zoya'
      ],
      {
        ФИО: 'Зоя Карточкина',
        INN: '001204175339',
        'Девичья фамилия': 'Прежняя',
        Годовщина: '14.03.2005',
        'Связи (Mother)': 'Анна Карточкина',
        'SOCIALPROFILE (Net)': 'zoya'
      }
    ],
    [
      'whose a phone is, by its label or its type',
      [
        'FN:Зоя Карточкина',
        'ITEM1.TEL;type=CELL;type=pref:1',
        'item1.X-ABLabel:Mother',
        'TEL;TYPE=X-MOTHER,cell:2',
        'TEL;WORK;X-Отец:3',
        'TEL;MOBILE:4',
        'item3.EMAIL;type=INTERNET:a@example.com',
        'item3.X-ABLabel:дача'
      ],
      {
        ФИО: 'Зоя Карточкина',
        'Телефон (Mother)': '1; 2',
        'Рабочий телефон (Отец)': '3',
        Телефон: '4',
        'E-mail (дача)': 'a@example.com'
      }
    ],
    ['a sex, a word for it and a word alone', ['GENDER:M;муж', 'GENDER:;жен'], { Пол: 'мужской; жен' }],
    ['a day that is no date', ['BDAY:весна'], { 'Дата рождения': 'весна' }],
    ['a charset that nobody knows', ['FN;CHARSET=X-OWN;ENCODING=QUOTED-PRINTABLE:=D0=AF'], { ФИО: 'Я' }],
    ['bytes of an old phone', ['FN;ENCODING=QUOTED-PRINTABLE:=DF'], { ФИО: 'Я' }],
    ['a text in Base64', ['FN;CHARSET=UTF-8;ENCODING=BASE64:0K8='], { ФИО: 'Я' }],
    ['a break in the middle of a letter', ['FN;ENCODING=QUOTED-PRINTABLE:=D0=', '=AF'], { ФИО: 'Я' }]
  ])('%s', (_what, lines, fields) => {
    expect(fieldsOf(cardOf(...lines))).toEqual(fields)
  })
})

const text = fc
  .array(fc.constantFrom('Я', 'ж', 'a', ' ', ';', ',', '\\', ':', '=', '"', 'n', '\n', '😀'), {
    maxLength: 12
  })
  .map(signs => signs.join('').trim())
  .filter(value => value !== '')

/** A backslash escapes in every version: hardly a phone writes one that means itself. */
const oldText = text.filter(value => !value.includes('\\'))

const escaped = (value: string) => value.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')
const inHex = (value: string) =>
  [...new TextEncoder().encode(value)].map(byte => `=${byte.toString(16).padStart(2, '0').toUpperCase()}`)

test('whatever a text holds and wherever its lines are folded, it is read as it was', () => {
  const widths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })
  const folded = (signs: readonly string[], [...sizes]: readonly number[], fold: string): string => {
    const parts: string[] = []
    for (let at = 0, turn = 0; at < signs.length; turn += 1) {
      const size = sizes[turn % sizes.length] ?? 1
      parts.push(signs.slice(at, at + size).join(''))
      at += size
    }
    return parts.join(fold)
  }
  fc.assert(
    fc.property(text, oldText, widths, fc.constantFrom('\n', '\r\n'), (note, name, sizes, lineBreak) => {
      const modern = folded(['NOTE;X=', 'b:', ...escaped(note)], sizes, `${lineBreak} `)
      const old = folded(inHex(name), sizes, `=${lineBreak}`)
      const lines = ['BEGIN:VCARD', 'VERSION:3.0', modern, 'END:VCARD']
      expect(fieldsOf(lines.join(lineBreak))).toEqual({ Примечание: note })
      const oldLines = ['BEGIN:VCARD', 'VERSION:2.1', `TITLE;ENCODING=QUOTED-PRINTABLE:${old}`, 'END:VCARD']
      expect(fieldsOf(oldLines.join(lineBreak))).toEqual({ Должность: name })
    }),
    { seed: 34, numRuns: 500 }
  )
})

test('pictures are left out, and a card without an end ends where the next begins', () => {
  const picture = [
    'PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD',
    ...Array(40_000).fill(` ${'A'.repeat(70)}`),
    ''
  ]
  const rows = rowsOf(`${cardOf('FN:Лев', ...picture, 'TEL:1')}\nBEGIN:VCARD\nFN:Зоя\n${cardOf('FN:Яна')}`)
  expect(rows.map(({ line, values }) => [line, values?.[0]])).toEqual([
    [1, 'FN:Лев\nTEL:1'],
    [40_007, 'FN:Зоя'],
    [40_009, 'FN:Яна']
  ])
})

test('what is no card, or too long for one, is a row with a reason', () => {
  const rows = rowsOf(
    `привет\n\n${cardOf(...Array(40_000).fill(`NOTE:${'я'.repeat(60)}`))}\n${cardOf('FN:Яна')}`
  )
  expect(rows.map(({ reason }) => reason ?? null)).toEqual([
    'строка вне визитки: перед ней нет BEGIN:VCARD',
    'визитка длиннее 1 МБ',
    null
  ])
})

async function seen(file: string) {
  const idOptions = { sourceKey: '', remembered: null, hasRecords: false, requested: undefined }
  return await previewOf(await openTable(file, {}), { map: NO_MAP, idOptions, existing: [], fields: null })
}

test('a phone book is a file of people: found by name, phone, mail and day', async () => {
  const quoted = (value: string) => inHex(value).join('')
  const book = [
    cardOf(
      'VERSION:2.1',
      `N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:${quoted('Карточкин')};${quoted('Лев')};${quoted('Ильич')};;`,
      `FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:${quoted('Лев Ильич Карточкин')}`,
      'TEL;CELL:8 (973) 204-18-11',
      'EMAIL:lev.card@example.com',
      'BDAY:19810314'
    ),
    cardOf('VERSION:3.0', 'N:;Зоя Карточкина;;;', 'FN:Зоя Карточкина', 'TEL;TYPE=CELL:+79732041812'),
    cardOf('VERSION:3.0')
  ].join('\n')
  const file = desk.write('book.vcf', book)
  const { format, columns, rows, rejects } = await seen(file)
  expect([format, rows, rejects.map(({ line, reason }) => `${line} ${reason}`)]).toEqual([
    'vcard',
    3,
    ['15 пустая запись: нет ни одного значения']
  ])
  const kinds = Object.fromEntries(columns.map(({ label, kind, party }) => [label, `${kind} ${party}`]))
  expect(kinds).toEqual({
    Фамилия: 'last_name self',
    Имя: 'first_name self',
    Отчество: 'middle_name self',
    ФИО: 'full_name self',
    Телефон: 'phone self',
    'E-mail': 'email self',
    'Дата рождения': 'birth_date self'
  })
  const done = await desk.load('book', file, { passport: KIT_PASSPORT })
  expect([done.stored, done.rejected]).toEqual([2, 1])
  const [lev] = await desk.holders('phone:79732041811')
  expect(await desk.holders('email:lev.card@example.com')).toEqual([lev ?? ''])
  expect(await desk.holders('phone:79732041812')).toHaveLength(1)
})

test('a property that nobody knows is a column like any other, and the phone of a mother is hers', async () => {
  const file = desk.write(
    'own.vcf',
    cardOf(
      'VERSION:3.0',
      'FN:Зоя Ильинична Карточкина',
      'X-INN:001204175339',
      'PHOTO;ENCODING=b:/9j/4AAQ',
      ' AAAA',
      'X-FACE;TYPE=PNG;ENCODING=b:/9j/4AAQ',
      'X-PICTURE:data:image/png;base64,/9j/4AAQ',
      'item1.TEL:+7 973 204-18-13',
      'item1.X-ABLabel:Mother',
      'TEL;TYPE=X-FATHER:+7 973 204-18-14'
    )
  )
  const { columns, warnings } = await seen(file)
  expect(columns.map(({ label, kind, party }) => [label, kind, party])).toEqual([
    ['ФИО', 'full_name', 'self'],
    ['INN', 'inn', 'self'],
    ['Телефон (Mother)', 'phone', 'mother'],
    ['Телефон (Father)', 'phone', 'father']
  ])
  const binary = expect.stringContaining('Изображений, звуков и ключей: 3.')
  expect(warnings.filter(({ code }) => code === 'binary_values').map(({ text }) => text)).toEqual([binary])
  const done = await desk.load('own', file, { passport: KIT_PASSPORT })
  expect(done.fileRemarks).toEqual([binary])
  expect(await desk.holders('inn:001204175339')).toHaveLength(1)
})
