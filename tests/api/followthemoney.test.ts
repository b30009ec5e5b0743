import { expect, test } from 'bun:test'
import { EXAMPLE_COMPANY } from '#api/db/seed/example-companies.ts'
import { EXAMPLE_PERSON } from '#api/db/seed/example-family.ts'
import { runLists } from '#api/features/search/lists/service.ts'
import type { FtmEntity } from '#shared/ftm/entity.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import { describeWherePossible } from '#tests/kit/elastic/where-possible.ts'
import { judgeEntities, lacksFollowTheMoney } from '#tests/kit/followthemoney.ts'
import { accountWithToken } from '#tests/kit/public-api.ts'
import { columnsOf, loadSource } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'
import { invalidateSourceCache } from '#tests/kit/suppress.ts'
import { until } from '#tests/kit/until.ts'

const { name, born: birthDate, inn, snils, passport, phone, email } = EXAMPLE_PERSON
const address = 'г. Примерск, ул. Образцовая, д. 7, кв. 41'
const COMPANY = EXAMPLE_COMPANY

const app = startedApp(async app => {
  await loadSource(app, 'people', {
    title: 'Проверочный реестр людей',
    kind: 'ordinary',
    columns: columnsOf({
      ФИО: 'full_name',
      'Дата рождения': 'birth_date',
      ИНН: 'inn',
      СНИЛС: 'snils',
      Паспорт: 'passport',
      Телефон: 'phone',
      'E-mail': 'email',
      Адрес: 'address',
      'Место рождения': 'birth_place'
    }),
    rows: [
      [name, birthDate, inn, snils, passport, phone, email, address, 'Примерск'],
      ['Соседкина Анна', '01.02.1975', '', '', '', phone, '', address, '']
    ]
  })
  await loadSource(app, 'staff', {
    title: 'Проверочные кадры',
    kind: 'ordinary',
    columns: columnsOf({
      ФИО: 'full_name',
      'Дата рождения': 'birth_date',
      Должность: 'position',
      Организация: 'organization',
      'ИНН организации': 'organization_inn'
    }),
    rows: [[name, birthDate, 'инженер', COMPANY.name, COMPANY.inn]]
  })
  invalidateSourceCache(app)
})

async function entitiesOf(request: string, more: object = {}) {
  const account = await accountWithToken(app)
  const response = await app.request('/api/search', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${account.token}` },
    body: JSON.stringify({ request, format: 'ftm', ...more })
  })
  const text = await response.text()
  const entities = text
    .split('\n')
    .filter(Boolean)
    .map((line): FtmEntity => JSON.parse(line))
  return { account, response, text, entities }
}

test('an answer is written as people, papers, addresses and ties, charged as a search, with its headers', async () => {
  const { account, response, entities } = await entitiesOf(name)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/x-ndjson;charset=utf-8'
  ])
  expect([response.headers.get('sverka-charged'), response.headers.get('sverka-balance')]).toEqual(['1', '4'])
  expect((await booksIn(app, account)).charges).toBe(1)
  const person = entities.find(({ schema }) => schema === 'Person')
  expect(person?.properties).toMatchObject({ innCode: [inn], publisher: expect.any(Array) })
  expect(person?.properties.phone?.[0]).toMatch(/^\+7973\d{7}$/)
  const schemata = new Set(entities.map(({ schema }) => schema))
  expect([...schemata].toSorted()).toEqual(expect.arrayContaining(['Address', 'Identification', 'Person']))
  const papers = entities.filter(({ schema }) => schema === 'Identification')
  expect(papers.map(({ properties }) => properties.type?.[0]).toSorted()).toEqual(['Паспорт', 'СНИЛС'])
})

test('ties join those who share something, and a person with the place of work', async () => {
  const shared = (await entitiesOf(phone)).entities
  const link = shared.find(({ schema }) => schema === 'UnknownLink')
  const people = shared.filter(({ schema }) => schema === 'Person').map(({ id }) => id)
  expect([link?.properties.subject, link?.properties.object].flat().toSorted()).toEqual(people.toSorted())
  const work = (await entitiesOf(COMPANY.name)).entities
  const employment = work.find(({ schema }) => schema === 'Employment')
  const idOf = (wanted: string) => work.filter(({ schema }) => schema === wanted).map(({ id }) => id)
  expect([employment?.properties.employer, employment?.properties.employee]).toEqual([
    idOf('Organization'),
    idOf('Person')
  ])
})

test('the same records have the same ids for everybody, in every search', async () => {
  const [one, again, other] = [await entitiesOf(name), await entitiesOf(name), await entitiesOf(inn)]
  const ids = ({ entities }: { entities: FtmEntity[] }) => entities.map(({ id }) => id).toSorted()
  expect(ids(again)).toEqual(ids(one))
  const main = one.entities.find(({ schema }) => schema === 'Person')?.id ?? ''
  expect(ids(other)).toContain(main)
  expect(new Set(ids(one)).size).toBe(one.entities.length)
})

test('nobody is an empty file, and what is refused is refused as any search', async () => {
  const nobody = await entitiesOf('Никакоев Никак')
  expect([nobody.response.status, nobody.text]).toEqual([200, ''])
  for (const [more, code] of [
    [{ limit: 501 }, 'BAD_LIMIT'],
    [{ format: 'gedcom' }, 'BAD_INPUT']
  ] as const) {
    const { response, text } = await entitiesOf(name, more)
    expect([response.status, JSON.parse(text).error_code]).toEqual([400, code])
  }
})

async function listEntities(lines: string[]): Promise<string> {
  const { token } = await accountWithToken(app)
  const ask = async (path: string, body?: object) => {
    await Bun.sleep(500)
    return await app.request(path, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) })
    })
  }
  const stop = runLists(app.context)
  try {
    const { list } = await (await ask('/api/lists', { lines })).json()
    await ask(`/api/lists/${list.id}/start`, {})
    await until(async () => (await (await ask(`/api/lists/${list.id}`)).json()).list.state === 'done')
    const file = await ask(`/api/lists/${list.id}/export?format=ftm`)
    expect(file.headers.get('content-disposition')).toContain('list.ftm.json')
    return await file.text()
  } finally {
    await stop()
  }
}

test('a list is written as the best people of its rows', async () => {
  const entities = (await listEntities([name, 'Никакоев Никак', name]))
    .split('\n')
    .filter(Boolean)
    .map((line): FtmEntity => JSON.parse(line))
  expect(entities).toHaveLength(1)
  expect(entities[0]).toMatchObject({ schema: 'Person', properties: { name: [expect.any(String)] } })
})

describeWherePossible(lacksFollowTheMoney(), 'the library of FollowTheMoney', () => {
  test.each([name, inn, COMPANY.name, phone, address])(
    'finds nothing wrong with the answer to %s',
    async line => {
      const { text, entities } = await entitiesOf(line)
      expect(await judgeEntities(text)).toEqual({ entities: entities.length, wrong: [] })
      expect(entities.length).toBeGreaterThan(1)
    }
  )

  test('finds nothing wrong with a list, and something with what is wrong', async () => {
    const text = await listEntities([name])
    expect(await judgeEntities(text)).toEqual({ entities: 1, wrong: [] })
    const bad = { id: 'a', schema: 'Employment', caption: '', properties: { employer: ['b'], shoe: ['43'] } }
    const { wrong } = await judgeEntities(`${JSON.stringify(bad)}\n`)
    expect(wrong).toEqual(
      expect.arrayContaining(['Employment: employee is required', 'Employment.shoe: no property'])
    )
  })
})
