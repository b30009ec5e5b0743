import { expect, test } from 'bun:test'
import { subjectToken } from '#api/book/subject-keys.ts'
import { keyIdOf } from '#api/features/suppressions/entries.ts'
import { ROLE_ADMIN, ROLE_INFINITY } from '#shared/labels/roles.ts'
import { signedInAs } from '#tests/kit/people.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const PATH = '/api/auth/admin/suppressions'
const PHONE = '+7 973 204-17-40'
const OBJECTION = { reason: 'objection', request: 'О-0031' }

const app = startedApp(loadPeople)

test('a list of hashes is taken over row by row', async () => {
  const [admin, client] = [await signedInAs(app, ROLE_ADMIN), await signedInAs(app, ROLE_INFINITY)]
  const ask = async (query: string) =>
    JSON.stringify((await client.post('/api/search/perform', { query, detail: 'full' })).body.persons)
  const { suppress } = app.context.hashes
  const token = (kind: 'phone' | 'email', value: string) =>
    subjectToken(suppress, { kind, value }).toString('hex')
  const key = keyIdOf(app.context.secrets.suppress)
  const rows = [
    `phone;${Bun.SHA256.hash('9732041740', 'base64')}`,
    `email;${token('email', 'anna@example.com')};${key.slice(0, 16)}`,
    `phone;${token('phone', '9732041740')};${key}`,
    `phone;${token('phone', '9760057714')};${'0'.repeat(16)}`,
    `phone;${token('phone', '9760057714')}`,
    `phone;${Bun.SHA256.hash('9760057714', 'base64')};${'0'.repeat(16)}`,
    'phone;не хеш',
    `colour;${Bun.SHA256.hash('red', 'base64')}`,
    'phone',
    '=cmd|a;b;c;d;e'
  ]
  const answer = await admin.post(`${PATH}/import`, { rows, ...OBJECTION })
  expect(answer.body.rows).toEqual([
    ...['added', 'added', 'known', 'other_key', 'other_key', 'broken', 'broken', 'broken', 'broken', 'broken']
  ])
  expect(await ask(PHONE)).not.toContain('Иванов')
  expect(await ask('anna@example.com')).not.toContain('Сидорова')
  expect(await ask('+79760057714')).toContain('Кузнецов')
  const again = await admin.post(`${PATH}/import`, { rows, ...OBJECTION })
  expect(again.body.rows.filter((row: string) => row === 'added')).toEqual([])
  expect((await admin.post(`${PATH}/import`, { rows: [], ...OBJECTION })).status).toBe(400)
  expect((await admin.post(`${PATH}/import`, { rows: Array(501).fill('x'), ...OBJECTION })).status).toBe(400)
})
