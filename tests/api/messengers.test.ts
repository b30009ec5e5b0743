import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { subjectToken } from '#api/book/subject-keys.ts'
import { readConfig } from '#api/config.ts'
import { ANSWER_MAX_BYTES, type MessengerGateway } from '#api/messengers/contract.ts'
import { createGateway } from '#api/messengers/index.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { createClient } from '#tests/kit/client.ts'
import { type GatewayStub, startGatewayStub } from '#tests/kit/gateway-stub.ts'
import { balanceOf, type Person, registerAndLogin, signedInAs } from '#tests/kit/people.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

let app: TestApp
let asking: TestApp
let stub: GatewayStub
beforeAll(async () => {
  stub = startGatewayStub()
  app = await startApp()
  asking = await startApp({
    MESSENGER_DRIVER: 'http',
    MESSENGER_URL: `${stub.url}/some/prefix/`,
    MESSENGER_SECRET: stub.secret
  })
})
afterAll(async () => {
  await Promise.all([app.stop(), asking.stop()])
  await stub.stop()
})
afterEach(() => {
  stub.override = null
  stub.checks.length = 0
})

const REGISTERED_PHONE = '+7 973 204-17-40'
const NOT_FOUND = '+7 973 204-17-41'
const checkBy = (person: Person, phone: unknown, channel = 'telegram') =>
  person.post(`/api/check_${channel}`, { phone })
const newPerson = (on = asking) => registerAndLogin(on)
const check = async (phone: string, channel?: string) =>
  (await checkBy(await newPerson(), phone, channel)).body

async function suppress(on: TestApp, digits: string): Promise<void> {
  const token = subjectToken(on.context.hashes.suppress, { kind: 'phone', value: digits.slice(-10) })
  await on.database.owner`INSERT INTO suppression (token, prefix, kind, class)
    VALUES (${token}, ${token.readBigInt64BE(0).toString()}::int8, 'phone', 'objection')`
  on.context.sources.forget()
}

describe('a check', () => {
  test('needs a session and a phone, and says what is wrong', async () => {
    const stranger = createClient(asking.url)
    expect((await stranger.post('/api/check_telegram', { phone: REGISTERED_PHONE })).status).toBe(401)
    const person = await newPerson()
    for (const body of [undefined, {}, { phone: null }, { phone: 79732041740 }, []]) {
      const answer = await person.post('/api/check_whatsapp', body)
      expect([answer.status, answer.body.code]).toEqual([400, 'BAD_INPUT'])
    }
    const none = ['', 'Иванов', '12', '+7 000 000-00-00', '9'.repeat(5_000)]
    for (const phone of [...none, '79797979797', '79777777777', '+375 29 123-45-67']) {
      const answer = await checkBy(person, phone)
      expect([answer.status, answer.body.code]).toEqual([400, 'NOT_A_PHONE'])
    }
    expect(stub.checks).toEqual([])
  })

  test('asks the gateway with the number in one form and shows what it says', async () => {
    expect(await check('8 (973) 204-17-40', 'whatsapp')).toEqual({
      success: true,
      found: true,
      message: 'WhatsApp: номер зарегистрирован',
      display_message: 'whatsapp: есть'
    })
    const [question] = stub.checks
    expect(question).toMatchObject({ channel: 'whatsapp', phone: '+79732041740' })
    expect(question?.request_id).toMatch(/^[\w-]{16,}$/)
  })

  test('has one text of ours for a number that is not there', async () => {
    const message = 'Telegram: номер не найден'
    expect(await check(NOT_FOUND)).toEqual({ success: true, found: false, message, display_message: message })
  })

  test('shows no more of a message than a line without control signs', async () => {
    stub.override = () =>
      Response.json({ found: true, display_message: `a\u0007\u202e\nb${'я'.repeat(5_000)}` })
    const { display_message: shown } = await check(REGISTERED_PHONE)
    expect(shown.slice(0, 4)).toBe('a bя')
    expect(shown).toHaveLength(300)
    stub.override = () => Response.json({ found: true })
    expect((await check(REGISTERED_PHONE)).display_message).toBe('Telegram: номер зарегистрирован')
  })

  test('costs nothing and leaves an audit row without the number', async () => {
    const person = await newPerson()
    const before = await balanceOf(asking, person.username)
    await checkBy(person, REGISTERED_PHONE)
    await checkBy(person, NOT_FOUND, 'whatsapp')
    stub.override = () => new Response(null, { status: 503 })
    await checkBy(person, REGISTERED_PHONE)
    expect(await balanceOf(asking, person.username)).toEqual(before)
    const rows = await asking.database.owner`SELECT * FROM audit_event
      WHERE actor_id = ${person.user.id} AND action = 'messenger_check' ORDER BY id`
    expect(rows.map((row: { detail: object }) => row.detail)).toEqual([
      { channel: 'telegram', outcome: 'found' },
      { channel: 'whatsapp', outcome: 'not_found' },
      { channel: 'telegram', outcome: 'failed' }
    ])
    expect(rows[0].query_tokens).toEqual(rows[2].query_tokens)
    expect(Bun.inspect([...rows])).not.toMatch(/9732041740|204-17-40/)
  })

  test('is had ten times a minute by one person over both messengers, also at once', async () => {
    const person = await newPerson()
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, at) =>
        checkBy(person, REGISTERED_PHONE, at % 2 ? 'telegram' : 'whatsapp')
      )
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect([answers.length - refused.length, refused.length]).toEqual([10, 15])
    expect(stub.checks).toHaveLength(10)
    expect(refused[0]?.body).toMatchObject({ code: 'TOO_MANY_CHECKS', ok: false })
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await checkBy(await newPerson(), REGISTERED_PHONE)).status).toBe(200)
  })
})

describe('a gateway that fails', () => {
  const down = 'сервис проверки недоступен'
  const failures: [what: string, answer: () => Response, message: string][] = [
    ['a status', () => new Response('{"found": true}', { status: 500 }), down],
    ['another success', () => new Response('{"found": true}', { status: 201 }), down],
    ['no JSON', () => new Response('<h1>'), down],
    ['another shape', () => Response.json({ found: 'yes' }), down],
    ['broken text', () => new Response(new Uint8Array([0x22, 0xff, 0x22])), down],
    ['a redirect', () => Response.redirect('http://127.0.0.1:1/v1/check', 307), down],
    ['a huge body', () => new Response(`{"found": true, "x": "${'x'.repeat(ANSWER_MAX_BYTES)}"}`), down]
  ]

  test.each(failures)('by %s is told as an answer of status 200', async (_, answer, message) => {
    stub.override = answer
    const { status, body } = await checkBy(await newPerson(), REGISTERED_PHONE)
    expect(status).toBe(200)
    expect(body).toEqual({
      success: false,
      found: false,
      message,
      display_message: `❌ Ошибка при проверке: ${message}`
    })
  })

  test('because it never answers, or never ends its answer, is left after four seconds', async () => {
    const open = new ReadableStream({ start: stream => stream.enqueue(Buffer.from('{"found":')) })
    const answers = [new Promise<Response>(() => {}), new Response(open)]
    stub.override = () => answers.pop() ?? new Response(null, { status: 500 })
    const bodies = await Promise.all([check(REGISTERED_PHONE), check(REGISTERED_PHONE)])
    const slow = { success: false, message: 'сервис проверки не ответил вовремя' }
    expect(bodies).toMatchObject([slow, slow])
  })

  test('because nobody listens is told as well', async () => {
    const gone = startGatewayStub()
    await gone.stop()
    const config = { MESSENGER_DRIVER: 'http', MESSENGER_URL: gone.url, MESSENGER_SECRET: gone.secret }
    await expect(createGateway(readConfig(config)).pool()).rejects.toMatchObject({ failure: 'down' })
  })
})

describe('a suppressed number', () => {
  const HIDDEN = '+7 974 555-61-82'

  test('is not found, is asked of nobody, and looks and takes as long as any other', async () => {
    const USUAL_MS = 500
    await suppress(asking, '79745556182')
    stub.override = async () => {
      await Bun.sleep(USUAL_MS)
      return Response.json({ found: false, display_message: 'такого нет' })
    }
    const usual = await check(NOT_FOUND)
    stub.checks.length = 0
    const person = await newPerson()
    const before = Date.now()
    const hidden = await checkBy(person, HIDDEN)
    // A slow machine takes longer for either, and never less.
    const tookMs = Date.now() - before
    expect(tookMs).toBeGreaterThan(0.7 * USUAL_MS)
    expect(stub.checks).toEqual([])
    expect([hidden.status, hidden.body]).toEqual([200, usual])
    const [audit] = await asking.database.owner`SELECT detail FROM audit_event
      WHERE actor_id = ${person.user.id} AND action = 'messenger_check'`
    expect(audit.detail).toEqual({ channel: 'telegram', outcome: 'not_found' })
  })

  test('fails while the gateway fails, and counts towards the ten', async () => {
    stub.override = () => new Response(null, { status: 500 })
    const usual = await check(NOT_FOUND)
    expect(await check(HIDDEN)).toEqual(usual)
    stub.override = null
    await check(NOT_FOUND)
    expect((await check(HIDDEN)).success).toBe(true)
    const person = await newPerson()
    for (let round = 0; round < 10; round++) expect((await checkBy(person, HIDDEN)).status).toBe(200)
    expect((await checkBy(person, HIDDEN)).status).toBe(429)
  })

  test('of the sandbox looks like one that is not found there', async () => {
    const person = await newPerson(app)
    const numbers = Array.from({ length: 8 }, (_, at) => `+7 975 100-20-3${at}`)
    const answers = await Promise.all(numbers.map(number => checkBy(person, number)))
    const seen = answers.findIndex(({ body }) => body.found)
    const unseen = answers.find(({ body }) => !body.found)
    expect([seen >= 0, unseen !== undefined]).toEqual([true, true])
    await suppress(app, (numbers[seen] ?? '').replace(/\D/g, ''))
    expect((await checkBy(person, numbers[seen])).body).toEqual(unseen?.body)
  })
})

describe('the sandbox', () => {
  const sandbox: MessengerGateway = createGateway(readConfig({}))

  test('answers the same number alike and says that it is a test', async () => {
    const person = await newPerson(app)
    const answers = await Promise.all(
      [REGISTERED_PHONE, '89732041740', '9732041740'].map(async phone => (await checkBy(person, phone)).body)
    )
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ success: true })
    const results = await Promise.all(
      Array.from({ length: 300 }, (_, at) =>
        sandbox.check({ channel: 'whatsapp', phone: `79760000${100 + at}`, requestId: '' })
      )
    )
    expect(results.filter(({ isRegistered }) => isRegistered).length).toBeWithin(150, 250)
    const other = await newPerson(app)
    const checks = await Promise.all(
      Array.from({ length: 8 }, async (_, at) => (await checkBy(other, `7976123450${at}`)).body)
    )
    expect(new Set(checks.map(check => check.found)).size).toBe(2)
    for (const check of checks)
      expect(check.display_message).toBe(
        `Telegram: номер ${check.found ? 'зарегистрирован' : 'не найден'} (тестовый ответ)`
      )
  })

  test('speaks of synthetic numbers only', async () => {
    const person = await newPerson(app)
    for (const phone of ['+7 916 123-45-67', '+7 972 123-45-67', '+7 977 123-45-67']) {
      const { status, body } = await checkBy(person, phone)
      expect(status).toBe(200)
      expect(body).toMatchObject({ success: false, found: false })
      expect(body.display_message).toBe(
        '❌ Ошибка при проверке: тестовый шлюз отвечает только о номерах +7 973–976'
      )
    }
  })

  test('has a pool whose counts agree, like the pool of a service', async () => {
    const config = { MESSENGER_DRIVER: 'http', MESSENGER_URL: stub.url, MESSENGER_SECRET: stub.secret }
    for (const gateway of [sandbox, createGateway(readConfig(config))]) {
      const pool = await gateway.pool()
      expect(pool.accounts_list).toHaveLength(pool.active_accounts)
      expect(pool.limited_list).toHaveLength(pool.limited_accounts)
      expect(pool.total_accounts).toBe(pool.active_accounts + pool.limited_accounts)
      expect(Object.keys(pool.accounts_list[0] ?? {}).sort()).toEqual(['folder', 'has_json', 'session_files'])
    }
  })
})

test('administrators see the pool, or that the service does not answer', async () => {
  const admin = await signedInAs(app, ROLE_ADMIN)
  const { body } = await admin.get('/api/auth/admin/telegram_accounts')
  expect(body).toMatchObject({ ok: true, total_accounts: 4, active_accounts: 3, is_nearly_empty: true })
  expect(body.limited_list).toEqual([{ folder: 'demo-04', session_files: 1, has_json: true }])
  const far = await signedInAs(asking, ROLE_ADMIN)
  expect((await far.get('/api/auth/admin/telegram_accounts')).status).toBe(200)
  stub.override = () => new Response('down', { status: 500 })
  const answer = await far.get('/api/auth/admin/telegram_accounts')
  expect([answer.status, answer.body.code]).toEqual([503, 'MESSENGER_DOWN'])
  expect(answer.headers.get('Retry-After')).toBe('5')
})
