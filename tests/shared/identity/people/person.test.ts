import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Person } from '#shared/contracts/person.ts'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import { groupPersons } from '#shared/identity/people/group.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import { personId } from '#shared/identity/people/person-id.ts'
import { planOf } from '#tests/kit/search-in.ts'
import { type RowFields, record } from './clusters.ts'

const LINE = 'Примеров Илья Андреевич 14.03.1981'
const ФИО = 'Примеров Илья Андреевич'
const ДР = '14.03.1981'

const answer = (line: string, ...rows: (RowFields | Record<string, string>)[]): Person[] => {
  const plan = planOf(line)
  const records = rows.map((fields, at): MatchedRecord => {
    const matched = record(String(at), `s${at}`, fields)
    return { ...matched, match: matchRecord(matched.attributes, plan) }
  })
  return groupPersons(records, plan)
}

describe('the id of a person', () => {
  test('stays when records that answer no better come, also into the same card', () => {
    const first = answer(LINE, { ФИО, ДР }, { ФИО: 'Примеров Илья Олегович' })
    const later = answer(
      LINE,
      { ФИО, ДР },
      { ФИО: 'Примеров Илья Олегович' },
      { ФИО: 'Примеров И. А.', ДР },
      { ФИО: 'Примеров Олег' }
    )
    const idsOf = (people: Person[]) => people.map(({ id }) => id)
    expect(idsOf(later)).toEqual(expect.arrayContaining(idsOf(first)))
    expect(later[0]?.record_ids).toEqual(['s0:0', 's2:2'])
  })

  test('says nothing of the record and differs from line to line', () => {
    expect(personId(LINE, 's1:89732041740')).toMatch(/^p[0-9a-z]{2,14}$/)
    expect(personId(LINE, 's1:1')).not.toBe(personId('Примеров', 's1:1'))
  })

  test('is another one for another record', () => {
    const ids = new Set(Array.from({ length: 5_000 }, (_, at) => personId(LINE, `demo_registry_07:1-${at}`)))
    expect(ids.size).toBe(5_000)
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        (one, other) => one === other || personId('', one) !== personId('', other)
      )
    )
  })
})

test('an entry of a list of losses that only its name speaks for is a possible namesake at most', () => {
  const plan = planOf(ФИО)
  const label = (isLossEntry: boolean, ...lines: RowFields[]) =>
    groupPersons(
      lines.map((fields, at) => {
        const matched = record(String(at), `s${at}`, fields)
        return {
          ...matched,
          match: matchRecord(matched.attributes, plan),
          isLossEntry: isLossEntry && at === 0
        }
      }),
      plan
    )[0]?.label
  expect([label(false, { ФИО }), label(true, { ФИО })]).toEqual(['probable', 'namesake'])
  expect(label(true, { ФИО, ДР }, { ФИО, ДР })).toBe('probable')
})

describe('a person tells', () => {
  test('sex, year, region and sources', () => {
    const [person] = answer(
      LINE,
      { ФИО, ДР, Адрес: '000000, Примерская область, г. Примерск, ул. Образцовая, д. 7, кв. 41' },
      { ФИО, ДР: '1981-03-14', Город: 'Тестоград' }
    )
    expect(person).toMatchObject({
      sex: null,
      sex_by_name: 'male',
      birth_year: 1981,
      region: 'Примерская область',
      source_keys: ['s0', 's1']
    })
  })

  test('the town when nobody names a region, and nothing that nobody says', () => {
    const regionOf = (fields: Record<string, string>) => answer(LINE, { ФИО, ...fields })[0]?.region
    expect(regionOf({ Адрес: 'г. Примерск, ул. Образцовая, д. 7' })).toBe('Примерск')
    expect(regionOf({ Регион: 'Тестовый край' })).toBe('Тестовый край')
    expect(regionOf({ Город: 'г. Тестоград' })).toBe('Тестоград')
    expect(regionOf({ Адрес: 'ул. Образцовая, д. 7' })).toBeNull()
    expect(answer('Саша', { ФИО: 'Саша' })[0]).toMatchObject({
      sex: null,
      sex_by_name: null,
      birth_year: null,
      region: null
    })
  })

  test('the sex that a source states, and apart from it the one that the name alone tells', () => {
    const sexesOf = (line: string, fields: Record<string, string>) => {
      const [person] = answer(line, fields)
      return [person?.sex, person?.sex_by_name]
    }
    expect(sexesOf('Примеров Саша', { ФИО: 'Примеров Саша', Пол: 'ж' })).toEqual(['female', null])
    expect(sexesOf('Примерова', { ФИО: 'Примерова Инна Олеговна' })).toEqual([null, 'female'])
  })

  test('two facts, those first that nobody else has', () => {
    const people = answer(
      ФИО,
      { ФИО, 'Место работы': 'ООО «Демо»', phone: 1, Госномер: 'А123ВС00' },
      { ФИО: 'Примеров Илья', 'Место работы': 'ООО «Демо»', phone: 2 }
    )
    expect(people.map(({ facts }) => facts.map(({ field }) => field))).toEqual([
      ['Телефон', 'Госномер'],
      ['Телефон', 'Место работы']
    ])
    expect(people[0]?.facts[0]?.value).toBe('+7 973 204-10-01')
  })
})

test('a letter of one record does not speak for the whole word of another', () => {
  const [person, ...others] = answer(
    'Примеров Илья',
    { ФИО: 'Ilya Primerov', phone: 1 },
    { ФИО: 'ПРИМЕРОВ И.А.', phone: 1 }
  )
  expect(others).toEqual([])
  expect([person?.score, person?.why[0]]).toEqual([0.82, 'фамилия и имя совпали'])
})

test('letters do not speak for the whole name of a person where a word is mistyped', () => {
  const [person, ...others] = answer(
    'примеров ильч 14 марта 81',
    { ФИО, ДР, phone: 1 },
    { ФИО: 'ПРИМЕРОВ И.А.', phone: 1 },
    { ФИО: 'Примеров И. А.', ДР, phone: 1 }
  )
  expect(others).toEqual([])
  expect(person?.why[0]).toBe('фамилия и дата рождения совпали, имя с опечаткой')
  expect(person?.query_reasons.map(({ code, record_ids }) => [code, record_ids])).toEqual([
    ['same_surname_and_birth_date', ['s0:0']],
    ['mistyped_given_name', ['s0:0']]
  ])
})

describe('a number typed with a wrong check digit', () => {
  const ТЕЛЕФОН = { Телефон: '8 973 204-17-40' }
  const [owner, former, stranger] = answer(
    '001204175338 +79732041740',
    { ФИО: 'Образцов Олег Ильич', ...ТЕЛЕФОН },
    { ФИО, ИНН: '001204175339', ...ТЕЛЕФОН },
    { ФИО: 'Эскизов Лев Олегович', ИНН: '7707083893', ИНН2: '', ...ТЕЛЕФОН }
  )

  test('says nothing against who has another phone owner’s number, one digit off', () => {
    expect([owner?.name, owner?.label, owner?.band]).toEqual([ФИО, 'probable', 'missing'])
    expect(owner?.query_reasons.map(({ text, tone }) => [text, tone])).toEqual([
      ['телефон совпал', 'agree'],
      ['ИНН отличается одной цифрой, контрольное число введённого не сходится', 'missing']
    ])
    expect(owner?.score).toBeGreaterThan(former?.score ?? 1)
    expect([former, stranger].map(person => person?.label)).toEqual(['probable', 'probable'])
  })

  test('finds who has the same, and confirms nobody', () => {
    const [same] = answer('001204175338', { ФИО, ИНН: '001204175338' })
    expect([same?.label, same?.why]).toEqual(['probable', ['ИНН совпал']])
    expect(answer('001204175339', { ФИО, ИНН: '001204175339' })[0]?.label).toBe('match')
  })
})

describe('reasons of a person', () => {
  test('name the records that state them', () => {
    const [person] = answer(LINE, { ФИО, ДР, snils: 1 }, { ФИО: 'Примеров И. А.', snils: 1 })
    expect(person?.query_reasons).toEqual([
      {
        code: 'same_full_name_and_birth_date',
        part: 'name_and_birth_date',
        tone: 'agree',
        text: 'ФИО и дата рождения совпали',
        record_ids: ['s0:0']
      }
    ])
  })

  test('of what only all say together name each that speaks of it', () => {
    const [person, ...others] = answer(LINE, { ФИО, snils: 1 }, { ФИО: 'Примеров Илья', ДР, snils: 1 })
    expect(others).toEqual([])
    expect(person?.query_reasons.map(({ code, record_ids }) => [code, record_ids])).toEqual([
      ['same_full_name_and_birth_date', ['s1:1', 's0:0']]
    ])
  })

  test('begin with the query, then say why the records belong together', () => {
    const [person] = answer(LINE, { ФИО, ДР }, { ФИО, ДР })
    expect(person?.why).toEqual(['ФИО и дата рождения совпали'])
    const [other] = answer(LINE, { ФИО, ДР, snils: 1 }, { ФИО, snils: 1 })
    expect(other?.why).toEqual([
      'ФИО и дата рождения совпали',
      'СНИЛС один и тот же, контрольное число верно'
    ])
  })
})
