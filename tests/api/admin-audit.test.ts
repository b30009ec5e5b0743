import { describe, expect, test } from 'bun:test'
import { pageOfEvents } from '#api/features/audit/store.ts'
import type { AuditEvent } from '#shared/contracts/admin/audit.ts'
import { AUDIT_ACTS } from '#shared/labels/audit-acts.ts'
import { ROLE_ADMIN, ROLE_USER } from '#shared/labels/roles.ts'
import { administeredApp } from '#tests/kit/administered-app.ts'
import { registerAndLogin, signedInAs } from '#tests/kit/people.ts'
import { loadPeople } from '#tests/kit/sources.ts'

const AUDIT = '/api/auth/admin/audit'
const QUERY = 'Сидорова Анна'

const { app, admin } = administeredApp(loadPeople)

const read = async (
  query: Record<string, string> = {}
): Promise<{ events: AuditEvent[]; next: string | null }> => {
  const answer = await admin.get(`${AUDIT}?${new URLSearchParams(query)}`)
  expect(answer.status).toBe(200)
  return answer.body
}
const today = () => new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10)

describe('the audit as administrators read it', () => {
  test('tells what was changed from what to what, and by whom', async () => {
    const { rate } = (await admin.get('/api/auth/admin/settings')).body
    await admin.post('/api/auth/admin/settings/rate', { rate: rate + 50 })
    await admin.post('/api/auth/admin/settings/rate', { rate })
    const { events } = await read({ act: 'terms_update' })
    expect(events[0]).toMatchObject({
      title: 'Изменены курс и бонус',
      actor: { id: admin.user.id, username: admin.username },
      is_system: false,
      changes: [{ name: 'Курс', before: String(rate + 50), after: String(rate) }]
    })
    const person = await registerAndLogin(app)
    await admin.post(`/api/auth/admin/users/${person.user.id}/block`, { reason: 'Перебор номеров' })
    const [blocked] = (await read({ act: 'user_block' })).events
    expect(blocked).toMatchObject({
      subject: person.username,
      changes: [{ name: 'Причина', before: null, after: 'Перебор номеров' }]
    })
  })

  test('holds nothing of what was searched for, and lists searches of one user or one day alone', async () => {
    const person = await signedInAs(app, ROLE_USER, 5)
    await person.post('/api/search/perform', { query: QUERY })
    expect((await read()).events.map(({ act }) => act)).not.toContain('search')
    const own = await read({ user: person.username.toUpperCase() })
    expect(own.events.map(({ act }) => act)).toEqual(['search', 'login', 'register'])
    expect(own.events[0]).toMatchObject({ subject: null, changes: [] })
    expect((await read({ user: String(person.user.id), act: 'search' })).events).toHaveLength(1)
    expect((await read({ day: today(), act: 'search' })).events).toHaveLength(1)
    const refused = await admin.get(`${AUDIT}?act=search`)
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { user: 'Поиски показываются за один день или по одному пользователю' }
    ])
    const all = JSON.stringify([own, await read({ day: today(), limit: '200' })])
    const rows: { tokens: string[]; records: string[] }[] = await app.database.owner`SELECT
      query_tokens::text[] AS tokens, record_ids::text[] AS records FROM audit_event WHERE action = 'search'`
    const hidden = [...QUERY.split(' '), ...rows.flatMap(({ tokens, records }) => [...tokens, ...records])]
    expect(hidden.length).toBeGreaterThan(2)
    expect(hidden.filter(part => all.includes(part))).toEqual([])
  })

  test('says states in words, names the list, and leaves looks at its rows to who asks for them', async () => {
    const person = await registerAndLogin(app)
    await app.database
      .owner`INSERT INTO audit_event (actor_kind, actor_id, via, action, source_keys, detail) VALUES
      ('user', ${person.user.id}, 'ui', 'list_rows', '{demo_a,demo_b}', '{"list_id": 12}'),
      ('user', ${person.user.id}, 'ui', 'search_reveal', '{demo_a,demo_b}', NULL),
      ('system', NULL, 'job', 'index_enable', '{demo_a}', '{"before": {"status": "disabled"}, "after": {"status": "active"}}')`
    const { events } = await read()
    expect(events.find(({ act }) => act === 'list_rows')).toBeUndefined()
    expect(events[0]).toMatchObject({
      subject: 'demo_a',
      changes: [{ name: 'Статус', before: 'отключён', after: 'включён' }]
    })
    expect(events[1]).toMatchObject({ act: 'search_reveal', subject: 'источников: 2' })
    const looks = (await read({ user: person.username })).events.filter(({ act }) => act === 'list_rows')
    expect([looks.length, looks[0]?.subject, (await read({ act: 'list_rows' })).events.length]).toEqual([
      1,
      'список 12',
      1
    ])
  })

  test('pages by a cursor that acts meanwhile do not move', async () => {
    const person = await registerAndLogin(app)
    const path = `/api/auth/admin/users/${person.user.id}/update`
    for (let requests = 10; requests < 20; requests += 1)
      await admin.post(path, { role: ROLE_USER, requests_count: requests })
    const whole = (await read({ act: 'user_update', user: admin.username })).events.map(({ id }) => id)
    const paged: number[] = []
    let before = ''
    do {
      const page = await read({ act: 'user_update', user: admin.username, limit: '3', before })
      paged.push(...page.events.map(({ id }) => id))
      await admin.post(path, { role: ROLE_USER, requests_count: 100 + paged.length })
      before = page.next ?? ''
    } while (before !== '')
    expect(paged).toEqual(whole)
    expect(new Set(paged).size).toBe(paged.length)
  })

  test('tells events of one moment apart', async () => {
    await app.database.owner`INSERT INTO audit_event (at, actor_kind, via, action)
      SELECT '2020-05-05T10:00:00.123456Z', 'system', 'job', 'records_expired' FROM generate_series(1, 7)`
    const ids: number[] = []
    let before = ''
    do {
      const page = await read({ day: '2020-05-05', limit: '2', before })
      ids.push(...page.events.map(({ id }) => id))
      before = page.next ?? ''
    } while (before !== '')
    expect(ids).toHaveLength(7)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  })

  test('begins and ends a day at Moscow’s midnight', async () => {
    await app.database.owner`INSERT INTO audit_event (at, actor_kind, via, action) VALUES
      ('2020-06-01T20:59:59.9Z', 'system', 'job', 'renew_keys'), ('2020-06-01T21:00:00Z', 'system', 'job', 'records_expired'),
      ('2020-06-02T20:59:59.9Z', 'system', 'job', 'batch_undo'), ('2020-06-02T21:00:00Z', 'system', 'job', 'import_stop')`
    const { events } = await read({ day: '2020-06-02' })
    expect(events.map(({ act, is_system }) => [act, is_system])).toEqual([
      ['batch_undo', true],
      ['records_expired', true]
    ])
  })

  test('has nobody for a name that nobody has, and keeps acts of whoever is gone', async () => {
    expect(await read({ user: 'no-such-person' })).toMatchObject({ events: [], next: null })
    const gone = await signedInAs(app, ROLE_ADMIN)
    await gone.post('/api/auth/admin/news', { title: 'Т', category: 'Информация', summary: 'Т' })
    await admin.delete(`/api/auth/admin/users/${gone.user.id}`)
    const { events } = await read({ user: String(gone.user.id), act: 'news_create' })
    expect(events).toMatchObject([{ actor: { id: gone.user.id, username: null } }])
  })

  test.each([
    'limit=0',
    'limit=201',
    'act=drop',
    'day=2026-02-30',
    'day=today',
    'before=1',
    'before=2026-13-01T00:00:00.000000Z_1',
    'before=2026-01-01T99:00:00.000000Z_1',
    'before=2026-01-01T00:00:00.000000Z_9999999999999999'
  ])('refuses ?%s', async query => {
    const { status, body } = await admin.get(`${AUDIT}?${query}`)
    expect([status, body.code]).toEqual([400, 'BAD_INPUT'])
  })

  test('knows every act that the tests have made a name', async () => {
    const rows: { action: string }[] = await app.database.owner`SELECT DISTINCT action FROM audit_event`
    expect(rows.map(({ action }) => action).filter(action => !Object.hasOwn(AUDIT_ACTS, action))).toEqual([])
  })
})

test('reads through indices, however many searches there are', async () => {
  const [{ plan }] = await app.database.owner.begin(async tx => {
    await tx`SET LOCAL enable_seqscan TO off`
    return await tx`EXPLAIN (FORMAT JSON) SELECT id FROM audit_event
      WHERE action not in ('search', 'search_repeat', 'search_more', 'search_compare')
      ORDER BY at DESC, id DESC LIMIT 51`.then(([row]: Record<string, unknown>[]) => [
      { plan: JSON.stringify(row) }
    ])
  })
  expect(plan).toContain('audit_event_acts')
  expect(plan).not.toContain('Sort')
})

test('has nothing for a line that leaves no token, rather than everything', async () => {
  const query = { act: '', user: '', day: '', before: '', limit: 50 } as const
  for (const tokenLists of [[], [[]]])
    expect(await pageOfEvents(app.context.sql, query, tokenLists)).toEqual([])
})

describe('who asked about somebody', () => {
  const askedAbout = async (line: string, more: object = {}) => {
    const { status, body } = await admin.post(`${AUDIT}/asked`, { line, ...more })
    return { status, body: body as { events: AuditEvent[]; code?: string } }
  }

  test('is told by the value alone, however it is written, and the question is an act itself', async () => {
    const person = await signedInAs(app, ROLE_USER, 9)
    for (const query of [
      '+7 974 318-60-22',
      'Сидорова Анна Павловна',
      'Сидорова Анна 14.03.1985',
      'Кузнецов Олег'
    ])
      await person.post('/api/search/perform', { query })
    const searchesOf = async (line: string) =>
      (await askedAbout(line, { user: person.username })).body.events.filter(({ act }) => act === 'search')
        .length
    expect(await searchesOf('8 (974) 3186022')).toBe(1)
    expect(await searchesOf('СИДОРОВА АННА ПАВЛОВНА')).toBe(1)
    expect(await searchesOf('Анна Сидорова 1985-03-14')).toBe(1)
    expect(await searchesOf('+7 973 000-00-01')).toBe(0)
    const { events } = await read({ act: 'audit_read' })
    expect(events).toHaveLength(4)
    expect(JSON.stringify(events)).not.toMatch(/318|Сидоров/i)
  })

  test('is refused of what is no line, and of everybody but administrators', async () => {
    for (const [line, code] of [
      ['', 'BAD_INPUT'],
      ['—', 'NOTHING_TO_SEARCH'],
      ['я'.repeat(513), 'BAD_INPUT']
    ] as const)
      expect((await askedAbout(line)).body.code).toBe(code)
    const person = await registerAndLogin(app)
    expect((await person.post(`${AUDIT}/asked`, { line: QUERY })).status).toBe(403)
  })

  test('the state of the seals is told, and a check is made at an administrator’s word', async () => {
    const before = (await admin.get(`${AUDIT}/seal`)).body
    expect(before).toMatchObject({ check: null, unsealed: expect.any(Number) })
    const { body } = await admin.post(`${AUDIT}/verify`, {})
    expect(body.check).toMatchObject({ failure: null })
    expect((await admin.get(`${AUDIT}/seal`)).body.check).toEqual(body.check)
  })
})
