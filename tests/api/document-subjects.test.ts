import { describe, expect, test } from 'bun:test'
import { shownFields, valuesOf } from '#api/engines/elastic/adopted/document-fields.ts'
import { documentSubjects } from '#api/engines/elastic/adopted/document-subjects.ts'
import type { SubjectValue } from '#api/engines/subject-keys.ts'
import { createSuppressedKeys } from '#api/engines/suppressed-keys.ts'

const PHONE = '+7 973 555-77-88'
const KEY = 'phone:9735557788'
const subjectKey = ({ kind, value }: SubjectValue) => `${kind}:${value}`
const POLICY = { subjectKey, suppressedKeys: createSuppressedKeys(null) }
const subjectsOf = (document: object, msLeft = 1_000) =>
  documentSubjects(valuesOf(document), {}, POLICY, () => msLeft)

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

  test('are unknown where there is no time to come to the end', async () => {
    expect(await subjectsOf({ Телефон: PHONE }, 0)).toBeNull()
    let parts = 0
    const long = valuesOf({ дело: 'слово '.repeat(50_000), последнее: PHONE })
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
