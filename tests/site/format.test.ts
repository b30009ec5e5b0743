import { describe, expect, test } from 'bun:test'
import { paceText } from '#site/features/admin/import/amounts.ts'
import { formatNewsDate, formatRecent } from '#site/lib/format-time.ts'
import { counted, formatCount, plural, RECORDS } from '#site/lib/numbers.ts'
import { fullStop, pageTitle } from '#site/lib/text.ts'

describe('numbers in words', () => {
  test('take the form of their last digits', () => {
    const forms = [1, 2, 5, 11, 12, 21, 22, 25, 111, 0].map(count => plural(count, RECORDS))
    expect(forms).toEqual([
      'запись',
      'записи',
      'записей',
      'записей',
      'записей',
      'запись',
      'записи',
      'записей',
      'записей',
      'записей'
    ])
  })

  test('do not break between the figure and the word', () => {
    expect(counted(1284, RECORDS)).toBe('1\u00a0284\u00a0записи')
    expect(paceText(1, null)).toBe('1\u00a0строка/с')
    expect(paceText(8400, null)).toBe('8\u00a0400\u00a0строк/с')
    expect(formatCount(48_217)).toBe('48\u00a0217')
  })
})

test('a name in initials takes no second full stop', () => {
  expect(['Отцов С.\u00a0С.', 'Отцов Степан', 'Кто?'].map(fullStop)).toEqual([
    'Отцов С.\u00a0С.',
    'Отцов Степан.',
    'Кто?'
  ])
})

describe('times', () => {
  test('of news are the day, the month in words and the clock', () => {
    expect(formatNewsDate('2026-11-20T15:05:00Z')).toBe('20 ноября, 18:05')
    expect(formatNewsDate('2026-11-20T22:05:00Z')).toBe('21 ноября, 01:05')
  })

  test('of news that cannot be read are shown as they came', () => {
    expect(formatNewsDate('вчера')).toBe('вчера')
  })

  test.each([
    ['21.11.2026 12:41', 'сегодня, 12:41'],
    ['20.11.2026 17:20', 'вчера, 17:20'],
    ['19.11.2026 09:30', '19.11.2026 09:30'],
    ['давно', 'давно']
  ])('of a search at %s are %s', (moscow, shown) => {
    expect(formatRecent(moscow, new Date('2026-11-21T10:00:00Z'))).toBe(shown)
  })

  test('of a search change day by Moscow, not by London', () => {
    expect(formatRecent('22.11.2026 00:30', new Date('2026-11-21T21:45:00Z'))).toBe('сегодня, 00:30')
  })
})

describe('titles', () => {
  test('name the page, then the product', () => {
    expect(pageTitle('Вход в систему')).toBe('Вход в систему · Сверка')
  })
})
