import { describe, expect, test } from 'bun:test'
import type { Reading } from '#shared/contracts/reading.ts'
import type { FurtherOfPerson } from '#shared/contracts/search.ts'
import type { EarlierVerdict } from '#shared/contracts/verdict.ts'
import { isByIdentifier } from '#site/features/search/person/by-identifier.ts'
import { earlierBadge, earlierText } from '#site/features/search/person/earlier-view.ts'
import { furtherRule, furtherText } from '#site/features/search/person/further-view.ts'

const BY_NUMBER = { rule: 'inn', text: 'ИНН один и тот же', is_certain: true }
const BY_NAME = { rule: 'name_birth_date', text: 'ФИО и дата рождения совпали', is_certain: false }
const BY_PHONE = {
  rule: 'name_phone',
  text: 'фамилия, инициалы и телефон совпали',
  is_certain: false,
  records: 2
}
const furtherOf = (more: Partial<FurtherOfPerson>): FurtherOfPerson => ({
  person_id: 'p1',
  records: 0,
  is_exact: true,
  rules: [],
  failed_sources: [],
  ...more
})
const reading = (kind: string, parts?: Reading[]) => ({ kind, parts }) as Reading

describe('further records of a person', () => {
  test.each([
    [
      furtherOf({ records: 1, rules: [{ ...BY_NUMBER, records: 1 }] }),
      'Ещё 1 запись: ИНН один и тот же (1).'
    ],
    [
      furtherOf({ records: 9, is_exact: false, rules: [{ ...BY_NAME, records: 9 }] }),
      'Ещё не меньше 9 записей: возможно, тот же человек: имя и дата рождения (9).'
    ],
    [
      furtherOf({
        records: 9,
        rules: [{ ...BY_NAME, records: 5 }, BY_PHONE, { ...BY_NUMBER, records: 2 }]
      }),
      'Ещё 9 записей: ИНН один и тот же (2); возможно, тот же человек: имя и дата рождения (5), имя и телефон (2).'
    ]
  ])('are said with the rules that join them: %#', (further, text) => {
    expect(furtherText(further).replaceAll('\u00a0', ' ')).toBe(text)
  })

  test('that are none are said to be none, with the sources that are silent', () => {
    expect(furtherText(furtherOf({}))).toContain('других записей не найдено')
    expect(furtherText(furtherOf({ failed_sources: ['a', 'b'] }))).toEndWith('Источников не ответило: 2.')
  })

  test('are marked with their rule, and claimed by nothing less than a number', () => {
    expect(furtherRule({ further: BY_NUMBER })).toBe('ИНН один и тот же')
    expect(furtherRule({ further: BY_NAME })).toBe('возможно, тот же: ФИО и дата рождения совпали')
    expect(furtherRule({})).toBe('')
  })

  test.each([
    [[reading('inn_person')], true],
    [[reading('phone'), reading('text')], true],
    [[reading('combined', [reading('phone'), reading('email')])], true],
    [[reading('combined', [reading('full_name'), reading('phone')])], false],
    [[reading('full_name')], false],
    [[reading('address')], false],
    [[], false]
  ])('are looked for after a line of identifiers alone: %#', (readings, isAsked) => {
    expect(isByIdentifier({ readings })).toBe(isAsked)
  })
})

test('an earlier verdict says when, what, and how many records came since', () => {
  const verdict: EarlierVerdict = {
    person_id: 'p1',
    search_id: null,
    id: 1,
    verdict: 'same',
    note: 'ИНН совпал',
    at: '2026-11-27T06:50:00.000Z',
    changed_records: 2
  }
  expect(earlierText(verdict, 'person').replaceAll('\u00a0', ' ')).toBe(
    'Вы смотрели 27.11.2026 в 09:50: тот же, «ИНН совпал» · с тех пор добавлено или изменено: 2 записи'
  )
  expect(earlierText({ ...verdict, note: null, changed_records: 0 }, 'person')).toBe(
    'Вы смотрели 27.11.2026 в 09:50: тот же'
  )
  expect(earlierBadge(verdict, 'person')).toBe('вы смотрели 27.11.2026: тот же')
})
