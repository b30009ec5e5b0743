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

const NAMES = [
  'Примеров Илья Андреевич',
  'Примеров Илья',
  'Примеров И. А.',
  'И. А. Примеров',
  'Ilya Primerov',
  'И. А.'
]
const LINES = [
  ...NAMES,
  ...NAMES.flatMap(name => [`${name} 14.03.1981`, `${name} 1981`, `${name} 89732041001`, `${name} инженер`]),
  'Примеров Илья Андреевич 14.03.1981 15.03.1981',
  'Наталия Примерова',
  'Илюша Примеров',
  '12345',
  '45 лет',
  '1981',
  'инженер',
  'ул. Образцовая 7'
]
const RECORDS: Record<string, string>[] = [
  ...[...NAMES, 'Примров Илья Андреевич', 'Примеров Илья Олегович', 'Примерова Наталья'].flatMap(
    (ФИО): Record<string, string>[] => [
      { ФИО },
      { ФИО, ДР: '14.03.1981' },
      { ФИО, ДР: '1981' },
      { ФИО, ДР: '1996', Телефон: '89732041001' },
      { ФИО, Заметка: 'инженер, 45 лет, 12345' }
    ]
  ),
  { Заметка: '45 лет, дом 12345' },
  { ДР: '1981' },
  { Адрес: 'ул. Образцовая, д. 7' }
]

test('every match says why, and every band below full what it lacks or where it differs', () => {
  const silent = LINES.flatMap(line => {
    const plan = planOf(line)
    return RECORDS.flatMap(fields => {
      const { score, band, reasons, why } = matchRecord(record('1', 's', fields).attributes, plan)
      const isStated =
        band === 'full' || reasons.some(({ code, tone }) => tone !== 'agree' || !/^same_/.test(code))
      return reasons.length > 0 && why.every(Boolean) && (isStated || score === 0)
        ? []
        : [`${line} | ${Object.values(fields)}: ${band} ${why}`]
    })
  })
  expect(silent).toEqual([])
})

test.each([
  ['Примеров И. А.', 'Примеров И. А.', 'фамилия и инициалы совпали'],
  ['Примеров И. А.', 'Примеров Илья Андреевич', 'фамилия и инициалы совпали'],
  ['Примеров Илья А.', 'Примеров Илья А.', 'фамилия, имя и инициал отчества совпали']
])('letters are said to be letters: «%s» in «%s»', (line, ФИО, text) => {
  const match = matchRecord(record('1', 's', { ФИО }).attributes, planOf(line))
  expect([match.why, match.band]).toEqual([[text], 'full'])
})

const LABELLED = { Фамилия: 'Примеров', Имя: 'Илья', Отчество: 'Андреевич' }

test.each([
  ['Примеров Андреевич', 'фамилия и отчество совпали'],
  ['Андреевич Примеров', 'фамилия и отчество совпали'],
  ['Илья Андреевич', 'имя и отчество совпали'],
  ['Илья Андреевич 14.03.1981', 'имя, отчество и дата рождения совпали'],
  ['Илья Примеров', 'фамилия и имя совпали']
])('the parts that are named are those of the query: «%s»', (line, text) => {
  for (const fields of [{ ФИО: 'Примеров Илья Андреевич' }, { ФИО: 'Илья Андреевич Примеров' }, LABELLED]) {
    const recordFields = { ...fields, ДР: '14.03.1981' }
    expect(matchRecord(record('1', 's', recordFields).attributes, planOf(line)).why[0]).toBe(text)
  }
})

test.each([
  ['Primerov Ilya Andreevich 14.03.1981', 'full', 'написание латиницей'],
  ['Примеров Ильа Андреевич 14.03.1981', 'near', 'написание немного другое'],
  ['Примеров Илья Андреич 14.03.1981', 'near', 'написание немного другое']
])('another script confirms a name, another spelling is near it: «%s»', (line, band, text) => {
  const fields = { ФИО: 'Примеров Илья Андреевич', ДР: '14.03.1981' }
  const match = matchRecord(record('1', 's', fields).attributes, planOf(line))
  expect([match.band, ...match.why]).toEqual([band, 'ФИО и дата рождения совпали', text])
})

test.each([
  ['1982', 'near', 'год рождения отличается на 1'],
  ['14.03.1980', 'near', 'год рождения отличается на 1'],
  ['14.03.1991', 'near', 'год рождения отличается одной цифрой'],
  ['14.04.1981', 'near', 'месяц рождения отличается одной цифрой'],
  ['15.03.1981', 'near', 'день рождения отличается одной цифрой'],
  ['1996', 'contradicts', 'год рождения другой'],
  ['14.12.1981', 'contradicts', 'месяц рождения другой'],
  ['25.03.1981', 'contradicts', 'день рождения другой'],
  ['03.12.1990', 'contradicts', 'дата рождения другая']
])('a date that is near is told from another one: «%s»', (date, band, text) => {
  const fields = { ФИО: 'Примеров Илья Андреевич', ДР: '14.03.1981' }
  const match = matchRecord(record('1', 's', fields).attributes, planOf(`Примеров Илья Андреевич ${date}`))
  expect([match.band, ...match.why]).toEqual([band, `ФИО совпало, ${text}`])
})

test.each([
  ['Примреов Илья Андреевич', 'имя и отчество совпали, фамилия с опечаткой'],
  ['Примеров Илья Ангреевич', 'фамилия и имя совпали, отчество с опечаткой'],
  ['Примреов', 'фамилия с опечаткой'],
  ['Примреов 14.03.1981', 'дата рождения совпала, фамилия с опечаткой'],
  ['Примреов Илья Андреевич 14.03.1981', 'имя, отчество и дата рождения совпали, фамилия с опечаткой'],
  [
    'Примреов Илья Андреевич 1982',
    'имя и отчество совпали, фамилия с опечаткой, год рождения отличается на 1'
  ]
])('a part with a typing error is not said to agree: «%s»', (line, text) => {
  const fields = { ФИО: 'Примеров Илья Андреевич', ДР: '14.03.1981' }
  expect(matchRecord(record('1', 's', fields).attributes, planOf(line)).why[0]).toBe(text)
})
