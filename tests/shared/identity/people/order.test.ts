import { describe, expect, test } from 'bun:test'
import type { Person } from '#shared/contracts/person.ts'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import { groupPersons } from '#shared/identity/people/group.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import { planOf } from '#tests/kit/search-in.ts'
import { inn, phone, record, type Said } from './clusters.ts'

const ДР = '14.03.1981'

const answer = (line: string, ...rows: Said[]): Person[] => {
  const plan = planOf(line)
  const records = rows.map((said, at): MatchedRecord => {
    const found = record(String(at), `s${at}`, said)
    return { ...found, match: matchRecord(found.attributes, plan) }
  })
  return groupPersons(records, plan)
}

const told = ({ name, label, band }: Person) => `${name}: ${label}, ${band}`
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
    expect(person && told(person)).toBe('Иванов Сергей Евгеньевич: match, full')
  })
})

describe('the fullest record decides how a card agrees', () => {
  const card = (line: string, ...names: string[]) =>
    answer(line, ...names.map((name): Said => ({ ФИО: name, ДР, snils: 1 }))).map(
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
