import { expect, test } from 'bun:test'
import { PEOPLE_DETAILED } from '#shared/constants.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { isDetailed } from '#shared/identity/detailed.ts'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { columnsOf, loadSource } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'
import { invalidateSourceCache } from '#tests/kit/suppress.ts'
import { moreOf } from './card-indexes.ts'

const COLUMNS = columnsOf({
  'Номер записи': 'record_number',
  ФИО: 'full_name',
  'Дата рождения': 'birth_date',
  Телефон: 'phone'
})
const NAMESAKES = 30
const LINE = 'Подробнов Игорь Олегович'
/** The one who comes last shares a phone with the one who comes first. */
const SHARED = '+79735550000'
const DETAIL = ['summary', 'phones', 'links', 'apart']

let client: Person
startedApp(async app => {
  client = await signedInAs(app, ROLE_INFINITY)
  const rows = Array.from({ length: NAMESAKES }, (_, at) => [
    `${at + 1}`,
    LINE,
    `01.02.${1950 + at}`,
    at === 0 ? SHARED : `+7973555${1000 + at}`
  ])
  rows.push(['100', 'Соседова Яна Викторовна', '05.05.1990', SHARED])
  const columns = columnsOf({
    'Номер записи': 'record_number',
    ФИО: 'full_name',
    'Место работы': 'workplace'
  })
  const staff = ['Трудов Олег Ильич', 'Делов Пётр Ильич'].map((name, at) => [
    `${at + 1}`,
    name,
    'ООО «Подробность»'
  ])
  await loadSource(app, 'staff', { title: 'Кадры', kind: 'ordinary', columns, rows: staff })
  await loadSource(app, 'many', { title: 'Многие', kind: 'ordinary', columns: COLUMNS, rows })
  invalidateSourceCache(app)
})

async function ask(body: object): Promise<SearchAnswer> {
  const { status, body: answer } = await client.post('/api/search/perform', body)
  expect(status).toBe(200)
  return answer
}

test('an answer has the first people in detail, of the others what a list shows, and all when it is asked for', async () => {
  const answer = await ask({ query: LINE })
  const full = await ask({ query: LINE, detail: 'full' })
  expect(answer.persons).toHaveLength(NAMESAKES)
  expect(answer.persons.map(isDetailed)).toEqual(answer.persons.map((_, at) => at < PEOPLE_DETAILED))
  expect(full.persons.every(isDetailed)).toBe(true)
  const cards = full.persons.map(person =>
    Object.fromEntries(Object.entries(person).filter(([key]) => !DETAIL.includes(key)))
  )
  expect(answer.persons.slice(PEOPLE_DETAILED)).toEqual(cards.slice(PEOPLE_DETAILED) as never)
  expect(answer.persons.slice(0, PEOPLE_DETAILED)).toEqual(full.persons.slice(0, PEOPLE_DETAILED))
})

test('the rest of a person comes for nothing while the search is live, and with the answer that is opened again', async () => {
  const { search_id, persons } = await ask({ query: LINE })
  const full = await ask({ search_id, detail: 'full' })
  const last = persons.slice(-2).map(({ id }) => id)
  const { status, body } = await moreOf(client, { search_id, people: last })
  expect(status).toBe(200)
  expect(body.charged).toBe(0)
  expect(body.persons).toEqual(full.persons.slice(-2) as never)
})

test('an organisation that only its people name comes when it is opened too', async () => {
  const { search_id, persons } = await ask({ query: 'ООО «Подробность»' })
  const own = persons.find(({ kind }) => kind === 'organisation')
  expect(own?.record_ids).toEqual([])
  const { body } = await moreOf(client, { search_id, people: [own?.id ?? ''] })
  expect(body.persons).toContainEqual(own as never)
})

test('a form of an answer that another call got is no answer of this one', async () => {
  const query = `${LINE} 01.02.1950`
  const headers = { 'Idempotency-Key': 'detail-of-people' }
  const first = await client.post('/api/search/perform', { query }, { headers })
  expect(first.status).toBe(200)
  const other = await client.post('/api/search/perform', { query, detail: 'full' }, { headers })
  expect(other.body.code).toBe('KEY_REUSED')
  const wrong = await client.post('/api/search/perform', { query, detail: 'brief' })
  expect([wrong.status, wrong.body.code]).toEqual([400, 'BAD_INPUT'])
})

test('whoever is related to the first is there in detail, in whatever place', async () => {
  const { persons } = await ask({ query: `${LINE} ${SHARED}` })
  const [first] = persons
  const related = persons.filter(({ id }) => first?.related.some(({ person_id }) => person_id === id))
  expect(related.map(({ name }) => name)).toEqual(['Соседова Яна Викторовна'])
  expect(related.every(isDetailed)).toBe(true)
})
