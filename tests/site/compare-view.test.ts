import { describe, expect, test } from 'bun:test'
import type { ArgumentAgainst, ArgumentFor, PeopleComparison } from '#shared/contracts/compare.ts'
import { pairInAddress } from '#site/features/compare/compare-store.ts'
import {
  headlineOf,
  numbersOf,
  partialSources,
  reasonOf,
  ruleOf,
  sidesOf
} from '#site/features/compare/compare-view.ts'
import { compareHref, reportHref, searchHref } from '#site/lib/search-links.ts'
import { ANSWER, cardOf, PAST, summaryRow } from './search-answer.ts'

const none = { sources_a: [], sources_b: [] }
const agreeing: ArgumentFor = { code: 'same_full_name', text: 'ФИО совпало', ...none }
const against = (kind: ArgumentAgainst['kind'], code: ArgumentAgainst['code'], text: string) => ({
  kind,
  code,
  text,
  ...none
})
const comparison = (first?: ArgumentAgainst, forOne: ArgumentFor[] = [agreeing]): PeopleComparison => ({
  fields: [],
  for: forOne,
  against: first ? [first] : [],
  would_decide: []
})
const YEAR = against('veto', 'other_birth_year', 'Годы рождения разные: 14.03.1981 и 1996')
const LACK = against('not_enough', 'name_alone', 'Одного имени мало')

describe('what the rules say of two', () => {
  test.each([
    ['Разные люди: годы рождения разные', comparison(YEAR)],
    ['Разные люди: СНИЛС разные', comparison(against('veto', 'other_snils', 'СНИЛС разные'))],
    ['Неясно: решающего совпадения нет', comparison(LACK)],
    ['Неясно: решающего совпадения нет', comparison()],
    [
      'Это человек и организация, а не одно и то же',
      comparison(against('veto', 'other_kind', 'Человек и организация'))
    ],
    [
      'Правила свели эти записи в одну карточку',
      comparison(undefined, [{ code: 'one_card', text: 'В одной карточке', ...none }])
    ]
  ])('is «%s»', (text, effects) => expect(headlineOf(effects, 'person')).toBe(text))

  test('of organisations too', () =>
    expect(headlineOf(comparison(YEAR), 'organisation')).toStartWith('Разные организации: '))

  test('names what agrees and what speaks against it first', () => {
    expect(reasonOf(comparison(YEAR))).toBe(
      'ФИО совпало. Но годы рождения разные: 14.03.1981 и 1996. Такое расхождение запрещает объединять.'
    )
    expect(reasonOf(comparison(LACK))).toBe('ФИО совпало. Но одного имени мало.')
    expect(reasonOf(comparison(LACK, []))).toBe('Одного имени мало.')
    expect(reasonOf(comparison())).toBe('ФИО совпало.')
  })

  test('names the rule that decided', () => {
    expect(ruleOf(comparison(against('veto', 'other_birth_date', 'Даты рождения разные')))).toBe(
      'Разные полные даты рождения людей не объединяют, даже при общем телефоне.'
    )
    expect(ruleOf(comparison(LACK))).toStartWith('Правило: карточки объединяет')
    expect(ruleOf(comparison(against('veto', 'other_snils', 'СНИЛС разные')))).toStartWith(
      'Правило: людей с таким расхождением не объединяет ни ФИО с полной датой рождения'
    )
    expect(ruleOf(comparison(against('not_enough', 'fits_two_people', 'Подходит двум')))).toStartWith(
      'Правило: запись, которая одинаково подходит двум людям'
    )
  })
})

describe('the two sides', () => {
  const sides = (a: string, b: string) =>
    sidesOf({
      pair: { searchId: '', a, b },
      search: { past: PAST, answer: ANSWER, withdrawn: null }
    })

  test('are people with how well they fit', () => {
    const [one] = sides('p1', 'p2')
    expect(one).toMatchObject({ personId: 'p1', name: 'Примеров Илья Андреевич' })
    expect(one.about.replaceAll('\u00a0', ' ')).toBe('14.03.1981, 2 записи')
    expect(one.mark).toEqual({ shape: 'yes', text: 'совпадает', score: '0,70' })
  })

  test('or records with their source, which the verdict takes for their people', () => {
    const [, other] = sides('p1', 'loss02:1')
    expect(other).toMatchObject({ personId: 'p3', about: 'запись источника 3', mark: null })
    expect(sides('nobody:1', 'p1')[0]).toMatchObject({ personId: null, name: 'Имя не указано' })
  })

  test('number their sources in the order of the answer', () =>
    expect(numbersOf(['loss02', 'reg07', 'unknown'], ANSWER)).toEqual([1, 3]))
})

test('addresses hold the name of the search and ids, whatever they are', () => {
  const href = compareHref('S', 'p1', 'a&b=<x>')
  expect(pairInAddress(href.slice(href.indexOf('?')))).toEqual({ searchId: 'S', a: 'p1', b: 'a&b=<x>' })
  expect(pairInAddress('')).toEqual({ searchId: '', a: '', b: '' })
  expect(searchHref('S', 'p1')).toBe('/search?s=S&p=p1')
  expect(reportHref('S', ['p1', 'p2'])).toBe('/search/report?s=S&p=p1&p=p2')
})

test('a source that knows initials alone is outlined, of a person and not of a record', () => {
  const [hero] = ANSWER.persons
  if (!hero) throw new Error('nobody')
  const summary = [
    summaryRow('ФИО', 'Примеров Илья Андреевич', { reg07: 'confirms', ads05: 'compatible' }),
    summaryRow('ФИО', 'Примеров И. А.', { loss02: 'compatible', reg07: 'compatible' })
  ]
  const answer = { ...ANSWER, persons: [{ ...hero, summary }] }
  expect([...partialSources(hero, 'ФИО', answer)]).toEqual(['ads05', 'loss02'])
  expect([...partialSources(hero, 'Телефон', answer)]).toEqual([])
  expect([...partialSources({ id: 'loss02:1' }, 'ФИО', answer)]).toEqual([])
  expect([...partialSources(hero, 'ФИО', { ...answer, persons: answer.persons.map(cardOf) })]).toEqual([])
})
