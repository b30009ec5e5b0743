import { expect, test } from 'bun:test'
import { REASON_CODES, REASON_TONES } from '#shared/contracts/match.ts'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import { REASONS } from '#shared/identity/matching/reasons.ts'
import { planOf } from '#tests/kit/search-in.ts'
import { record } from '#tests/shared/identity/people/clusters.ts'

const repeated = (values: readonly string[]) =>
  values.filter((value, index) => values.indexOf(value) !== index)

test('every code of the contract has one reason, with a tone and a Russian text', () => {
  expect(REASONS.map(({ code }) => code).toSorted()).toEqual(REASON_CODES.toSorted())
  expect(repeated(REASON_CODES)).toEqual([])
  for (const { tone, text } of REASONS) {
    expect(REASON_TONES).toContain(tone)
    expect(text).toMatch(/[а-яё]/)
  }
})

test('no two codes share a text, and every code is snake_case', () => {
  expect(repeated(REASONS.map(({ text }) => text))).toEqual([])
  expect(REASON_CODES.filter(code => !/^[a-z]+(_[a-z]+)*$/.test(code))).toEqual([])
})

test('the words of a code say its tone', () => {
  const toneOf = (code: string) =>
    /^(?:other|near)_/.test(code) ? 'contradict' : code.startsWith('no_') ? 'missing' : 'agree'
  expect(REASONS.filter(({ code, tone }) => toneOf(code) !== tone)).toEqual([])
})

test.each([
  ['Примеров Илья Андреевич 14.03.1981', { ФИО: 'Примеров Илья Андреевич', ДР: '14.03.1981' }],
  ['Примеров Илья Андреевич 14.03.1981', { ФИО: 'Примеров И. А.', ДР: '14.03.1979' }],
  ['Примеров Илья Андреевич 14.03.1981', { ФИО: 'Примров Илья' }],
  ['Примеров Илья Андреевич 14.03.1981', { ФИО: 'Примеров Илья Олегович', ДР: '03.14.1981' }],
  ['Примеров Илья 89732041001', { ФИО: 'Тестов Олег Ильич', Телефон: '89732041001' }],
  ['Примеров Илья 89732041001', { Заметка: 'Примеров Илья' }],
  ['улица Образцовая 7', { Адрес: 'ул. Образцовая, д. 7' }]
])('the sentences of «%s» are made of its reasons: %o', (line, fields) => {
  const { why, reasons } = matchRecord(record('1', 's', fields).attributes, planOf(line))
  expect(reasons.length).toBeGreaterThan(0)
  expect(why.join(', ')).toBe(reasons.map(({ text }) => text).join(', '))
})
