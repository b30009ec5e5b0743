import { describe, expect, test } from 'bun:test'
import { MATCH_BANDS } from '#shared/contracts/match.ts'
import type { Person } from '#shared/contracts/person.ts'
import type { Reading, ReadingKind } from '#shared/contracts/reading.ts'
import { planSearch } from '#shared/identity/lookup/plan.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import { parseName } from '#shared/identity/names/parse-name.ts'
import { groupPersons } from '#shared/identity/people/group.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import { personId } from '#shared/identity/people/person-id.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { withNames } from '#shared/identity/reading/reading.ts'
import { type RowFields, record } from './clusters.ts'

const reading = (kind: ReadingKind, value: string): Reading =>
  withNames(
    { kind, value, confidence: 1, label: '', valid: true, terms: [] },
    kind === 'full_name' ? parseName(value) : []
  )
const planOf = (...parts: Reading[]): SearchPlan => ({
  query: '',
  readings: parts.length > 1 ? [{ ...reading('combined', ''), parts }, ...parts] : parts,
  steps: []
})
const judged = (
  plan: SearchPlan,
  rows: [source: string, fields: RowFields | Record<string, string>][]
): MatchedRecord[] =>
  rows.map(([source, fields], at) => {
    const matched = record(String(at), source, fields)
    return { ...matched, match: matchRecord(matched.attributes, plan) }
  })
const group = (plan: SearchPlan, rows: [string, RowFields | Record<string, string>][]): Person[] =>
  groupPersons(judged(plan, rows), plan)

const FULL = 'Примеров Илья Андреевич'
const byName = planOf(reading('full_name', FULL))
const byNameAndDate = planOf(reading('full_name', FULL), reading('birth_date', '1981-03-14'))

describe('groupPersons', () => {
  test('answers nothing for nothing', () => {
    expect(groupPersons([], byName)).toEqual([])
  })

  test('describes a person: name, date, reasons, links', () => {
    const [person, ...others] = group(byNameAndDate, [
      ['s1', { ФИО: 'ПРИМЕРОВ ИЛЬЯ АНДРЕЕВИЧ', ДР: '14.03.1981', snils: 1 }],
      ['s2', { ФИО: 'Ilya Primerov', ДР: '1981-03-14' }],
      ['s3', { ФИО: 'Примеров И. А.', snils: 1 }]
    ])
    expect(others).toEqual([])
    expect(person).toMatchObject({
      label: 'match',
      name: FULL,
      birth_date: '1981-03-14',
      record_ids: ['s1:0', 's2:1', 's3:2']
    })
    expect(person?.why[0]).toBe('ФИО и дата рождения совпали')
    expect(person?.links.map(({ rule }) => rule).sort()).toEqual(['name_birth_date', 'snils'])
    expect(person?.links.map(({ text }) => text)).toContain('СНИЛС один и тот же, контрольное число верно')
    expect(person?.score).toBeGreaterThanOrEqual(0.95)
  })

  test('knows somebody asked in another script', () => {
    const latin = planOf(
      reading('full_name', 'Primerov Ilya Andreevich'),
      reading('birth_date', '1981-03-14')
    )
    const [person] = group(latin, [['s1', { ФИО: FULL, ДР: '14.03.1981' }]])
    expect([person?.label, person?.band]).toEqual(['match', 'full'])
  })

  test('labels match, probable, namesake and orders them', () => {
    const persons = group(byNameAndDate, [
      ['s1', { ФИО: 'Примеров Илья Артёмович', ДР: '1996' }],
      ['s2', { ФИО: 'Примеров И. А.' }],
      ['s3', { ФИО: FULL, ДР: '14.03.1981' }],
      ['s4', { ФИО: FULL, ДР: '01.01.1950' }]
    ])
    expect(persons.map(({ label, record_ids }) => `${label} ${record_ids}`)).toEqual([
      'match s3:2',
      'probable s2:1',
      'namesake s4:3',
      'namesake s1:0'
    ])
  })

  test('puts nobody who is hardly found before one who has the name and another date', () => {
    const line = 'Примеров Илья Андреевич 14.03.1981'
    const persons = group(planSearch(line, parseQuery(line)), [
      ['s1', { Адрес: 'ул. Примеров, д. 3' }],
      ['s2', { ФИО: FULL, ДР: '01.01.1950' }],
      ['s3', { ФИО: 'Примеров Илья', ДР: '14.03.1980' }]
    ])
    expect(persons.map(({ band, score, record_ids: [id] }) => [id, band, score < 0.2])).toEqual([
      ['s3:2', 'near', false],
      ['s2:1', 'contradicts', false],
      ['s1:0', 'missing', true]
    ])
  })

  test('calls a full name without date or identifier probable, a contradicted one a namesake', () => {
    const [full, other] = group(byName, [
      ['s1', { ФИО: FULL }],
      ['s2', { ФИО: 'Примеров Илья Олегович' }]
    ])
    expect([full?.label, other?.label]).toEqual(['probable', 'namesake'])
  })

  test('calls somebody else with the phone of the query related', () => {
    const plan = planOf(reading('full_name', FULL), reading('phone', '79732041001'))
    const persons = group(plan, [
      ['s1', { ФИО: FULL, phone: 1 }],
      ['s2', { ФИО: 'Образцов Глеб Ильич', phone: 1 }]
    ])
    expect(persons.map(({ label }) => label)).toEqual(['match', 'related'])
    const shared = { kind: 'phone' as const, value: '+7 973 204-10-01', text: 'общий телефон' }
    expect(persons.map(({ related }) => related)).toEqual([
      [{ ...shared, person_id: personId('', 's2:1'), record_ids: ['s2:1'] }],
      [{ ...shared, person_id: personId('', 's1:0'), record_ids: ['s1:0'] }]
    ])
  })

  test('puts a namesake whose year agrees before a relative of another date', () => {
    const flat = 'г. Примерск, ул. Образцовая, д. 7, кв. 41'
    const plan = planOf(reading('full_name', 'Примеров'), reading('birth_date', '1981-03-14'))
    const persons = group(plan, [
      ['s1', { ФИО: FULL, ДР: '14.03.1981', Адрес: flat }],
      ['s2', { ФИО: 'Примерова Светлана Олеговна', ДР: '14.03.1981', Адрес: flat }],
      ['s3', { ФИО: FULL, ДР: '1981' }]
    ])
    expect(persons.map(({ label, name }) => `${label} ${name}`)).toEqual([
      `match ${FULL}`,
      `namesake ${FULL}`,
      'related Примерова Светлана Олеговна'
    ])
  })

  test('ties people of one address wherever the post index stands', () => {
    const persons = group(byName, [
      ['s1', { ФИО: FULL, Адрес: 'Примерск, Образцовая, 7, 41, 000041' }],
      ['s2', { ФИО: 'Примерова Светлана Олеговна', Адрес: '000041, Примерск, Образцовая 7-41' }]
    ])
    expect(persons.map(({ related }) => related.map(({ record_ids }) => record_ids))).toEqual([
      [['s2:1']],
      [['s1:0']]
    ])
  })

  test('ties people of one address, also by «Связь по адресу», and merges nobody', () => {
    const persons = group(byName, [
      ['s1', { ФИО: FULL, Адрес: 'г. Примерск, ул. Образцовая, д. 7, кв. 41' }],
      ['s2', { ФИО: 'Примерова Светлана Олеговна', 'Связь по адресу': 'ул. Образцовая, д. 7, кв. 41' }],
      ['s3', { ФИО: 'Тестов Олег Ильич', Адрес: 'г. Примерск, ул. Образцовая, д. 7, кв. 42' }]
    ])
    expect(persons).toHaveLength(3)
    const me = persons.find(({ name }) => name === FULL)
    expect(me?.related).toEqual([
      {
        kind: 'address',
        value: 'г. Примерск, ул. Образцовая, д. 7, кв. 41',
        person_id: personId('', 's2:1'),
        record_ids: ['s2:1'],
        text: 'возможно родственник: та же фамилия и квартира'
      }
    ])
    expect(persons.find(({ name }) => name.startsWith('Тестов'))?.related).toEqual([])
  })

  test('ties nobody by a town alone or the same street of two towns', () => {
    const persons = group(byName, [
      ['s1', { ФИО: FULL, Адрес: 'Примерск' }],
      ['s2', { ФИО: 'Тестова Анна', Адрес: 'Примерск' }],
      ['s3', { ФИО: 'Тестов Олег', Адрес: 'г. Примерск, ул. Новая, д. 1, кв. 2' }],
      ['s4', { ФИО: 'Тестов Иван', Адрес: 'г. Тестово, ул. Новая, д. 1, кв. 2' }]
    ])
    expect(persons.flatMap(({ related }) => related)).toEqual([])
  })

  test('lets a phone of five names link and tie nobody', () => {
    const names = ['Агеев Илья', 'Бобров Семён', 'Власова Нина', 'Горин Лев', 'Жукова Анна', 'Агеев Илья']
    const persons = group(
      byName,
      names.map((ФИО, at) => [`s${at}`, { ФИО, phone: 1 }])
    )
    expect(persons).toHaveLength(6)
    expect(persons.flatMap(({ related }) => related)).toEqual([])
  })

  test('keeps a phone of four names personal', () => {
    const names = ['Агеев Илья Львович', 'Бобров Семён', 'Власова Нина', 'Горин Лев', 'Агеев И. Л.']
    expect(
      group(
        byName,
        names.map((ФИО, at) => [`s${at}`, { ФИО, phone: 1 }])
      )
    ).toHaveLength(4)
  })

  test('keeps equal rows of one source together though nothing else links them', () => {
    const [person, ...others] = group(byName, [
      ['s1', { ФИО: FULL }],
      ['s1', { ФИО: FULL.toUpperCase() }]
    ])
    expect(others).toEqual([])
    expect(person?.record_ids).toEqual(['s1:0', 's1:1'])
    expect(person?.links).toEqual([
      {
        from: 's1:0',
        to: 's1:1',
        rule: 'duplicate',
        tone: 'agree',
        text: 'одинаковые записи одного источника'
      }
    ])
  })

  test('shows a slip in the date under an equal SNILS, and says that day and month are exchanged', () => {
    const [slip] = group(byName, [
      ['s1', { ФИО: FULL, ДР: '14.03.1981', snils: 1 }],
      ['s2', { ФИО: FULL, ДР: '14.03.1982', snils: 1 }]
    ])
    expect(slip?.links[0]?.text).toContain('дата рождения расходится в одной части')
    expect(
      slip?.summary.filter(({ field }) => field === 'Дата рождения').map(({ conflict }) => conflict)
    ).toEqual([true, true])
    const [exchanged] = group(byName, [
      ['s1', { ФИО: FULL, ДР: '03.04.1981' }],
      ['s2', { ФИО: FULL, ДР: '04.03.1981' }]
    ])
    expect(exchanged?.links[0]?.text).toBe('ФИО совпало, день и месяц рождения переставлены')
  })

  test('names a person without a name by what there is', () => {
    const plan = planOf(reading('phone', '79732041001'))
    expect(group(plan, [['s1', { phone: 1 }]])[0]).toMatchObject({
      name: '+7 973 204-10-01',
      birth_date: null
    })
    expect(group(plan, [['s1', { Госномер: 'А123ВС00' }]])[0]?.name).toBe('Имя не указано')
  })

  test('puts every one of 500 records into exactly one person', () => {
    const names = [
      'Примеров Илья Андреевич',
      'Примеров И. А.',
      'Примеров Илья',
      'Примерова Инна Олеговна',
      'Ilya Primerov'
    ]
    const rows = Array.from({ length: 500 }, (_, at): [string, RowFields] => [
      `s${at % 12}`,
      {
        ФИО: names[at % 5] ?? '',
        ДР: `${1 + (at % 28)}.0${1 + (at % 9)}.19${50 + (at % 40)}`,
        phone: at % 90,
        ...(at % 4 === 0 && { snils: at % 70 })
      }
    ])
    const records = judged(byName, rows)
    const persons = groupPersons(records, byName)
    const ids = persons.flatMap(({ record_ids }) => record_ids)
    expect(ids).toHaveLength(500)
    expect(new Set(ids).size).toBe(500)
    const order = ['match', 'probable', 'namesake', 'related']
    const places = persons.map(({ label, band, score }) => [
      order.indexOf(label),
      Number(score < 0.2),
      MATCH_BANDS.indexOf(band),
      -score
    ])
    expect(places).toEqual(
      places.toSorted(
        ([a = 0, b = 0, c = 0, d = 0], [w = 0, x = 0, y = 0, z = 0]) => a - w || b - x || c - y || d - z
      )
    )
  })
})
