import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { compareAnswer } from '#shared/contracts/compare.ts'
import { comparePeople } from '#shared/identity/comparison/compare-people.ts'
import { groupPersons } from '#shared/identity/people/group.ts'
import { idsOfRecord } from '#shared/identity/people/person-id.ts'
import { record } from '#tests/shared/identity/people/clusters.ts'

const PLAN = { query: 'Демо-Логистика', readings: [], steps: [] }
const COMPANY = 'ООО «Демо-Логистика»'
const INN = '0012041756'
const OTHER_INN = '0012041763'
const PHONE = '+7 973 204-17-40'
const OFFICE = 'Примерск, Тестовая, 3'

const recordsOf = (...rows: Record<string, string>[]) =>
  rows.map((fields, at) => record(String(at), `s${at}`, fields))
const between = (one: Record<string, string>, other: Record<string, string>) => {
  const compared = comparePeople(recordsOf(one, other), PLAN, 's0:0', 's1:1')
  if (typeof compared === 'string') throw new Error(compared)
  v.parse(compareAnswer, { success: true, ...compared.comparison })
  return compared.comparison
}
const kindsAndCodes = (list: readonly { kind?: string; code: string }[]) =>
  list.map(({ kind, code }) => [kind, code])

describe('two organisations', () => {
  test('of other numbers are forbidden to be one', () => {
    const { fields, against, would_decide } = between(
      { Организация: COMPANY, ИНН: INN, Адрес: OFFICE },
      { Организация: COMPANY, ИНН: OTHER_INN, Адрес: OFFICE }
    )
    expect(kindsAndCodes(against)).toEqual([['veto', 'other_inn']])
    expect(fields.find(({ field }) => field === 'ИНН')?.text).toBe('Разные. Это запрет: объединить нельзя')
    expect(would_decide.map(({ code }) => code)).toEqual(['nothing_by_rules', 'own_verdict'])
  })

  test('of one name alone lack a number, an address or a phone', () => {
    const comparison = between(
      { Организация: COMPANY, Телефон: PHONE },
      { Организация: COMPANY, ОГРН: '1200000204172' }
    )
    expect(comparison.for.map(({ code }) => code)).toEqual(['same_organization'])
    expect(kindsAndCodes(comparison.against)).toEqual([['not_enough', 'name_alone']])
    expect(comparison.would_decide.map(({ code }) => code)).toEqual([
      'organisation_number',
      'organisation_contact'
    ])
  })

  test('records of one card say so', () => {
    const comparison = between(
      { Организация: COMPANY, ИНН: INN },
      { Организация: COMPANY, ИНН: INN, Адрес: OFFICE }
    )
    expect(comparison.for.map(({ code }) => code)).toEqual(['one_card', 'same_inn', 'same_organization'])
    expect([comparison.against, comparison.would_decide]).toEqual([[], []])
  })
})

test('a person and an organisation are never one', () => {
  const comparison = between(
    { ФИО: 'Примеров Илья Андреевич', Телефон: PHONE },
    { Организация: COMPANY, ИНН: INN }
  )
  expect(kindsAndCodes(comparison.against)).toEqual([['veto', 'other_kind']])
  expect(comparison.would_decide).toEqual([])
})

test('the card of an organisation is named by its id, and by that of one of its records', () => {
  const records = recordsOf({ Организация: COMPANY, ИНН: INN }, { Организация: COMPANY, ИНН: OTHER_INN })
  const [one, other] = groupPersons(records, PLAN)
  expect([one?.kind, other?.kind]).toEqual(['organisation', 'organisation'])
  expect(typeof comparePeople(records, PLAN, one?.id ?? '', other?.id ?? '')).toBe('object')
  expect(comparePeople(records, PLAN, one?.id ?? '', one?.record_ids[0] ?? '') as string).toBe('one')
  expect([...idsOfRecord(PLAN.query, one?.record_ids[0] ?? '')]).toContain(one?.id ?? '')
  expect([...idsOfRecord(PLAN.query, other?.record_ids[0] ?? '')]).not.toContain(one?.id ?? '')
})
