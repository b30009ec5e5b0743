import { describe, expect, test } from 'bun:test'
import type { Person, PersonLabel } from '#shared/contracts/person.ts'
import { isFoundByWords } from '#shared/identity/people/person.ts'
import { ask, ogrn, orgInn } from './world.ts'

const VECTOR = 'ООО «ВЕКТОР-7»'
/** As the only source that knows the phone writes it. */
const SPELLED_OUT = 'Общество с ограниченной ответственностью "Вектор-7"'
const SAME = 'название организации совпало'
const INN = 'ИНН совпал'

/** Line, label and name of the first card, one of its reasons. */
const CASES: [line: string, label: PersonLabel, name: string, reason: string][] = [
  ['ООО ВЕКТОР-7', 'probable', VECTOR, SAME],
  ['ООО «Вектор-7»', 'probable', VECTOR, SAME],
  ['ООО "ВЕКТОР - 7"', 'probable', VECTOR, SAME],
  ['ооо вектор 7', 'probable', VECTOR, SAME],
  ['ООО Вектор7', 'probable', VECTOR, SAME],
  ['Вектор-7 ООО', 'probable', VECTOR, SAME],
  ['"ВЕКТОР-7", ООО', 'probable', VECTOR, SAME],
  ['Общество с ограниченной ответственностью «Вектор-7»', 'probable', VECTOR, SAME],
  ['общества с ограниченной ответственностью Вектор-7', 'probable', VECTOR, SAME],
  ['OOO ВЕКТОР-7', 'probable', VECTOR, SAME],
  ['OOO VEKTOR-7', 'probable', VECTOR, SAME],
  ['Vektor-7 LLC', 'probable', VECTOR, SAME],
  ['JJJ Dtrnjh-7', 'probable', VECTOR, SAME],
  ['ООО Вектор-7 Примерск', 'probable', VECTOR, SAME],
  ['ООО Вектор-7, г. Примерск', 'probable', VECTOR, SAME],
  ['АО Вектор-7', 'probable', 'АО «Вектор-7»', SAME],
  ['акционерное общество Вектор-7', 'probable', 'АО «Вектор-7»', SAME],
  ['ООО ВЕКТОР-77', 'probable', 'ООО «ВЕКТОР-77»', SAME],
  ['ООО 7 Вектор', 'probable', 'ООО «7 ВЕКТОР»', SAME],
  ['7 Вектор', 'probable', 'ООО «7 ВЕКТОР»', SAME],
  ['ООО Вектор-7 Плюс', 'probable', 'ООО «ВЕКТОР-7 ПЛЮС»', SAME],
  [orgInn(7), 'match', VECTOR, INN],
  [`ИНН ${orgInn(7)}`, 'match', VECTOR, INN],
  [`ИНН организации: ${orgInn(7)}`, 'match', VECTOR, INN],
  [`ИНН/КПП ${orgInn(7)}/001201001`, 'match', VECTOR, INN],
  [`ООО ВЕКТОР-7 ${orgInn(7)}`, 'match', VECTOR, INN],
  [`ООО ВЕКТОР-7 ИНН ${orgInn(7)}`, 'match', VECTOR, SAME],
  [ogrn(7), 'match', VECTOR, 'ОГРН совпал'],
  [`ОГРН ${ogrn(7)}`, 'match', VECTOR, 'ОГРН совпал'],
  ['+7 973 700-00-07', 'match', SPELLED_OUT, 'телефон совпал'],
  ['ООО Вектор-7 89737000007', 'match', SPELLED_OUT, 'телефон совпал'],
  ['Ромашка', 'probable', 'ПАО «Ромашка»', SAME],
  ['ООО Ромашка', 'probable', 'ООО «Ромашка»', SAME],
  ['ПАО Ромашка', 'probable', 'ПАО «Ромашка»', SAME],
  ['публичное акционерное общество «Ромашка»', 'probable', 'ПАО «Ромашка»', SAME],
  [`ПАО Ромашка ИНН ${orgInn(21)}`, 'probable', 'ООО «Ромашка»', 'организационная форма другая'],
  [`ООО Вектор ИНН ${orgInn(21)}`, 'probable', 'ООО «Ромашка»', 'название организации другое'],
  ['Sirius Trade', 'probable', 'Sirius Trade LLC', SAME],
  ['SIRIUS TRADE LLC', 'probable', 'Sirius Trade LLC', SAME],
  ['ООО Сириус Траде', 'probable', 'Sirius Trade LLC', SAME],
  ['МУП Водоканал', 'probable', 'Муниципальное унитарное предприятие «Водоканал»', SAME],
  [
    'муниципальное унитарное предприятие Водоканал',
    'probable',
    'Муниципальное унитарное предприятие «Водоканал»',
    SAME
  ],
  ['«Водоканал» МУП', 'probable', 'Муниципальное унитарное предприятие «Водоканал»', SAME],
  ['АО Примерный завод', 'probable', 'АО «Примерный завод»', SAME],
  [
    'АО «Примерный завод»',
    'probable',
    'АО «Примерный завод»',
    'номера организации нет: записи могут говорить о разных'
  ],
  ['+7 975 111-22-33', 'match', 'ООО «Коммутатор»', 'телефон совпал']
]

const placesOf = (persons: readonly Person[]) => persons.flatMap(({ record_ids }) => record_ids)

describe('a line that asks for an organisation', () => {
  test.each(CASES)('«%s» finds %s %s: %s', (line, label, name, reason) => {
    const [first] = ask(line)
    expect([first?.kind, first?.label, first?.name]).toEqual(['organisation', label, name])
    expect(first?.query_reasons.map(({ text }) => text)).toContain(reason)
    expect(first?.why).toContain(reason)
    expect(first?.birth_date).toBeNull()
  })

  test.each(CASES.map(([line]) => line))(
    '«%s» calls nobody a namesake and puts each record into one card',
    line => {
      const persons = ask(line)
      const weak = persons.filter(isFoundByWords)
      expect(persons.filter(one => one.label === 'namesake' && !weak.includes(one))).toEqual([])
      expect(placesOf(persons)).toEqual([...new Set(placesOf(persons))])
      const ids = persons.map(({ id }) => id)
      expect(ids).toEqual([...new Set(ids)])
      for (const { kind, label, band } of persons) {
        if (label === 'match') expect([kind, band]).toEqual(['organisation', 'full'])
        if (kind === 'person' && line.includes('ООО')) expect(['related', 'namesake']).toContain(label)
      }
    }
  )
})

describe('«ООО ВЕКТОР-7»', () => {
  const persons = ask('ООО ВЕКТОР-7')
  const names = persons.map(({ name }) => name)

  test('comes before those of other words, another order and people of that surname', () => {
    expect(names[0]).toBe(VECTOR)
    for (const other of ['ООО «ВЕКТОР-77»', 'ООО «7 ВЕКТОР»', 'ООО «ВЕКТОР-7 ПЛЮС»', 'Вектор Анна Петровна'])
      expect(names.indexOf(other)).toBeGreaterThan(1)
  })

  test('is put together by its INN, and names its director by position', () => {
    const [card] = persons
    const director = persons.find(({ name }) => name === 'Примеров Илья Андреевич')
    expect(card?.record_ids).toEqual(['companies:vector-card'])
    expect(card?.related).toEqual([
      {
        kind: 'workplace',
        value: VECTOR,
        person_id: director?.id ?? '',
        record_ids: ['register:vector'],
        text: 'генеральный директор'
      }
    ])
    expect(director?.label).toBe('related')
    expect(director?.related.filter(({ person_id }) => person_id === card?.id)).toEqual([
      {
        kind: 'workplace',
        value: VECTOR,
        person_id: card?.id ?? '',
        record_ids: ['companies:vector-card'],
        text: 'генеральный директор'
      }
    ])
  })

  test('does not take an employee who names no number when there are two of the name', () => {
    const worker = persons.find(({ name }) => name === 'Образцова Анна Павловна')
    expect(worker?.label).toBe('related')
    const cards = persons.filter(({ kind }) => kind === 'organisation').map(({ id }) => id)
    expect(worker?.related.filter(({ person_id }) => cards.includes(person_id))).toEqual([])
    expect(worker?.why).toEqual(['организация или место работы совпали'])
  })

  test('shows what is the company’s on its card alone', () => {
    const rows = (person?: Person) => person?.summary.map(({ field, value }) => `${field}: ${value}`) ?? []
    const [card] = persons
    expect(rows(card)).toContain(`ИНН: ${orgInn(7)}`)
    expect(rows(card)).toContain('Телефон: +7 973 700-00-07')
    const director = rows(persons.find(({ name }) => name === 'Примеров Илья Андреевич'))
    expect(director.filter(row => /^(?:ИНН|ОГРН|Телефон|Адрес)/.test(row))).toEqual([])
  })
})

describe('people beside an organisation', () => {
  test('are related by its name, not by its words in a text, and stand before those', () => {
    const people = ask('ООО ВЕКТОР-7').filter(({ kind }) => kind === 'person')
    expect(people.map(({ name, label, why }) => [name, label, why])).toEqual([
      ['Примеров Илья Андреевич', 'related', ['организация или место работы совпали']],
      ['Образцова Анна Павловна', 'related', ['организация или место работы совпали']],
      ['Вектор Анна Петровна', 'namesake', ['найдено по тексту']]
    ])
  })

  test('are never a match by its number', () => {
    const [card, ...people] = ask(orgInn(7))
    expect(card?.label).toBe('match')
    expect(people.map(({ name, label, why }) => [name, label, why])).toEqual([
      ['Примеров Илья Андреевич', 'related', ['ИНН организации совпал']]
    ])
  })

  test('are found by name as ever, and the number of the company speaks for them', () => {
    const [first, second] = ask(`Примеров Илья Андреевич ${orgInn(7)}`)
    expect([first?.kind, first?.label, first?.name]).toEqual([
      'person',
      'probable',
      'Примеров Илья Андреевич'
    ])
    expect(first?.why).toEqual(['ФИО совпало', 'ИНН организации совпал'])
    expect([second?.kind, second?.label]).toEqual(['organisation', 'probable'])
  })

  test('are not joined by the phone of their company, nor related by it', () => {
    const persons = ask('+7 975 111-22-33').filter(({ kind }) => kind === 'person')
    expect(persons.map(({ label }) => label)).toEqual(['related', 'related'])
    expect(persons.flatMap(({ related }) => related.map(({ kind }) => kind))).not.toContain('phone')
  })

  test('do not bring their employer along when they are asked for', () => {
    expect(ask('Образцова Анна Павловна').map(({ kind }) => kind)).toEqual(['person'])
  })

  test('an entrepreneur is a person with the number of the record', () => {
    const [first, ...others] = ask('Единоличников Глеб Ильич')
    expect(others).toEqual([])
    expect([first?.kind, first?.label, first?.name]).toEqual([
      'person',
      'probable',
      'Единоличников Глеб Ильич'
    ])
    expect(first?.summary.map(({ field }) => field)).toContain('ИНН')
  })
})

describe('organisations of one name', () => {
  test('are no common workplace under two legal forms', () => {
    const people = ask('Пион').filter(({ kind }) => kind === 'person')
    const nameOf = (id: string) => people.find(person => person.id === id)?.name
    const pairs = people.flatMap(({ name, related }) =>
      related
        .filter(({ text }) => text === 'общее место работы')
        .map(({ person_id }) => [name, nameOf(person_id)])
    )
    expect(pairs.toSorted()).toEqual([
      ['Шаблонова Ева Павловна', 'Эскизов Лев Олегович'],
      ['Эскизов Лев Олегович', 'Шаблонова Ева Павловна']
    ])
  })

  test('with two INN are two', () => {
    const cards = ask('Ромашка').filter(({ kind }) => kind === 'organisation')
    expect(cards.map(({ name }) => name)).toEqual(['ПАО «Ромашка»', 'ООО «Ромашка»'])
  })

  test('without a number are one at one address, and two at two', () => {
    expect(ask('ООО Двойник').map(({ record_ids }) => record_ids)).toEqual([
      ['companies:twin-1', 'list:twin-1b'],
      ['list:twin-2']
    ])
    expect(ask('ООО Двойник')[0]?.links.map(({ rule }) => rule)).toEqual(['organisation_contact'])
  })
})

test('a name at one address of two organisations with other numbers is neither’s', () => {
  const cards = ask('ООО Спорная').filter(({ kind }) => kind === 'organisation')
  expect(cards.map(({ record_ids }) => record_ids.join()).toSorted()).toEqual([
    'companies:torn-1',
    'companies:torn-2',
    'list:torn'
  ])
})

test('a lone surname asks for people first', () => {
  const cards = ask('Вектор')
  const lastNamed = cards.findLastIndex(({ name }) => name.startsWith('Вектор '))
  expect(lastNamed).toBeGreaterThanOrEqual(0)
  expect(lastNamed).toBeLessThan(cards.findIndex(({ kind }) => kind === 'organisation'))
})
