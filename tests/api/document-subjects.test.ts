import { describe, expect, test } from 'bun:test'
import type { SubjectValue } from '#api/book/subject-keys.ts'
import { createSuppressedKeys } from '#api/book/suppressed-keys.ts'
import { shownFields, valuesOf } from '#api/engines/external/document-fields.ts'
import { documentSubjects } from '#api/engines/external/document-subjects.ts'
import type { Columns } from '#shared/identity/records/types.ts'

const PHONE = '+7 973 555-77-88'
const LETTERS = 'абвгдежзик'
const KEY = 'phone:9735557788'
const subjectKey = ({ kind, value }: SubjectValue) => `${kind}:${value}`
const POLICY = { subjectKey, suppressedKeys: createSuppressedKeys(null) }
const kindsUnder = (path: string): Columns => ({
  [`${path}ФИО`]: 'full_name',
  [`${path}Фамилия`]: 'last_name',
  [`${path}Имя`]: 'first_name',
  [`${path}Отчество`]: 'middle_name',
  [`${path}Дата рождения`]: 'birth_date'
})
const COLUMNS = {
  ...kindsUnder('люди.'),
  ...kindsUnder('отделы.люди.'),
  'люди.born.Дата рождения': 'birth_date' as const
}
const subjectsOf = (document: object, msLeft = 1_000) =>
  documentSubjects(document, COLUMNS, POLICY, () => msLeft)

describe('the subjects of a document of others', () => {
  test.each([0, 1_990, 16_000, 16_370, 16_384, 32_250, 65_530, 300_000])(
    'are read behind %d characters of a text',
    async chars => {
      const text = `${'слово '.repeat(chars / 6 + 1).slice(0, chars)} тел. ${PHONE} и далее`
      expect(await subjectsOf({ ФИО: 'Долгов Нил Нилович', дело: text })).toContain(KEY)
    }
  )

  test.each([1, 200, 201, 5_000])('are read behind %d fields', async count => {
    const fields = Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`признак${at}`, 'текст'.repeat(20)])
    )
    expect(await subjectsOf({ ...fields, последнее: `тел. ${PHONE}` })).toContain(KEY)
    const dated = { ФИО: 'Датин Нил Нилович', ...fields, 'Дата рождения': '05.03.1981' }
    expect(await subjectsOf(dated)).toContain('name_dob:датин нил нилович 1981-03-05')
  })

  test.each([
    ['the last of a list', { Телефоны: [...Array(500).fill('нет'), PHONE] }],
    [
      'very deep',
      Array(40)
        .fill('ветвь')
        .reduceRight((inner: object, name) => ({ [name]: inner }), { Телефон: PHONE })
    ],
    ['in a list of lists', { а: [[{ б: [[{ Телефон: PHONE }]] }]] }]
  ])('are read where they stand %s', async (_where, document) => {
    expect(await subjectsOf(document as object)).toContain(KEY)
  })

  const people = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ФИО: `Примеров${LETTERS[at % 10]}${LETTERS[Math.floor(at / 10) % 10]}${LETTERS[Math.floor(at / 100)]}ов Илья Иванович`,
      'Дата рождения': `${String(1 + (at % 28)).padStart(2, '0')}.03.19${10 + (at % 80)}`
    }))
  const subjectOf = ({ ФИО, 'Дата рождения': written }: ReturnType<typeof people>[number]) => {
    const [day, month, year] = written.split('.')
    return `name_dob:${ФИО.toLowerCase()} ${year}-${month}-${day}`
  }
  const inParts = (count: number) =>
    people(count).map(({ ФИО, 'Дата рождения': born }) => {
      const [Фамилия, Имя, Отчество] = ФИО.split(' ')
      return { Фамилия, Имя, Отчество, born: { 'Дата рождения': born } }
    })
  const inColumns = (count: number) => ({
    ФИО: people(count).map(({ ФИО }) => ФИО),
    'Дата рождения': people(count).map(({ 'Дата рождения': born }) => born)
  })

  test.each([
    ['of few people', { люди: people(3) }, 3],
    ['of more people than are compared', { люди: people(50) }, 50],
    ['of names in columns of their parts', { люди: inParts(50) }, 50],
    ['of very many people', { дело: 'текст', отделы: [{ люди: people(900) }, { люди: people(5) }] }, 900],
    [
      'of objects that hold a name or a date',
      {
        люди: [
          ...inColumns(50).ФИО.map(name => ({ ФИО: name })),
          ...inColumns(50)['Дата рождения'].map(born => ({ 'Дата рождения': born }))
        ]
      },
      50
    ],
    ['of names and dates in lists of their own', inColumns(900), 900],
    [
      'of names and dates in one text each',
      {
        ФИО: inColumns(60).ФИО.join('; '),
        'Дата рождения': inColumns(60)['Дата рождения'].toReversed().join('; ')
      },
      60
    ]
  ] as [string, object, number][])('are those of everybody in a list %s', async (_what, document, count) => {
    const keys = new Set(await subjectsOf(document, 10_000))
    expect(people(count).filter(person => !keys.has(subjectOf(person)))).toEqual([])
  })

  test('are unknown where nothing tells whose the dates of very many names are', async () => {
    const { ФИО, 'Дата рождения': dates } = inColumns(300)
    expect(await subjectsOf({ ФИО, 'Дата рождения': dates.slice(1) }, 10_000)).toBeNull()
    expect(await subjectsOf({ ФИО }, 10_000)).not.toBeNull()
    const apart = {
      люди: [...ФИО.map(name => ({ ФИО: name })), ...dates.map(born => ({ 'Дата рождения': born }))]
    }
    expect(await subjectsOf(apart, 10_000)).toBeNull()
  })

  test('are unknown where there is no time to come to the end', async () => {
    expect(await subjectsOf({ Телефон: PHONE }, 0)).toBeNull()
    let parts = 0
    const long = { дело: 'слово '.repeat(50_000), последнее: PHONE }
    expect(await documentSubjects(long, {}, POLICY, () => 3 - parts++)).toBeNull()
  })
})

test('of very many fields and values those are shown that name and identify, in the order of the document', () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`признак${at}`, `${at}`]))
  const { fields, isCut } = shownFields(
    valuesOf({ ФИО: 'Датин', ...many, Телефон: PHONE, __proto__x: 'a' }),
    {
      Телефон: 'phone'
    }
  )
  expect(Object.keys(fields)).toHaveLength(200)
  expect([fields.ФИО, fields.Телефон, fields.признак0, fields.признак299]).toEqual([
    'Датин',
    PHONE,
    '0',
    undefined as never
  ])
  expect(Object.keys(fields).at(-1)).toBe('Телефон')
  expect(isCut).toBe(true)
  const list = shownFields(valuesOf({ слова: Array(5_000).fill('слово'), имя: 'а' }), {})
  expect([list.fields.слова?.length, list.fields.имя, list.isCut]).toEqual([2_000, 'а', true])
  expect(shownFields(valuesOf({ а: ['б', 'в'] }), {})).toMatchObject({ fields: { а: 'б; в' }, isCut: false })
})
