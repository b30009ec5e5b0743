import { describe, expect, test } from 'bun:test'
import type { Person } from '#shared/contracts/person.ts'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import { groupPersons } from '#shared/identity/people/group.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import { planOf } from '#tests/kit/search-in.ts'
import { inn, passport, phone, type RowFields, record, snils } from './clusters.ts'

const ФИО = 'Примеров Илья Андреевич'
const ДР = '14.03.1981'

const answer = (line: string, ...rows: RowFields[]): Person[] => {
  const plan = planOf(line)
  const records = rows.map((fields, at): MatchedRecord => {
    const matched = record(String(at), `s${at}`, fields)
    return { ...matched, match: matchRecord(matched.attributes, plan) }
  })
  return groupPersons(records, plan)
}

const summaryOf = ({ name, label, band }: Person) => `${name}: ${label}, ${band}`
const against = (person: Person | undefined) =>
  person?.query_reasons.filter(({ tone }) => tone === 'contradict').map(({ text }) => text)

describe('a card one of whose records says another patronymic', () => {
  test.each(['Иванов Сергей Дмитриевич', 'Иванов С. Д.', 'Ivanov Sergei Dmitrievich'])(
    'contradicts with «%s» and stands below whoever has the name',
    other => {
      const people = answer(
        `Сергей Евгеньевич Иванов ИНН ${inn(1)}`,
        { ФИО: 'Иванов Сергей', inn: 1 },
        { ФИО: other, inn: 1 },
        { ФИО: 'Иванов Сергей Евгеньевич' }
      )
      expect(people.map(({ label, band }) => `${label}, ${band}`)).toEqual([
        'probable, missing',
        'namesake, contradicts'
      ])
      expect(against(people[1])).toEqual(['отчество другое'])
      expect(people[1]?.query_reasons.find(({ code }) => code === 'other_patronymic')?.record_ids).toEqual([
        's1:1'
      ])
    }
  )

  test('contradicts also by the gender of the patronymic', () => {
    const [person, ...others] = answer(
      `Примеров Саша Андреевич ИНН ${inn(1)}`,
      { ФИО: 'Примеров Саша', inn: 1 },
      { ФИО: 'Саша Андреевна', inn: 1 }
    )
    expect([others, person?.label, against(person)]).toEqual([[], 'related', ['пол по имени другой']])
  })

  test.each<[string, RowFields, RowFields, string]>([
    ['a letter', { ФИО: 'Иванова М.' }, { ФИО: 'Иванова Марина' }, 'имя другое'],
    ['a letter of two', { ФИО: 'Иванова М. С.' }, { ФИО: 'Иванова Марина Сергеевна' }, 'имя другое'],
    ['no given name', { Фамилия: 'Иванова' }, { ФИО: 'Иванова Марина' }, 'имя другое'],
    [
      'the year',
      { ФИО: 'Иванова М.', ДР: '1981' },
      { ФИО: 'Иванова Мария', ДР: '15.08.1981' },
      'дата рождения другая'
    ]
  ])('contradicts by the record that says more than %s', (_, less, more, text) => {
    for (const line of [
      `Иванова Мария 14.03.1981 ИНН ${inn(1)}`,
      `Иванова Мария 14.03.1981 ${phone(1)} ИНН ${inn(1)}`
    ])
      for (const rows of [
        [less, more],
        [more, less]
      ]) {
        const [person, ...others] = answer(line, ...rows.map(row => ({ ...row, phone: 1, inn: 1 })))
        expect([others, against(person)]).toEqual([[], [text]])
      }
  })

  test('does not where another record has the given name that was asked', () => {
    const [person] = answer(
      `Иванова Мария ИНН ${inn(1)}`,
      { ФИО: 'Иванова М.', inn: 1 },
      { ФИО: 'Иванова Маша', inn: 1 },
      { ФИО: 'Иванова Мария', inn: 1 }
    )
    expect(against(person)).toEqual([])
  })

  test('does not by a word that only stands where a patronymic does', () => {
    const [person] = answer(
      `Семёнова Мария ${phone(1)} Примерск`,
      { ФИО: 'Семёнова Мария', phone: 1 },
      { ФИО: 'Семёнова Мария Тимофеевна', phone: 1 }
    )
    expect([person?.label, against(person)]).toEqual(['probable', []])
  })

  test('does not where another one has the patronymic that was asked', () => {
    const [person] = answer(
      `Иванов Сергей Евгеньевич ИНН ${inn(1)}`,
      { ФИО: 'Иванов Сергей', inn: 1 },
      { ФИО: 'Иванов Сергей Евгеньевич', inn: 1 }
    )
    expect(person && summaryOf(person)).toBe('Иванов Сергей Евгеньевич: match, full')
  })
})

describe('who has most of what was asked', () => {
  const namesakes: RowFields[] = [
    { ФИО },
    { ФИО, ДР: '1981' },
    { ФИО, Адрес: 'г. Примерск, ул. Образцовая, д. 7' }
  ]

  test.each([
    ['ИНН', { inn: 1 }, { inn: 2 }, inn(1), inn(2), 'один из ИНН запроса другой'],
    ['СНИЛС', { snils: 1 }, { snils: 2 }, snils(1), snils(2), 'один из СНИЛС запроса другой'],
    [
      'паспорт',
      { passport: 1 },
      { passport: 2 },
      passport(1),
      passport(2),
      'один из паспортов запроса другой'
    ]
  ])(
    'stands first, though one of two %s is somebody else’s',
    (label, own, other, number, otherNumber, text) => {
      const [first, ...others] = answer(
        `${ФИО} ${label} ${number} ${label} ${otherNumber}`,
        ...namesakes,
        { ФИО, ...own },
        { ФИО: 'Другов Олег Петрович', ...other }
      )
      expect(first && summaryOf(first)).toBe(`${ФИО}: probable, missing`)
      expect(against(first)).toEqual([text])
      expect(others.map(({ label: one }) => one)).toEqual(['probable', 'probable', 'probable', 'related'])
    }
  )

  test.each<[string, string, RowFields, string[]]>([
    ['phone', `${phone(77)} ИНН ${inn(1)}`, { phone: 1, inn: 1 }, ['телефон другой']],
    ['INN', `${phone(1)} ИНН ${inn(2)}`, { phone: 1, inn: 1 }, ['ИНН другой']],
    ['SNILS', `${phone(1)} СНИЛС ${snils(2)}`, { phone: 1, snils: 1 }, ['СНИЛС другой']],
    ['passport', `${phone(1)} паспорт ${passport(99)}`, { phone: 1, passport: 1 }, ['паспорт другой']]
  ])(
    'is no namesake, though the %s is another one beside three facts that agree',
    (_, numbers, own, texts) => {
      const people = answer(`${ФИО} ${ДР} ${numbers}`, ...namesakes, { ФИО, ДР, ...own })
      const [last] = people.filter(({ band }) => band === 'contradicts')
      expect(last?.label).toBe('probable')
      expect(last && against(last)).toEqual(texts)
      expect(people).toHaveLength(4)
    }
  )

  test('but another INN or SNILS beside fewer facts is another person', () => {
    const people = answer(`${ФИО} ${ДР} ИНН ${inn(2)}`, { ФИО, ДР, inn: 1 }, { ФИО })
    expect(people.map(({ label, band }) => `${label}, ${band}`)).toEqual([
      'probable, missing',
      'namesake, contradicts'
    ])
  })

  test('one detail nearly right beside one that agrees is better than one alone', () => {
    const people = answer(
      `${ФИО} ${ДР}`,
      { ФИО, ДР: '14.03.1982' },
      { ФИО: 'Примров Илья Андреевич', ДР },
      { ФИО }
    )
    expect(people.map(({ band, record_ids: [id] }) => `${band} ${id}`)).toEqual([
      'near s1:1',
      'missing s2:2',
      'near s0:0'
    ])
  })

  test('each of several people by their own details alone', () => {
    const people = answer(
      `${ФИО} ${ДР} ${phone(1)}; Другов Олег Петрович`,
      { ФИО: 'Другов Олег Петрович' },
      { ФИО }
    )
    expect(people.map(({ name }) => name)).toEqual(['Другов Олег Петрович', ФИО])
  })
})

describe('the fullest record decides how a card agrees', () => {
  const card = (line: string, ...names: string[]) =>
    answer(line, ...names.map((name): RowFields => ({ ФИО: name, ДР, snils: 1 }))).map(
      ({ label, band }) => `${label}, ${band}`
    )

  test.each<[string, string, string, string]>([
    ['letters of given name and patronymic', 'Беляева А.П.', 'Беляева Анна Петровна', 'Беляева Анна'],
    ['letters, also of a record', 'Беляева А.П.', 'Беляева Анна Петровна', 'Беляева А.'],
    ['the letter of a patronymic', 'Беляева Анна П.', 'Беляева Анна Петровна', 'Беляева Анна'],
    [
      'a whole name that one writes in Latin',
      'Беляева Анна Петровна',
      'Beliaeva Anna Petrovna',
      'Беляева Анна'
    ]
  ])('%s', (_, line, whole, short) => {
    for (const order of [
      [whole, short],
      [short, whole]
    ])
      expect([order, card(`${line} ${ДР}`, ...order)]).toEqual([order, ['match, full']])
  })
})
