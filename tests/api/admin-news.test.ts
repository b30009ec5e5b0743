import { expect, test } from 'bun:test'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { actsOf } from '#tests/kit/acts.ts'
import { administeredApp } from '#tests/kit/administered-app.ts'
import { registerAndLogin, signedInAs } from '#tests/kit/people.ts'

const NEWS = '/api/auth/admin/news'
const ITEM = { title: 'Новый источник', category: 'База данных', summary: 'Добавлен демо-реестр' }

const { app, admin } = administeredApp()

test('an item is written, featured and deleted; readers see it, the audit keeps both states', async () => {
  const reader = await registerAndLogin(app)
  const { data } = (await admin.post(NEWS, ITEM)).body
  expect(data).toMatchObject({ ...ITEM, author: admin.username, is_featured: false })
  const { is_draft: isDraft, ...seen } = data
  expect(isDraft).toBe(false)
  expect((await reader.get(`/api/news/${data.id}`)).body.data).toEqual(seen)
  const { data: featured } = (await admin.put(`${NEWS}/${data.id}`, { ...data, is_featured: true })).body
  expect(featured).toEqual({ ...data, is_featured: true })
  const later = { ...ITEM, author: 'Редакция', date: '2030-01-01T00:00:00Z' }
  const { data: newest } = (await admin.post(NEWS, later)).body
  expect((await admin.get(`${NEWS}?limit=1`)).body).toEqual({ ok: true, news: [newest], total: 2 })
  expect((await admin.get(`${NEWS}?limit=1&offset=1`)).body.news).toEqual([featured])
  expect((await admin.delete(`${NEWS}/${data.id}`)).body).toEqual({ ok: true })
  expect((await reader.get(`/api/news/${data.id}`)).status).toBe(404)
  expect((await admin.delete(`${NEWS}/${data.id}`)).status).toBe(404)
  expect((await admin.put(`${NEWS}/${data.id}`, ITEM)).status).toBe(404)
  expect(await actsOf(app, admin, 'news_update')).toEqual([{ before: data, after: featured }])
  expect(await actsOf(app, admin, 'news_delete')).toEqual([{ before: featured, after: null }])
})

test('the lines of a text stay, signs that nobody sees do not', async () => {
  const reader = await registerAndLogin(app)
  const summary = ' Сервис недоступен.\r\n\r\n\n\n— Списки\u200b встанут.  \r— Запросы\tне списываются.\n'
  const { data } = (await admin.post(NEWS, { ...ITEM, summary })).body
  const storedText = 'Сервис недоступен.\n\n— Списки встанут.\n— Запросы не списываются.'
  expect(data.summary).toBe(storedText)
  expect((await reader.get(`/api/news/${data.id}`)).body.data.summary).toBe(storedText)
  expect((await admin.post(NEWS, { ...ITEM, summary: '\n \n' })).body.fields).toEqual({
    summary: 'Текст обязателен'
  })
})

test('a draft leaves by no public call, and is public from the press on that publishes it', async () => {
  const reader = await registerAndLogin(app)
  const seen = async () => JSON.stringify((await reader.get('/api/news?limit=50')).body)
  const draft = (await admin.post(NEWS, { ...ITEM, title: 'Ещё не готово', is_draft: true })).body.data
  expect(draft.is_draft).toBe(true)
  const edited = (await admin.put(`${NEWS}/${draft.id}`, { ...ITEM, title: 'Почти готово', is_draft: false }))
    .body
  expect(edited.data).toMatchObject({ title: 'Почти готово', is_draft: true })
  expect(await seen()).not.toContain('готово')
  expect((await reader.get(`/api/news/${draft.id}`)).status).toBe(404)
  expect((await admin.get('/api/auth/admin/overview')).body.news).toBe(
    (await reader.get('/api/news?limit=50')).body.data.length
  )
  const other = await signedInAs(app, ROLE_ADMIN)
  const presses = await Promise.all([admin, other].map(by => by.post(`${NEWS}/${draft.id}/publish`)))
  expect(presses.map(({ status, body }) => [status, body.code]).toSorted()).toEqual([
    [200, undefined],
    [409, 'ALREADY_PUBLISHED']
  ])
  expect(await seen()).toContain('Почти готово')
  const shown = (await reader.get(`/api/news/${draft.id}`)).body.data
  expect(Date.parse(shown.date)).toBeGreaterThan(Date.now() - 60_000)
  const acts = [...(await actsOf(app, admin, 'news_publish')), ...(await actsOf(app, other, 'news_publish'))]
  expect(acts).toMatchObject([{ before: { is_draft: true }, after: { is_draft: false } }])
  expect((await admin.post(`${NEWS}/999999/publish`)).status).toBe(404)
})

test.each([
  [{ title: ' \u0000 ' }, 'Заголовок обязателен'],
  [{ title: undefined }, 'Заголовок обязателен'],
  [{ title: 'x'.repeat(201) }, 'Заголовок: не больше 200 символов'],
  [{ category: '' }, 'Категория обязательна'],
  [{ summary: null }, 'Текст обязателен'],
  [{ summary: 'x'.repeat(2_001) }, 'Текст: не больше 2000 символов'],
  [{ is_featured: 1 }, 'Важное: да или нет'],
  [{ is_draft: 'да' }, 'Черновик: да или нет'],
  [{ date: 'завтра' }, 'Дата: время вида 2026-01-31T12:00:00Z'],
  [{ date: '2026-99-99T99:99:99Z' }, 'Дата: время вида 2026-01-31T12:00:00Z'],
  [{ date: '0000-01-01T00:00:00Z' }, 'Дата: время вида 2026-01-31T12:00:00Z'],
  [{ date: '1970-01-01T00:00:00+01:00' }, 'Дата: время вида 2026-01-31T12:00:00Z'],
  [{ date: '2026-02-30T00:00:00Z' }, 'Дата: время вида 2026-01-31T12:00:00Z'],
  [{ date: '2100-01-01T00:00:00Z' }, 'Дата: время вида 2026-01-31T12:00:00Z']
])('an item with %p is refused', async (part, text) => {
  const before = (await admin.get(NEWS)).body.total
  const answer = await admin.post(NEWS, { ...ITEM, ...part })
  expect([answer.status, answer.body.code, answer.body.error]).toEqual([400, 'BAD_INPUT', text])
  expect((await admin.get(NEWS)).body.total).toBe(before)
})
