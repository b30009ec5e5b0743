import { expect, test } from 'bun:test'
import { actsOf } from '#tests/kit/acts.ts'
import { administeredApp } from '#tests/kit/administered-app.ts'
import { balanceOf, registerAndLogin } from '#tests/kit/people.ts'

const SETTINGS = '/api/auth/admin/settings'
const RATE = `${SETTINGS}/rate`

const { app, admin } = administeredApp(undefined, {
  PROTECTED_EXEMPT_IP: '203.0.113.1',
  SIGNUP_REQUESTS: '3'
})

const TERMS = { rate: 100, bonus_threshold: 100, bonus_multiplier: 1.1, signup_requests: 3 }

test('settings are those of a new installation, until somebody changes them', async () => {
  expect((await admin.get(SETTINGS)).body).toEqual({
    ok: true,
    ...TERMS,
    telegram_admins: [],
    exempt_ips: ['203.0.113.1'],
    protected_ip: '203.0.113.1'
  })
})

test('a rate and what stands beside it change together, and are in force at once', async () => {
  const form = new FormData()
  form.set('rate', ' 12,5 ')
  expect((await admin.post(RATE, form)).body).toMatchObject({ ...TERMS, rate: 12.5 })
  const all = { rate: 0.01, bonus_threshold: '50,25', bonus_multiplier: 2, signup_requests: '7' }
  const terms = { rate: 0.01, bonus_threshold: 50.25, bonus_multiplier: 2, signup_requests: 7 }
  expect((await admin.post(RATE, all)).body).toMatchObject(terms)
  expect((await admin.get(SETTINGS)).body).toMatchObject(terms)
  const newcomer = await registerAndLogin(app)
  expect(await balanceOf(app, newcomer.username)).toEqual({ balance: 7, ledger: 7 })
  expect(await actsOf(app, admin, 'terms_update')).toEqual([
    { before: TERMS, after: { ...TERMS, rate: 12.5 } },
    { before: { ...TERMS, rate: 12.5 }, after: terms }
  ])
  const [stored] = await app.database.owner`SELECT rate::float8 AS rate, bonus_threshold::float8 AS threshold,
    bonus_multiplier::float8 AS multiplier FROM payment_terms`
  expect(stored).toEqual({ rate: 0.01, threshold: 50.25, multiplier: 2 })
})

test('changes at the same time all count, and the audit is a chain of them', async () => {
  const first = (await actsOf(app, admin, 'terms_update')).length
  await Promise.all(Array.from({ length: 8 }, (_, at) => admin.post(RATE, { rate: 20 + at })))
  const acts = (await actsOf(app, admin, 'terms_update')).slice(first)
  expect(acts).toHaveLength(8)
  for (const [at, act] of acts.slice(1).entries()) expect(act.before).toEqual(acts[at]?.after)
  expect((await admin.get(SETTINGS)).body).toMatchObject(acts.at(-1)?.after ?? {})
})

test.each([
  [{}, 'Курс должен быть больше 0'],
  [{ rate: '' }, 'Курс должен быть больше 0'],
  [{ rate: 0 }, 'Курс должен быть больше 0'],
  [{ rate: '-5' }, 'Курс должен быть больше 0'],
  [{ rate: 0.009 }, 'Курс должен быть больше 0'],
  [{ rate: 'NaN' }, 'Курс должен быть больше 0'],
  [{ rate: '0x10' }, 'Курс должен быть больше 0'],
  [{ rate: [5] }, 'Курс должен быть больше 0'],
  [{ rate: 1_000_001 }, 'Курс: не больше 1000000'],
  [{ rate: 10_000_000_000 }, 'Курс: не больше 1000000'],
  [{ rate: 1e21 }, 'Курс: не больше 1000000'],
  [{ rate: '1e999' }, 'Курс: не больше 1000000'],
  [{ rate: '1,5e7' }, 'Курс: не больше 1000000'],
  [{ rate: 'Infinity' }, 'Курс: не больше 1000000'],
  [{ rate: '1e05' }, 'Курс должен быть больше 0'],
  [{ rate: '0e99' }, 'Курс должен быть больше 0'],
  [{ rate: '1,000.5' }, 'Курс должен быть больше 0'],
  [{ rate: '1.00001' }, 'Не больше четырёх знаков после запятой'],
  [{ rate: '1,00001' }, 'Не больше четырёх знаков после запятой'],
  [{ rate: 5, bonus_multiplier: 0.5 }, 'Множитель бонуса: число от 1 до 100'],
  [{ rate: 5, bonus_threshold: -1 }, 'Порог бонуса: число от 0 до 1000000'],
  [{ rate: 5, signup_requests: 1.5 }, 'Запросов при регистрации: целое число от 0 до 1000000'],
  [{ rate: 5, signup_requests: -1 }, 'Запросов при регистрации: целое число от 0 до 1000000']
])('terms %p are refused and change nothing', async (body, text) => {
  const before = (await admin.get(SETTINGS)).body
  const answer = await admin.post(RATE, body)
  expect([answer.status, answer.body.code, answer.body.error]).toEqual([400, 'BAD_INPUT', text])
  expect((await admin.get(SETTINGS)).body).toEqual(before)
})

test('administrators with a chat id are listed, and nobody else', async () => {
  await admin.put('/api/profile/settings', { telegram_chat_id: '-100500' })
  const person = await registerAndLogin(app)
  const path = `/api/auth/admin/users/${person.user.id}/update`
  await admin.post(path, { role: person.user.role, telegram_chat_id: '77' })
  expect((await admin.get(SETTINGS)).body.telegram_admins).toEqual([
    { id: admin.user.id, username: admin.username, telegram_chat_id: '-100500' }
  ])
})
