import { expect, test } from 'bun:test'
import { recordsOf } from '#api/features/search/answer/answer-records.ts'
import type { Person } from '#shared/contracts/person.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { mergeDuplicates } from '#shared/identity/people/duplicates.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { sidesOf } from '#site/features/compare/compare-view.ts'
import { itemsOfLine } from '#site/features/search/line-items.ts'
import { partiesText } from '#site/features/search/people/people-view.ts'
import { readResults } from '#site/features/search/records/results-view.ts'
import { appendRecords } from '#site/features/search/sources/append-records.ts'
import { cards, columnsOf, matched } from '#tests/shared/identity/parties/party-rows.ts'
import { ANSWER, PAST } from './search-answer.ts'

const DOCTOR = { role: 'doctor', label: 'врач', place: 1 } as const
const OTHER_DOCTOR = { ...DOCTOR, place: 2 } as const

test('a card says as whom records name it, and how many', () => {
  expect(partiesText({})).toBe('')
  expect(partiesText({ parties: { 'a:1': DOCTOR } })).toBe('врач в 1\u00a0записи')
  const many = Object.fromEntries(Array.from({ length: 24 }, (_, at) => [`a:${at}`, DOCTOR]))
  const teacher = { role: 'teacher', label: 'преподаватель', place: 1 } as const
  expect(partiesText({ parties: { ...many, 'b:1': teacher } }).replaceAll('\u00a0', ' ')).toBe(
    'врач в 24 записях, преподаватель в 1 записи'
  )
})

const [SOURCE = '', [RECORD] = []] = Object.entries(ANSWER.results_by_source)[0] ?? []
const id = RECORD?.record_id ?? ''
const [sample] = ANSWER.persons as [Person]
const patient: Person = { ...sample, id: 'patient', record_ids: [id] }
const doctor: Person = { ...sample, id: 'doctor', record_ids: [id], parties: { [id]: DOCTOR } }
const otherDoctor: Person = { ...doctor, id: 'other doctor', parties: { [id]: OTHER_DOCTOR } }
const match = ANSWER.matches[id] as SearchAnswer['matches'][string]

test('a record of two cards leads to the one by which it answers', () => {
  const answer = { ...ANSWER, persons: [patient, doctor, otherDoctor] }
  const leading = (party?: typeof DOCTOR | typeof OTHER_DOCTOR) => {
    const matches = { ...ANSWER.matches, [id]: { ...match, ...(party && { party }) } }
    const shown = { ...answer, matches }
    const [side] = sidesOf({
      pair: { searchId: '', a: id, b: 'patient' },
      search: { past: PAST, answer: shown, withdrawn: null }
    })
    return [readResults(shown).records.get(id)?.person?.id, side.personId]
  }
  expect(leading()).toEqual(['patient', 'patient'])
  expect(leading(DOCTOR)).toEqual(['doctor', 'doctor'])
  expect(leading(OTHER_DOCTOR)).toEqual(['other doctor', 'other doctor'])
})

test('further records come to the card of the same person, though another has the record too', () => {
  const grown: Person = {
    ...doctor,
    id: 'grown',
    record_ids: [id, `${SOURCE}:further`],
    parties: { [id]: DOCTOR, [`${SOURCE}:further`]: OTHER_DOCTOR }
  }
  const further = {
    results_by_source: { [SOURCE]: [{ record_id: `${SOURCE}:further` }] },
    matches: { [`${SOURCE}:further`]: match },
    persons: [grown],
    cursor: ''
  }
  const { persons } = appendRecords({ ...ANSWER, persons: [patient, otherDoctor, doctor] }, further, null)
  expect(persons.map(({ id: own, record_ids, parties }) => [own, record_ids.length, parties?.[id]])).toEqual([
    ['patient', 1, undefined],
    ['other doctor', 1, OTHER_DOCTOR],
    ['doctor', 2, DOCTOR]
  ])
})

test.each(['Кленодубов Илья Андреевич и Рудометкина Анна Олеговна', '+7 973 628-01-01, +7 973 628-01-02'])(
  '%s: whom one record names beside another is not said to be missing',
  line => {
    const row = {
      'ФИО мужа': 'Кленодубов Илья Андреевич',
      'Телефон мужа': '+7 973 628-01-01',
      'ФИО жены': 'Рудометкина Анна Олеговна',
      'Телефон жены': '+7 973 628-01-02'
    }
    const shown = matched([row], columnsOf(row), line)
    const { matches } = recordsOf(shown, mergeDuplicates(shown))
    const answer = { readings: parseQuery(line), matches, persons: cards([row], columnsOf(row), line) }
    expect(answer.persons).toHaveLength(2)
    expect(
      itemsOfLine(answer).map(({ records, persons }) => [records, persons.map(({ name }) => name)])
    ).toEqual([
      [1, ['Кленодубов Илья Андреевич']],
      [1, ['Рудометкина Анна Олеговна']]
    ])
  }
)
