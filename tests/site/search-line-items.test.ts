import { describe, expect, test } from 'bun:test'
import type { Match } from '#shared/contracts/match.ts'
import type { Person } from '#shared/contracts/person.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import type { DetailedAnswer } from '#shared/contracts/search.ts'
import { isNumbersOnly } from '#shared/identity/reading/line-identifiers.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { itemLines, readingText } from '#site/features/report/sources-view.ts'
import { headlineText, pageHeadlineOf } from '#site/features/search/headline/headline.ts'
import { foundText, itemsOfLine } from '#site/features/search/line-items.ts'
import { exportedAnswer } from '#site/features/search/records/export-view.ts'
import { ANSWER } from './search-answer.ts'

const [HERO] = ANSWER.persons
const [FOUND] = Object.values(ANSWER.matches)
if (!HERO || !FOUND) throw new Error('The answer has nobody')
const hero: Person = HERO
const match: Match = FOUND

interface Card {
  kind?: Person['kind']
  /** Of each of its records: the typed identifiers that it has. */
  records: string[][]
}

/** The answer to a line, with cards whose records have what was typed. */
function answerTo(line: string, cards: Card[], change: Partial<DetailedAnswer> = {}): DetailedAnswer {
  const persons = cards.map(
    ({ kind = 'person', records }, at): Person => ({
      ...hero,
      id: `p${at}a`,
      kind,
      record_ids: records.map((_, index) => `reg07:${at}-${index}`),
      identifiers: [...new Set(records.flat())]
    })
  )
  const matches = Object.fromEntries(
    cards.flatMap(({ records }, at) =>
      records.map((identifiers, index) => [`reg07:${at}-${index}`, { ...match, identifiers }])
    )
  )
  return { ...ANSWER, query: line, readings: parseQuery(line), persons, matches, ...change }
}

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const itemsOf = (answer: DetailedAnswer) =>
  itemsOfLine(answer).map(typed =>
    `${typed.value}: ${plain(foundText(typed, answer.completeness.more))}`.replaceAll('\u00a0', ' ')
  )
const verdict = (answer: DetailedAnswer) => plain(headlineText(pageHeadlineOf(answer)))

const [ONE, TWO, THREE] = ['79732041740', '79742041741', '79752041742']

describe('a line of numbers without a name', () => {
  const line = `${ONE} ${TWO} ${THREE}`
  const answer = answerTo(line, [
    { records: [[ONE], [ONE]] },
    { records: [[ONE, THREE]] },
    { kind: 'organisation', records: [[THREE]] }
  ])

  test('tells what each of them found, and which found nothing', () =>
    expect(itemsOf(answer)).toEqual([
      '+7 973 204-17-40: 3 записи, 2 человека',
      '+7 974 204-17-41: ничего не найдено',
      '+7 975 204-17-42: 2 записи, 1 человек и 1 организация'
    ]))

  test('is nobody: whether it is one person or several is not said', () => {
    expect(verdict(answer)).toBe('Искали 3 номера, найдено: 2 человека и 1 организация')
    expect(verdict(answerTo(line, []))).toBe('Ничего не найдено')
    expect(verdict(answerTo(`${ONE} a@example.com`, [{ records: [[ONE]] }]))).toBe(
      'Искали 2 значения, найдено: 1 человек'
    )
    expect(verdict(answerTo('001204175339 204-777-153 66', [{ records: [['20477715366']] }]))).toBe(
      'Искали 2 номера, найдено: 1 человек'
    )
  })

  test('is one person, who has all of them, where nobody else fits', () => {
    const all = [ONE, 'a@example.com']
    const fitting = (cards: Card[]) => {
      const answer = answerTo(all.join(' '), cards)
      return { ...answer, persons: answer.persons.map(person => ({ ...person, band: 'full' as const })) }
    }
    expect(verdict(fitting([{ records: [[ONE], [ONE, 'a@example.com']] }]))).toBe('Совпадает один человек')
    expect(verdict(fitting([{ records: [all] }, { records: [[ONE]] }]))).toBe(
      'Искали 2 значения, найдено: 2 человека'
    )
    expect(verdict(fitting([{ records: [all] }, { records: [all] }]))).toBe('Подходят двое')
  })

  test('of which something is not shown claims no more than what is', () =>
    expect(itemsOf({ ...answer, completeness: { ...ANSWER.completeness, more: true } })[1]).toBe(
      '+7 974 204-17-41: среди показанных записей нет'
    ))

  test('is told the same in the report and in a file', () => {
    expect(itemLines(answer).map(plain)).toEqual(itemsOf(answer).map(text => `Телефон ${text}`))
    expect(plain(readingText(answer))).toBe(
      'Телефон +7 973 204-17-40; Телефон +7 974 204-17-41; Телефон +7 975 204-17-42'
    )
    const { typed } = exportedAnswer({ answer }, [], [])
    expect(typed.map(({ records, people, organisations }) => [records, people, organisations])).toEqual([
      [3, 2, 0],
      [0, 0, 0],
      [2, 1, 1]
    ])
  })
})

test('a number that may be two things is one that was typed, found under either', () => {
  const line = '89732041740 89742041741'
  const [asPhone, asSnils] = ['79732041740', '89742041741']
  expect(isNumbersOnly(parseQuery(line))).toBe(true)
  expect(itemsOf(answerTo(line, [{ records: [[asPhone], [asPhone]] }, { records: [[asSnils]] }]))).toEqual([
    '+7 973 204-17-40: 2 записи, 1 человек',
    '+7 974 204-17-41: 1 запись, 1 человек'
  ])
})

test('a number with its label in the wrong layout is one, however its words are read', () => {
  const line = 'gfcgjhn 00 05 154342'
  expect(parseQuery(line).map(({ kind }) => kind)).toEqual(expect.arrayContaining(['passport', 'vin']))
  expect(isNumbersOnly(parseQuery(line))).toBe(false)
  expect(itemsOf(answerTo(line, [{ records: [[]] }]))).toEqual([])
})

test('a line about one person is told by its people alone', () => {
  for (const line of [
    'Примеров Илья Андреевич',
    ONE,
    `Примеров Илья ${ONE}`,
    `Примеров Илья ${ONE} СНИЛС 204-777-153 66`
  ])
    expect([line, itemsOf(answerTo(line, [{ records: [[ONE]] }]))]).toEqual([line, []])
})

test('two phones beside a name are told one by one, and the verdict is about the person', () => {
  const answer = answerTo(`Примеров Илья ${ONE} ${TWO}`, [{ records: [[ONE]] }])
  expect(itemsOf(answer)).toEqual([
    '+7 973 204-17-40: 1 запись, 1 человек',
    '+7 974 204-17-41: ничего не найдено'
  ])
  expect(isNumbersOnly(answer.readings)).toBe(false)
})

test('several people of a line have what was found of each', () => {
  const line = 'Примеров Илья 14.03.1981; Другов Олег'
  const answer = answerTo(line, [{ records: [[], []] }])
  const matches = Object.fromEntries(
    Object.entries(answer.matches).map(([id, match]) => [id, { ...match, person: 1 }])
  )
  const people = (answer.readings as Reading[]).filter(({ person }) => person !== undefined)
  expect(people.map(({ person }) => person)).toEqual([1, 2])
  expect(itemsOf({ ...answer, matches })).toEqual([
    'Примеров Илья, 14.03.1981: 2 записи, 1 человек',
    'Другов Олег: ничего не найдено'
  ])
})
