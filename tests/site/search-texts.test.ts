import { describe, expect, test } from 'bun:test'
import type { ReasonCode } from '#shared/contracts/match.ts'
import { type Support, stripOf } from '#site/features/search/people/strip.ts'
import {
  count,
  dateText,
  durationText,
  failedText,
  labelText,
  lastSearchText,
  momentText,
  monthText,
  resultsText,
  scoreText
} from '#site/features/search/texts.ts'
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
    expect(resultsText({ ...ANSWER, results_count: 0 })).toBe('Ничего не найдено')
    const at = new Date(2026, 10, 21, 12, 41).getTime()
    const words = lastSearchText(ANSWER, at, at + 60_000)
    expect(plain(Object.values(words).join(' '))).toBe(
      'сегодня в 12:41 6 записей в 3 источниках за 214 мс, списан 1 запрос'
    )
    expect(plain(lastSearchText({ ...ANSWER, charged: 0 }, at, at).rest)).toBe(
      'за 214 мс, списано 0 запросов'
    )
  })

  test('know the day before', () => {
    const at = new Date(2026, 10, 20, 23, 58).getTime()
    expect(momentText(at, new Date(2026, 10, 21, 0, 5).getTime())).toBe('вчера в 23:58')
  })

  test('write durations, dates and scores the Russian way', () => {
    expect(plain(durationText(0.3))).toBe('1 мс')
    expect(plain(durationText(1_349))).toBe('1,3 с')
    expect(dateText('1981-03-14')).toBe('14.03.1981')
    expect(dateText('1981-03')).toBe('03.1981')
    expect(dateText('1981')).toBe('1981')
    expect(dateText('без даты')).toBe('без даты')
    expect(monthText('2026-09-01T00:00:00.000Z')).toBe('09.2026')
    expect(scoreText(0.7)).toBe('0,70')
  })

  test('name the silent sources and that nothing was paid', () => {
    expect(failedText(['Демо-архив 09'])).toStartWith(
      'Источник «Демо-архив 09» не ответил, запрос не списан.'
    )
    expect(failedText(['А', 'Б'])).toStartWith('Источники «А», «Б» не ответили, запрос не списан.')
  })
})

describe('the strip of sources', () => {
  const supportOf = (agreeing: number[], contradicting: number[] = [], part: number[] = []) =>
    new Map<number, Support>([
      ...agreeing.map(number => [number, 'agree'] as const),
      ...contradicting.map(number => [number, 'contradict'] as const),
      ...part.map(number => [number, 'part'] as const)
    ])

  test('says in words what it draws', () => {
    const { cells, label } = stripOf([1, 2, 3, 4, 5], supportOf([1, 2], [5], [4]))
    expect(cells.map(({ tone }) => tone)).toEqual(['agree', 'agree', 'missing', 'part', 'contradict'])
    expect(label).toBe('подтверждают источники 1, 2; частично 4; расходится 5; нет данных 3')
    expect(stripOf([1, 2, 3], supportOf([2], [1, 3])).label).toBe('подтверждает источник 2; расходятся 1, 3')
    expect(stripOf([1], supportOf([])).label).toBe('нет данных 1')
  })

  test('keeps those that answered for the person when there are more than eight', () => {
    const all = Array.from({ length: 12 }, (_, index) => index + 1)
    const { cells, rest, label } = stripOf(all, supportOf([11], [2]), [2, 5, 11])
    expect(cells.map(({ number }) => number)).toEqual([2, 5, 11])
    expect(rest).toBe(9)
    expect(label).toContain('нет данных 1, 3, 4, 5')
    expect(stripOf(all, supportOf(all), all)).toMatchObject({ rest: 6, cells: { length: 6 } })
    expect(stripOf(all.slice(0, 8), supportOf([1]))).toMatchObject({ rest: 0, cells: { length: 8 } })
  })
})

test.each([
  ['однофамилец', ['same_surname']],
  ['однофамилец', ['same_full_name', 'other_birth_year']],
  ['однофамилец', ['same_full_name', 'mistyped_surname']],
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
