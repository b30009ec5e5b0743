import { expect, test } from 'bun:test'
import { incline } from 'lvovich'
import { makePeople } from '#api/db/seed/people.ts'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { planOf } from '#tests/kit/search-in.ts'
import { findStep } from '#tests/shared/identity/lookup/find-step.ts'
import { scoreOf } from './read-line.ts'

const CASES = ['genitive', 'dative', 'instrumental'] as const
const SEEDS = [1, 2, 3]
const PEOPLE = 120
/** Surnames that the generator hardly makes. */
const OTHER_SURNAMES = (
  'Черных Седых Гончаренко Шевчук Мороз Бондарь Гайдай Толстой Белый Вишневский Трубецкой Кравец Коваль Дюма Соловей ' +
  'Лебедь Ткач Чернышевский Живаго Ким Саакашвили Петросян Лялин Птицын Глинка Сковорода Гулыга'
).split(' ')

interface Spoken {
  surname: string
  given: string
  patronymic: string
  gender: 'male' | 'female'
}

function peopleOf(seed: number): Spoken[] {
  const people: Spoken[] = []
  for (const { person } of makePeople(PEOPLE, seed)) {
    if (person.patronymic === '') continue
    const gender = person.female ? 'female' : 'male'
    people.push({ surname: person.surname, given: person.givenName, patronymic: person.patronymic, gender })
  }
  return people
}

const others = OTHER_SURNAMES.flatMap((surname, at): Spoken[] => [
  { surname, given: ['Павел', 'Лев', 'Пётр', 'Илья'][at % 4] ?? '', patronymic: 'Ильич', gender: 'male' },
  {
    surname: surname.replace(/(?:[ыи]й|ой)$/, 'ая').replace(/[иы]н$/, '$&а'),
    given: ['Любовь', 'Нинель', 'Мария', 'Ольга'][at % 4] ?? '',
    patronymic: 'Кузьминична',
    gender: 'female'
  }
])

/** The forms are those of another author's library. */
function formsOf({ surname, given, patronymic, gender }: Spoken, at: (typeof CASES)[number]) {
  const { last, first, middle } = incline({ last: surname, first: given, middle: patronymic, gender }, at)
  return [`${last} ${first} ${middle}`, `${first} ${middle} ${last}`]
}

function isFound(line: string, { surname, given, patronymic }: Spoken): boolean {
  const record = { Фамилия: surname, Имя: given, Отчество: patronymic }
  if (findStep(line, record) === null) return false
  return matchRecord(readAttributes(record, {}), planOf(line)).score >= 0.6
}

test('finds people by their full names in oblique cases', () => {
  const shares: string[] = []
  for (const [set, people] of [
    ...SEEDS.map(seed => [`seed ${seed}`, peopleOf(seed)] as const),
    ['rarer', others] as const
  ])
    for (const at of CASES) {
      const lines = people.flatMap(person => formsOf(person, at).map(line => ({ line, person })))
      const missed = lines.filter(({ line, person }) => !isFound(line, person))
      const share = 1 - missed.length / lines.length
      shares.push(`${set} ${at} ${share.toFixed(3)}`)
      expect([set, at, share >= (set === 'rarer' ? 0.9 : 0.95) || missed.map(({ line }) => line)]).toEqual([
        set,
        at,
        true
      ])
    }
  console.log(shares.join(', '))
})

test('puts the nominative above what is written, and searches both', () => {
  const values = (line: string) =>
    parseQuery(line).map(({ value, note }) => `${value}${note ? ` (${note})` : ''}`)
  expect(values('Иванова Ивана').slice(0, 2)).toEqual([
    'Иванов Иван (в именительном падеже)',
    'Иванова Ивана'
  ])
  expect(values('Иванова Александра')[0]).toBe('Иванова Александра')
  expect(values('Иванову Ивану Ивановичу').slice(0, 2)).toEqual([
    'Иванов Иван Иванович (в именительном падеже)',
    'Иванову Ивану Ивановичу'
  ])
  const [combined] = parseQuery('Ивановой Анной Петровной 01.02.1980')
  expect(combined?.parts?.map(({ value }) => value)).toEqual(['Иванова Анна Петровна', '1980-02-01'])
  expect(values('Ивана Ивановича Иванова, Москва')[0]).toStartWith('Иванов Иван Иванович Москва')
})

test('leaves out a preposition before a name', () => {
  const names = (line: string) =>
    parseQuery(line)
      .filter(({ kind }) => kind === 'full_name')
      .map(({ value }) => value)
  for (const line of [
    'О Примеровом Илье Андреевиче',
    'о Примерове Илье Андреевиче',
    'к Примерову Илье Андреевичу',
    'с Примеровым Ильёй Андреевичем'
  ])
    expect([line, names(line)[0]]).toEqual([line, 'Примеров Илья Андреевич'])
  expect(names('Об Иванове Иване Ивановиче')[0]).toBe('Иванов Иван Иванович')
  expect(names('про Примерова Илью')[0]).toBe('Примеров Илья')
  expect(names('на Иванова Ивана')[0]).toBe('Иванов Иван')
  expect(names('для Иванов Иван')[0]).toBe('Иванов Иван')
  for (const [line, name] of [
    ['О Иванов', 'Иванов О.'],
    ['С Петров', 'Петров С.'],
    ['К. Примеров', 'Примеров К.']
  ] as const)
    expect([line, names(line)[0]]).toEqual([line, name])
})

test('leaves names in the nominative as they are', () => {
  for (const line of [
    ...['Иванов Иван Иванович', 'Иванова Александра', 'Петрова Валентина', 'Саша Примеров', 'Никита Щука'],
    ...[
      'Цой Виктор',
      'Любовь Белая',
      'Примеров И.А.',
      'Алиев Гейдар Ага оглы',
      'Данила Петров',
      'Примерова Лана'
    ]
  ])
    expect([line, parseQuery(line).filter(({ note }) => note !== undefined)]).toEqual([line, []])
})

const BORN = { ФИО: 'Иванов Иван Тимофеевич', 'Дата рождения': '24.12.1962' }

test.each([
  'договор с Ивановым Иваном Тимофеевичем 24.12.1962',
  'Прошу проверить Иванова Ивана Тимофеевича 24.12.1962',
  'Иванова Ивана Тимофеевича 24.12.1962 г. Воображаевск',
  'в отношении Иванова Ивана Тимофеевича, 24.12.1962 г.р.',
  'Иванова Ивана Тимофеевича, ООО «Демо-Логистика», 24.12.1962',
  'Прошу проверить Иванова Ивана, 24.12.1962',
  'договор с Ивановым Иваном Тимофеевичем +79732041740',
  'Иванова Ивана Тимофеевича 24.12.1962 г. Воображаевск; Петрову Анну 1980'
])('«%s» finds the person in the nominative beside other words', line => {
  expect(scoreOf(line, BORN)).toBeGreaterThanOrEqual(0.7)
})

test('other words beside a name in an oblique case make nobody of another patronymic the likelier one', () => {
  const line = 'Иванова Ивана Тимофеевича 24.12.1962 г. Воображаевск'
  for (const name of ['Иванова Ивана', 'Иванов Иван Сергеевич', 'Иванов И. С.'])
    expect([name, scoreOf(line, { ...BORN, ФИО: name }) < scoreOf(line, BORN)]).toEqual([name, true])
})

test.each(['Иванову Ивану Тимофеевичу, 1962 г.р.', 'Иванову Ивану Тимофеевичу 1962 паспорт 00 05 154342'])(
  '«%s» is nobody whose initials say another patronymic',
  line => {
    const score = (name: string) =>
      matchRecord(readAttributes({ ФИО: name, 'Дата рождения': '24.12.1962' }, {}), planOf(line)).score
    for (const name of ['Иванов И. В.', 'Иванова И. С.'])
      expect([name, score(name) <= 0.55]).toEqual([name, true])
    expect(score('Иванов И. Т.')).toBeGreaterThan(0.55)
  }
)

const bandIn = (line: string) => {
  const { band, confirmed } = matchRecord(readAttributes(BORN, {}), planOf(line))
  return [line, band, confirmed]
}

test.each([
  'договор с Ивановым Иваном Тимофеевичем 24.12.1962',
  'Претензия к Иванову Ивану Тимофеевичу, 24.12.1962',
  'исковое заявление к Иванову Ивану Тимофеевичу 24.12.1962',
  'договор займа от 14.03.2021 с Ивановым Иваном Тимофеевичем 24.12.1962',
  'Прошу проверить Иванова Ивана Тимофеевича 24.12.1962',
  'прошу предоставить сведения на Иванова Ивана, 24.12.1962',
  'в отношении Иванова Ивана Тимофеевича, 24.12.1962 г.р.',
  '24.12.1962 договор: Иванов Иван Тимофеевич'
])('«%s» agrees in all that tells a person', line => expect(bandIn(line)).toEqual([line, 'full', true]))

test.each([
  'договор Казань с Ивановым Иваном Тимофеевичем 24.12.1962',
  'договор с Ивановым Иваном Тимофеевичем г. Казань 24.12.1962',
  'договор с ООО «Вектор» Ивановым Иваном Тимофеевичем 24.12.1962',
  'договор с Ивановым Иваном Тимофеевичем бригадир 24.12.1962',
  'Долгов Иван Тимофеевич 24.12.1962',
  'Договор Иван Тимофеевич 24.12.1962'
])('«%s» has words beside the name that no record of the person has', line =>
  expect(bandIn(line)[1]).not.toBe('full')
)

test('a woman whose name is written like the genitive of a man stands below him', () => {
  const line = 'Иванова Ивана'
  const [man, woman] = ['Иванов Иван Петрович', 'Иванова Ивана Петровна'].map(ФИО => scoreOf(line, { ФИО }))
  expect([man && woman && man > woman, woman && woman > 0.7]).toEqual([true, true])
})

test('finds people by given name and patronymic alone in oblique cases', () => {
  const missed = SEEDS.flatMap(seed =>
    peopleOf(seed).flatMap(person =>
      CASES.flatMap(at => {
        const [line = ''] = formsOf({ ...person, surname: '' }, at).map(form =>
          form.replace(/undefined|null/g, '').trim()
        )
        const nominative = `${person.given} ${person.patronymic}`
        return parseQuery(line).some(({ value }) => value === nominative) ? [] : [line]
      })
    )
  )
  expect(missed.length).toBeLessThanOrEqual(SEEDS.length * PEOPLE * CASES.length * 0.02)
})
