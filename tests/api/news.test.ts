import { expect, test } from 'bun:test'
import { seedNews } from '#api/db/seed/news.ts'
import type { NewsItem } from '#shared/contracts/news.ts'
import { createClient } from '#tests/kit/client.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { startedApp } from '#tests/kit/started-app.ts'

let person: Person
const app = startedApp(async app => {
  person = await registerAndLogin(app)
})

test('an empty list is an answer, and the seed fills it once', async () => {
  expect((await person.get('/api/news')).body).toEqual({ ok: true, data: [] })
  await Promise.all([seedNews(app.database.owner), seedNews(app.database.owner)])
  await seedNews(app.database.owner)
  expect((await person.get('/api/news?limit=50')).body.data).toHaveLength(6)
})

test('news come newest first, five unless said otherwise', async () => {
  const { body } = await person.get<{ data: NewsItem[] }>('/api/news')
  expect(body.data).toHaveLength(5)
  expect(body.data[0]).toEqual({
    id: expect.any(Number),
    title: 'Демо-данные: люди в демо-источниках вымышлены',
    category: 'Информация',
    date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    summary: expect.any(String),
    author: expect.any(String),
    is_featured: true
  })
  const dates = body.data.map(item => item.date)
  expect(dates).toEqual([...dates].sort().reverse())
  expect((await person.get('/api/news?limit=2')).body.data).toEqual(body.data.slice(0, 2))
})

test.each([
  '0',
  '51',
  '-1',
  '1.5',
  'abc',
  '',
  '1e1',
  '%00',
  '1&limit=2',
  '[5]',
  '{}',
  '99999999999999999999'
])('a limit of %s is refused', async limit => {
  const answer = await person.get(`/api/news?limit=${limit}`)
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ code: 'BAD_INPUT', error: 'Неверные параметры запроса' })
})

test('one item is read by its id', async () => {
  const [first] = (await person.get('/api/news?limit=1')).body.data
  expect((await person.get(`/api/news/${first.id}`)).body).toEqual({ ok: true, data: first })
})

test.each(['999999', '0', '-1', 'abc', '1.0', '%00', '99999999999', '1%20', '%D0%B0', '%ff'])(
  'an item %s is not found',
  async id => {
    const answer = await person.get(`/api/news/${id}`)
    expect(answer.status).toBe(404)
    expect(answer.body).toMatchObject({ ok: false, code: 'NOT_FOUND', error: 'Не найдено' })
  }
)

test('nobody reads news without a session', async () => {
  for (const path of ['/api/news', '/api/news/1', '/api/news?limit=999']) {
    expect((await createClient(app.url).get(path)).status).toBe(401)
  }
})
