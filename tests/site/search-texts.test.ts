import { describe, expect, test } from 'bun:test'
import type { ReasonCode } from '#shared/contracts/match.ts'
import type { Person } from '#shared/contracts/person.ts'
import { quoted } from '#shared/texts/quoted.ts'
import { whoText } from '#shared/texts/who.ts'
import {
  clockText,
  durationText,
  lastSearchText,
  momentText,
  resultsText,
  spokenText
} from '#site/features/search/moment-text.ts'
import { failedText } from '#site/features/search/sources/failed-text.ts'
import {
  type CellState,
  reasonStripOf,
  recordsStripOf,
  type SourcePlace,
  stripOf
} from '#site/features/search/sources/strip.ts'
import { count, dateText, labelText, scoreText } from '#site/features/search/texts.ts'
import { ANSWER, reasonOf } from './search-answer.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('the words of the search page', () => {
  test.each([
    [0, '0 записей'],
    [1, '1 запись'],
    [2, '2 записи'],
    [5, '5 записей'],
    [11, '11 записей'],
    [21, '21 запись'],
    [1284, '1 284 записи']
  ])('count %d as «%s»', (number, text) => expect(plain(count(number, 'record'))).toBe(text))

  test('say what was found, where, how fast and for how much', () => {
    expect(plain(resultsText(ANSWER))).toBe('6 записей в 3 источниках')
    // The heading says that nothing was found.
    expect(plain(spokenText({ ...ANSWER, results_count: 0, results_by_source: {} }))).toBe('0 записей')
    const searchedAt = '2026-11-21T09:41:00.000Z'
    const answer = { ...ANSWER, searched_at: searchedAt }
    const words = lastSearchText(answer, Date.parse(searchedAt) + 60_000)
    expect(plain(Object.values(words).join(' '))).toBe(
      'сегодня в 12:41 по Москве 6 записей в 3 источниках за 214 мс, списан 1 запрос'
    )
    expect(plain(lastSearchText({ ...ANSWER, charged: 0 }, 0).rest)).toBe('за 214 мс, без списания')
  })

  test('know the day before, by Moscow', () => {
    const at = Date.parse('2026-11-20T20:58:00Z')
    expect(plain(momentText(at, Date.parse('2026-11-20T21:05:00Z')))).toBe('вчера в 23:58 по Москве')
    expect(plain(momentText(at, Date.parse('2026-11-20T20:59:00Z')))).toBe('сегодня в 23:58 по Москве')
    expect(plain(clockText(at))).toBe('23:58 по Москве')
  })

  test('write durations, dates and scores the Russian way', () => {
    expect(plain(durationText(0.3))).toBe('1 мс')
    expect(plain(durationText(1_349))).toBe('1,3 с')
    expect(dateText('1981-03-14')).toBe('14.03.1981')
    expect(dateText('1981-03')).toBe('03.1981')
    expect(dateText('1981')).toBe('1981')
    expect(dateText('без даты')).toBe('без даты')
    expect(scoreText(0.7)).toBe('0,70')
  })

  test('name the silent sources and that nothing was paid', () => {
    expect(failedText(['Демо-архив 09'])).toStartWith(
      'Источник «Демо-архив 09» не ответил, запрос не списан.'
    )
    expect(failedText(['А', 'Б'])).toStartWith('Источники «А», «Б» не ответили, запрос не списан.')
  })
})

test('quotation marks inside a quotation are the inner ones', () => {
  expect(quoted('ООО «Демо-Логистика», Примерск')).toBe('«ООО „Демо-Логистика“, Примерск»')
  expect(failedText(['Реестр «07»'])).toStartWith('Источник «Реестр „07“» не ответил')
})

test.each([
  ['0 человек', []],
  ['2 человека', ['person', 'person']],
  ['1 организация', ['organisation']],
  ['1 человек и 2 организации', ['organisation', 'person', 'organisation']]
] as [string, Person['kind'][]][])('an answer of %s counts organisations as what they are', (text, kinds) =>
  expect(plain(whoText(kinds.map(kind => ({ kind }))))).toBe(text)
)

describe('the strip of sources', () => {
  const places = (count: number, failed: number[] = []) =>
    Array.from({ length: count }, (_, index): SourcePlace => {
      const number = index + 1
      return { key: `s${number}`, number, title: '', state: failed.includes(number) ? 'failed' : 'records' }
    })
  const states = (of: Partial<Record<CellState, number[]>>) =>
    new Map(
      Object.entries(of).flatMap(([state, numbers]) =>
        numbers.map(number => [`s${number}`, state as CellState] as const)
      )
    )

  test('says in words what it draws', () => {
    const { cells, label } = stripOf(places(6, [6]), states({ yes: [1, 2], part: [4], no: [5] }))
    expect(cells.map(({ state }) => state)).toEqual(['yes', 'yes', 'none', 'part', 'no', 'fail'])
    expect(label).toBe('подтверждают источники 1, 2; частично 4; расходится 5; молчит 3; не ответил 6')
    expect(stripOf(places(3), states({ yes: [2], no: [1, 3] })).label).toBe(
      'подтверждает источник 2; расходятся 1, 3'
    )
    expect(stripOf(places(2), states({})).label).toBe('молчат 1, 2')
  })

  test('does not call silent a source of which no record is shown', () => {
    const [first, second] = places(2)
    const unseen = [first, { ...second, state: 'unseen' }] as SourcePlace[]
    expect(recordsStripOf(unseen, ['s1'])).toEqual({
      cells: [
        { number: 1, state: 'yes' },
        { number: 2, state: 'unseen' }
      ],
      label: 'записи в источнике 1; могут быть непоказанные записи в источнике 2'
    })
  })

  test('gives every source its place, however many there are', () => {
    expect(stripOf(places(40), states({ yes: [40] })).cells.map(({ number }) => number)).toEqual(
      Array.from({ length: 40 }, (_, index) => index + 1)
    )
  })

  test('says of people where their records are, of a reason only whom it speaks of', () => {
    expect(recordsStripOf(places(3), ['s1', 's3']).label).toBe('записи в источниках 1, 3; молчит 2')
    expect(reasonStripOf(places(3), states({ ref: [2] }))).toEqual({
      cells: [{ number: 2, state: 'ref' }],
      label: 'источник 2'
    })
  })
})

test.each([
  ['возможный однофамилец', ['same_surname']],
  ['возможный однофамилец', ['same_full_name', 'other_birth_year']],
  ['возможный однофамилец', ['same_full_name', 'mistyped_surname']],
  ['другое лицо', ['same_given_name', 'other_birth_year']],
  ['другое лицо', ['same_given_name_and_patronymic', 'other_surname']],
  ['слабое совпадение', ['same_birth_year']],
  ['слабое совпадение', ['same_given_name']],
  ['слабое совпадение', ['all_words']]
] as [string, ReasonCode[]][])('a weak match is called %s by %p', (word, codes) => {
  const reasons = codes.map(code => reasonOf(code))
  expect(labelText('namesake', reasons)).toBe(word)
  expect(labelText('match', reasons)).toBe('совпадает')
})
