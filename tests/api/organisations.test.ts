import { expect, test } from 'bun:test'
import { EXAMPLE_COMPANY } from '#api/db/seed/example-companies.ts'
import { EXAMPLE_PERSON } from '#api/db/seed/example-family.ts'
import { completeInn } from '#api/db/seed/identifiers.ts'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { columnsOf, loadSource } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'
import { invalidateSourceCache, suppress } from '#tests/kit/suppress.ts'

const { name, inn, ogrn } = EXAMPLE_COMPANY
const DIRECTOR = EXAMPLE_PERSON.name
const SWITCHBOARD = '+7 973 700-00-07'

let client: Person

const app = startedApp(async app => {
  await loadSource(app, 'kit_orgs', {
    title: 'Проверочный реестр организаций',
    kind: 'public_register',
    // Mapped before organisations had kinds of their own: the headers tell.
    columns: columnsOf({
      'Номер записи': 'record_number',
      Организация: 'organization',
      ОГРН: 'ogrn',
      'ИНН организации': 'inn',
      Руководитель: 'full_name',
      'ИНН руководителя': 'inn',
      Должность: 'other',
      'Телефон организации': 'phone',
      'Юридический адрес': 'address'
    }),
    rows: [
      [
        '1',
        name,
        ogrn,
        inn,
        DIRECTOR,
        EXAMPLE_PERSON.inn,
        'генеральный директор',
        SWITCHBOARD,
        'Примерск, Тестовая, 7'
      ],
      ['2', name, ogrn, inn, '', '', '', SWITCHBOARD, 'Примерск, Тестовая, 7'],
      ['3', 'ООО «ВЕКТОР-77»', '', completeInn('001204778'), '', '', '', '', 'Примерск, Тестовая, д. 7']
    ]
  })
  await loadSource(app, 'kit_staff', {
    title: 'Проверочные кадры',
    kind: 'ordinary',
    columns: columnsOf({
      'Табельный номер': 'record_number',
      ФИО: 'full_name',
      'Дата рождения': 'birth_date',
      'Место работы': 'workplace',
      'ИНН работодателя': 'organization_inn',
      'Рабочий телефон': 'phone',
      'Телефон организации': 'organization_phone'
    }),
    rows: [
      ['1', DIRECTOR, EXAMPLE_PERSON.born, name, inn, '', SWITCHBOARD],
      ['2', 'Образцова Анна Павловна', '02.03.1990', name, inn, '+7 974 000-00-12', SWITCHBOARD],
      ['3', 'Вектор Пётр Ильич', '05.06.1970', 'ИП Вектор П. И.', '', '+7 974 000-00-77', '']
    ]
  })
  client = await signedInAs(app, ROLE_INFINITY)
})

const ask = async (query: string) => {
  const { status, body } = await client.post('/api/search/perform', { query })
  expect(status).toBe(200)
  return body
}

interface Card {
  kind: string
  label: string
  name: string
  record_ids: string[]
  summary: { field: string; value: string }[]
  related: { kind: string; person_id?: string; text: string }[]
}
const cardsOf = async (query: string): Promise<Card[]> => (await ask(query)).persons
const brief = ({ kind, label, name: shown }: Card) => `${kind} ${label} ${shown}`
const fieldsOf = (card?: Card) => card?.summary.map(({ field }) => field) ?? []

test('an INN that was asked matches its organisation, and its people are connected', async () => {
  const cards = await cardsOf(`ИНН ${inn}`)
  expect(cards.map(brief).toSorted()).toEqual([
    `organisation match ${name}`,
    'person related Образцова Анна Павловна',
    `person related ${DIRECTOR}`,
    `person related ${DIRECTOR}`
  ])
  const [company, ...people] = cards
  expect(company?.record_ids).toEqual(['kit_orgs:2'])
  expect(company?.related.map(({ text }) => text).toSorted()).toEqual([
    'генеральный директор',
    'место работы',
    'место работы'
  ])
  for (const person of people) {
    const own = fieldsOf(person)
    expect(own.filter(field => field === 'ОГРН' || field === 'Адрес')).toEqual([])
    expect(person.summary.filter(({ value }) => value === inn || value === SWITCHBOARD)).toEqual([])
  }
  expect(fieldsOf(company)).toEqual(
    expect.arrayContaining(['Телефон', 'ИНН', 'ОГРН', 'Адрес', 'Организация'])
  )
})

test('every record of an answer is on exactly one card', async () => {
  for (const query of [inn, ogrn, SWITCHBOARD, 'ООО ВЕКТОР-7', 'Вектор', DIRECTOR, `${DIRECTOR} ${inn}`]) {
    const { persons, matches } = await ask(query)
    const placed: string[] = persons.flatMap(({ record_ids }: Card) => record_ids)
    expect([query, placed.toSorted()]).toEqual([query, Object.keys(matches).toSorted()])
  }
})

test('«ООО ВЕКТОР-7» finds it first, and nobody is called a namesake', async () => {
  const cards = await cardsOf('ООО ВЕКТОР-7')
  expect(cards[0] && brief(cards[0])).toBe(`organisation probable ${name}`)
  expect(cards.filter(({ label }) => label === 'namesake')).toEqual([])
  const names = cards.map(card => card.name)
  expect(names.indexOf('ООО «ВЕКТОР-77»')).toBeGreaterThan(0)
})

test('a company’s phone joins nobody, and a person is found by his own', async () => {
  const cards = await cardsOf(SWITCHBOARD)
  expect(cards.map(brief)[0]).toBe(`organisation match ${name}`)
  expect(cards.filter(({ kind, label }) => kind === 'person' && label !== 'related')).toEqual([])
  expect((await cardsOf('+7 974 000-00-12')).map(brief)).toEqual(['person match Образцова Анна Павловна'])
})

test('a suppressed employee is absent, and takes neither the company nor the others along', async () => {
  await suppress(app, { kind: 'inn', value: EXAMPLE_PERSON.inn })
  invalidateSourceCache(app)
  const { persons } = await ask(`ИНН ${inn}`)
  // The list of employees knows no INN of his: there he is absent by name and birth date.
  expect(persons.map(brief).toSorted()).toEqual([
    `organisation match ${name}`,
    'person related Образцова Анна Павловна',
    `person related ${DIRECTOR}`
  ])
  expect(await cardsOf(EXAMPLE_PERSON.inn)).toEqual([])
})

test('a phone on the list hides the people beside it, and not the company that has it too', async () => {
  await suppress(app, { kind: 'phone', value: '9737000007' })
  invalidateSourceCache(app)
  expect((await cardsOf(`ИНН ${inn}`)).map(brief)).toEqual([`organisation match ${name}`])
  expect(await cardsOf(SWITCHBOARD)).toEqual([])
})

test('a number of a company on a list from elsewhere hides neither it nor who is named beside it', async () => {
  await loadSource(app, 'kit_notes', {
    title: 'Заметки',
    kind: 'ordinary',
    columns: columnsOf({ Номер: 'record_number', Телефон: 'phone', Примечание: 'other' }),
    rows: [['1', '+7 973 700-00-99', `Работает там, где ОГРН ${ogrn} и ИНН ${inn}`]]
  })
  const lines = [`ОГРН ${ogrn}`, `ИНН ${inn}`, '+7 973 700-00-99']
  const counts = async () => {
    invalidateSourceCache(app)
    return await Promise.all(lines.map(async line => (await ask(line)).results_count))
  }
  const before = await counts()
  expect(before.every(count => count > 0)).toBe(true)
  await suppress(app, { kind: 'ogrn', value: ogrn }, { kind: 'inn', value: inn })
  expect(await counts()).toEqual(before)
})
