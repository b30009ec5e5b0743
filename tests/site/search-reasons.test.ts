import { expect, test } from 'bun:test'
import {
  AGREEING_NAME_PARTS,
  IDENTIFIER_NAMES,
  REASON_CODES,
  type ReasonCode
} from '#shared/contracts/match.ts'
import { isNameOnly } from '#shared/identity/matching/name-only.ts'
import { linkReasonsOf, queryReasonsOf } from '#site/features/search/person/reasons.ts'
import { readResults } from '#site/features/search/records/results-view.ts'
import { ANSWER, reasonOf } from './search-answer.ts'

const [hero] = ANSWER.persons
const results = readResults(ANSWER)
const [SOME_MATCH] = Object.values(ANSWER.matches)
if (!hero || !SOME_MATCH) throw new Error('The answer has no person')

const link = {
  from: 'reg07:1',
  to: 'ads05:1',
  rule: 'name_phone',
  tone: 'agree',
  text: 'ФИО и телефон совпали'
} as const

test('reasons of the query and of the records stand apart, each text once', () => {
  const copies = { ...link, rule: 'duplicate', text: 'одинаковые записи одного источника' } as const
  const other = { ...link, tone: 'contradict', text: 'СНИЛС один и тот же; фамилия другая' } as const
  const person = { ...hero, links: [link, link, other, copies] }
  const drawn = (reasons: ReturnType<typeof linkReasonsOf>) =>
    reasons.map(({ tone, text }) => `${tone}: ${text}`)
  // The record with the phone alone says so beside the others.
  expect(drawn(queryReasonsOf(person, results))).toEqual([
    'agree: ФИО и дата рождения совпали',
    'agree: телефон совпал'
  ])
  expect(drawn(linkReasonsOf(person, results))).toEqual([
    'agree: ФИО и телефон совпали',
    'contradict: СНИЛС один и тот же; фамилия другая'
  ])
})

test('a reason names the records that say it and, by their shape, the sources', () => {
  const [phone] = linkReasonsOf({ ...hero, links: [link, { ...link, to: 'ads05:2' }] }, results)
  expect(phone?.recordIds).toEqual(['reg07:1', 'ads05:1', 'ads05:2'])
  expect(phone?.strip.label).toBe('подтверждают источники 1, 2')
  const missing = { ...reasonOf('no_phone', 'loss02:1', 'gone:1'), tone: 'missing' as const }
  const lacking = queryReasonsOf({ ...hero, query_reasons: [missing] }, results).at(-1)
  expect(lacking?.strip).toMatchObject({ label: 'источник 3', cells: [{ number: 3, state: 'ref' }] })
  const other = queryReasonsOf({ ...hero, query_reasons: [reasonOf('other_phone', 'ads05:1')] }, results).at(
    -1
  )
  expect(other?.strip.label).toBe('расходится 2')
})

test('a reason that no record gives whole says which give a part of it', () => {
  const whole = reasonOf('same_full_name_and_birth_date', 'reg07:1', 'ads05:1')
  const strips = (...reasons: ReasonCode[]) => {
    const match = { ...SOME_MATCH, reasons: reasons.map(code => reasonOf(code)) }
    const matches = { ...ANSWER.matches, 'ads05:1': match, 'reg07:1': match }
    return queryReasonsOf({ ...hero, query_reasons: [whole] }, readResults({ ...ANSWER, matches })).map(
      ({ strip }) => strip.label
    )
  }
  expect(strips('same_full_name')).toEqual(['частично 1, 2', 'подтверждают источники 1, 2'])
  expect(strips('same_full_name_and_birth_date')).toEqual(['подтверждают источники 1, 2'])
})

const by = (...codes: ReasonCode[]) => isNameOnly({ reasons: codes.map(code => reasonOf(code)) })

test('reasons tell a match by the name alone', () => {
  expect(by('same_full_name', 'no_birth_date')).toBe(true)
  expect(by('same_surname_and_given_name', 'other_birth_year')).toBe(true)
  expect(by('all_words')).toBe(true)
  expect(by('same_full_name_and_birth_date')).toBe(false)
  expect(by('same_full_name', 'same_snils')).toBe(false)
})

test('reasons distinguish people by a date of birth or an identifier that agrees, and by nothing else', () => {
  const distinguishing = REASON_CODES.filter(code => !by(code))
  const dates = ['same_birth_date', 'same_birth_year', 'exchanged_day_and_month']
  const ofName = AGREEING_NAME_PARTS.flatMap(parts => [
    `same_${parts}_and_birth_date`,
    `same_${parts}_and_birth_year`
  ])
  const expected: string[] = [...IDENTIFIER_NAMES.map(id => `same_${id}`), ...ofName, ...dates]
  expect(distinguishing.toSorted()).toEqual(expected.toSorted() as ReasonCode[])
})

test('reasons of a code that the page does not know distinguish nobody', () => {
  const reason = { ...reasonOf('same_phone'), code: 'same_tattoo' as ReasonCode }
  expect(isNameOnly({ reasons: [reason] })).toBe(true)
})
