import { expect, test } from 'bun:test'
import { makePeople } from '#api/db/seed/people.ts'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import { GIVEN_NAMES } from '#shared/identity/names/given-names-table.ts'
import { groupPersons } from '#shared/identity/people/group.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { isSameReading } from '#shared/identity/reading/reading.ts'
import { toLatinLayout } from '#shared/identity/text/keyboard-layout.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'
import { planOf } from '#tests/kit/search-in.ts'
import { record } from '#tests/shared/identity/people/clusters.ts'
import { best } from './read-line.ts'

/** Surnames with the letters that lie on keys of punctuation. */
const SURNAMES = (
  'Жуков Бабушкин Хабаров Юдин Юрьев Эйхман Ёлкин Хохлов Бобров Жданов Зубов Юсупов Божков Подъячев Журавлёв Соловьёв ' +
  'Бехтерев Юхнов Бежин Жириновский Эренбург Жбанов Бубнов Обухов Эминов Беляев Богданов Белоусов Бирюков Щербаков Ершов'
).split(' ')
const SHARE = 0.98

const isReadAs = (typed: string, name: string): boolean => {
  const [asTyped] = parseQuery(name).filter(({ kind }) => kind === 'full_name')
  return parseQuery(typed).some(reading => asTyped !== undefined && isSameReading(reading, asTyped))
}

test('reads names in the wrong layout whose letters lie on keys of punctuation', () => {
  const people = [...makePeople(50, 7)].map(({ person }) => person)
  const given = [...GIVEN_NAMES.matchAll(/^[мж] ([а-яё]+):/gm)].map(([, name = '']) => name)
  expect(given.length).toBeGreaterThan(150)
  const names = people.flatMap(({ surname, givenName, patronymic }, at) => {
    const other = SURNAMES[at % SURNAMES.length] ?? surname
    return [`${surname} ${givenName} ${patronymic}`, `${other} ${givenName}`, `${givenName} ${patronymic}`]
  })
  const all = [...names, ...given, ...SURNAMES].map(name => name.trim())
  for (const typed of [all, all.map(name => name.toLowerCase()), all.map(name => name.toUpperCase())]) {
    const missed = typed.filter(name => !isReadAs(toLatinLayout(name), name))
    expect([missed.length / typed.length <= 1 - SHARE || missed]).toEqual([true])
  }
})

test.each([
  [';erjdf', 'full_name Жукова'],
  ['.hbq', 'full_name Юрий'],
  ["'lefhl", 'full_name Эдуард'],
  ['tujh', 'full_name Егор'],
  ['bdfyjd fylhtq fylhttdbx,', 'full_name Иванов Андрей Андреевич'],
  ['ukt, ,jhbcjd', 'full_name Борисов Глеб'],
  ['<tkjd >hbq <jhbcjdbx', 'full_name Белов Юрий Борисович'],
  ['Bdfyjd >/</', 'full_name Иванов Ю. Б.'],
  [':erjd :/ :/', 'full_name Жуков Ж. Ж.'],
  ['Bdfyjd Bdfy, Vjcrdf', 'combined Иванов Иван Москва'],
  ['Dbrnjh', 'full_name Виктор'],
  ['BYY^ 500100732259 Ghbvthjd', 'combined Примеров 500100732259'],
  ['vjcrdf? ekbwf ktybyf? ljv 5f', 'address москва, улица ленина, дом 5а'],
  ['flhtc^ ek/ Ktybyf? l/ 5? rd/ 7', 'address ул. Ленина, д. 5, кв. 7'],
  ['ntk^ 8973 204-17-40', 'phone 79732041740'],
  ['ntk/ 89732041740', 'phone 79732041740'],
  ['BYY 500100732259', 'inn_person 500100732259'],
  ['cybkc 112-233-445 95', 'snils 11223344595'],
  ['gfcgjhn^ 45 09 # 123456', 'passport 4509123456'],
  ['l/h/ 14/03/1981', 'birth_date 1981-03-14'],
  ['Ghbvthjd Bkmz l/h/ 14/03/1981', 'combined Примеров Илья 1981-03-14'],
  ['Ghbvthjd Bkmz Fylhttdbx? ntk/ 89732041740', 'combined Примеров Илья Андреевич 79732041740'],
  ['afvbkbz^ Ghbvthjd bvz^ Bkmz', 'full_name Примеров Илья'],
  ['Afvbkbz Ghbvthjd Bvz Bkmz', 'full_name Примеров Илья'],
  ['Ghbvthjd Bkmz 45 ktn', 'full_name Примеров Илья'],
  ['ljk;ybr Ghbvthjd Bkmz', 'full_name Примеров Илья']
])('takes «%s» for letters', (line, reading) => {
  expect(best(line)).toBe(reading)
})

test.each([
  'BYY 001204175339',
  'ntk^ 89732041740',
  'ntk^ 79732041740',
  'gfcgjhn 4510 123456',
  'nu 89732041740',
  'l/h/ 14/03/1981',
  'ntk^ 79732041740 Ghbvthjd'
])('the label of «%s» is no word beside what it tells', line => {
  const all = parseQuery(line).flatMap(reading => [reading, ...(reading.parts ?? [])])
  const words = all.filter(({ kind }) => kind === 'text' || kind === 'full_name').map(({ value }) => value)
  expect(words.filter(value => value !== line && /[a-z]/i.test(value))).toEqual([])
})

test.each([
  ['BYY 001204175339', 'ИНН', '001204175339'],
  ['ntk^ 89732041740', 'Телефон', '+79732041740'],
  ['gfcgjhn 4510 123456', 'Паспорт', '4510 123456']
])('whoever has the number of «%s» is a match', (line, column, number) => {
  const plan = planOf(line)
  const { attributes, ...other } = record('1', 'a', { ФИО: 'Примеров Илья Андреевич', [column]: number })
  const persons = groupPersons([{ ...other, attributes, match: matchRecord(attributes, plan) }], plan)
  expect(persons.map(({ label }) => label)).toEqual(['match'])
})

test('says in the other layout too what deserves a second look', () => {
  const notes = parseQuery('Ghbvthjd Bkmz 45 ktn').map(({ note }) => note)
  expect(notes).toContain(`${READING_NOTES.layout}; ${READING_NOTES.age}`)
  expect(parseQuery('BYY 500100732250')[0]?.note).toBe(`${READING_NOTES.layout}; ${READING_NOTES.checksum}`)
})

test('leaves Latin words, tags and marks as they are', () => {
  const lines = (
    "smith|Evans|roberts|Schmidt|maksym|dzhordzh|John Smith|Smith, John|\"Smith\"|[Smith]|<smith>|'Ivanov'|O'Connor|" +
    '<b>Ivanov Ivan</b>|<p>89732041740</p>|1981-03-14T00:00:00.000Z|Vector Ltd|k.ivanov|www.example.com|vk.com/smith|' +
    'https://example.com/a;b|i.v.petrov|j.r. khabibullin|fritz.gregg|bryn,fritz|"Gregg", Fritz|hgra1ge1pt.c|' +
    'XTA210990Y1234567, 12.03.1985|a123bc77, 03/12/1985|A123BC77; XTA210990Y1234567|"Johnson Bryn", 12.03.1985|' +
    '<b> Zhuk Bryn|<td>Grzegorz|Fritz Dvořák 03/12/1985|token=ab;cd'
  ).split('|')
  for (const line of lines) {
    const notes = parseQuery(line).map(({ note = '' }) => note)
    expect([line, notes.some(note => note.includes(READING_NOTES.layout))]).toEqual([line, false])
  }
})
