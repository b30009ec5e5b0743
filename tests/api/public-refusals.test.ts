import { describe, expect, test } from 'bun:test'
import { API_INTERVAL_MS, TOKEN_GUESSES_PER_MINUTE } from '#shared/constants.ts'
import { ROLE_USER } from '#shared/labels/roles.ts'
import type { ProblemCode } from '#shared/problems.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import { createClient } from '#tests/kit/client.ts'
import { type Person, registerAndLogin, signedInAs } from '#tests/kit/people.ts'
import { type Program, programOf } from '#tests/kit/public-api.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startApp } from '#tests/kit/start-app.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const SEARCH = '/api/search'
const BALANCE = '/api/balance'
const GUESSERS = 8
const UNKNOWN = `ps_${'A'.repeat(43)}`

let poor: Person
let program: Program
const app = startedApp(async app => {
  await loadPeople(app)
  poor = await signedInAs(app, ROLE_USER, 0)
  program = await programOf(poor, app.url)
})

const GOOD = { request: 'Иванов Иван Иванович' }

/** Bodies that are refused, by why. */
const BAD_BODIES: [body: unknown, code: ProblemCode][] = [
  [{}, 'BAD_INPUT'],
  [[], 'BAD_INPUT'],
  [[GOOD], 'BAD_INPUT'],
  ['"text"', 'BAD_INPUT'],
  ['17', 'BAD_INPUT'],
  ['null', 'BAD_INPUT'],
  ['', 'BAD_INPUT'],
  ['{"request": "Ив', 'BAD_JSON'],
  [{ request: null }, 'BAD_INPUT'],
  [{ request: 7 }, 'BAD_INPUT'],
  [{ request: ['Иванов'] }, 'BAD_INPUT'],
  [{ query: 'Иванов' }, 'BAD_INPUT'],
  [{ request: '' }, 'EMPTY_QUERY'],
  [{ request: ' \t\n' }, 'EMPTY_QUERY'],
  [{ request: '\u200b\u0007' }, 'NOTHING_TO_SEARCH'],
  [{ request: 'ы'.repeat(2_049) }, 'QUERY_TOO_LONG'],
  ...[9, 0, -1, 10_001, 1e9, 10.5].map((limit): [unknown, ProblemCode] => [{ ...GOOD, limit }, 'BAD_LIMIT']),
  ...['100', null, true, [100], {}, ''].map((limit): [unknown, ProblemCode] => [
    { ...GOOD, limit },
    'BAD_LIMIT'
  ]),
  [{ cursor: 'nothing' }, 'BAD_INPUT'],
  [{ cursor: null }, 'BAD_INPUT'],
  [{ ...GOOD, cursor: 'A'.repeat(57) }, 'BAD_INPUT'],
  [{ ...GOOD, token: 7 }, 'BAD_INPUT'],
  [{ ...GOOD, token: ['ps_'] }, 'BAD_INPUT']
]

/** Lines that are refused when they are read. */
const BAD_LINES: [request: string, code: ProblemCode][] = [
  ['!!! …', 'NOTHING_TO_SEARCH'],
  ['ы'.repeat(513), 'QUERY_TOO_LONG'],
  ['ы'.repeat(512), 'WORD_TOO_LONG'],
  ['Иванов Иван, Петров Пётр, Сидоров Семён, Лебедев Олег', 'LIST_OF_PEOPLE']
]

const TOKENS = {
  missing: () => undefined,
  null: () => null,
  empty: () => '',
  malformed: () => 'ps_short',
  unknown: () => UNKNOWN,
  known: () => program.token
}
type TokenKind = keyof typeof TOKENS

const withToken = (body: unknown, kind: TokenKind): unknown =>
  typeof body === 'object' && body !== null && !Array.isArray(body) && !('token' in body)
    ? { ...body, token: TOKENS[kind]() }
    : body

async function ask(path: string, body: unknown) {
  const {
    status,
    headers,
    body: answer
  } = await createClient(app.url).post(
    path,
    body,
    typeof body === 'string' ? { headers: { 'content-type': 'application/json' } } : {}
  )
  if (status !== 200)
    expect(answer).toEqual({
      status: 'error',
      code: status,
      error: expect.stringMatching(/[а-яё]/i),
      error_code: expect.any(String)
    })
  return { status, code: answer.error_code as ProblemCode, headers }
}

const isTooFast = [false, true]

describe('the order of refusals', () => {
  test.each(Object.keys(TOKENS) as TokenKind[])(
    'bad bodies come before a token that is %s, too fast or not',
    async kind => {
      for (const soon of isTooFast) {
        if (soon) await program.ask(BALANCE)
        for (const [body, code] of BAD_BODIES)
          expect([body, await ask(SEARCH, withToken(body, kind))]).toMatchObject([
            body,
            { status: 400, code }
          ])
      }
    }
  )

  test.each(Object.keys(TOKENS) as TokenKind[])(
    'a token that is %s comes before the wait and the credits',
    async kind => {
      for (const path of [SEARCH, BALANCE]) {
        await Bun.sleep(API_INTERVAL_MS)
        for (const soon of isTooFast) {
          const [[line] = ['']] = BAD_LINES.slice(-1)
          const { status, code } = await ask(path, withToken({ request: line }, kind))
          const expected =
            kind !== 'known'
              ? [401, 'BAD_TOKEN']
              : soon
                ? [429, 'TOO_OFTEN']
                : path === SEARCH
                  ? [402, 'NO_CREDITS']
                  : [200, undefined]
          expect<unknown[]>([path, soon, status, code]).toEqual([path, soon, ...expected])
        }
      }
    }
  )

  test('a line is read when token, interval and credits let it', async () => {
    const rich = await programOf(await registerAndLogin(app), app.url)
    for (const [request, code] of BAD_LINES) {
      const { status, body } = await rich.askInTurn(SEARCH, { request })
      expect([request, status, body.error_code]).toEqual([request, 400, code])
    }
  })

  test('what was refused left nothing behind', async () => {
    expect(await booksIn(app, poor)).toEqual({ balance: 0, ledger: 0, charges: 0, history: 0, audits: 0 })
  })
})

test('a token in the address is refused, also beside a good one', async () => {
  for (const path of [SEARCH, BALANCE]) {
    const { status, code } = await ask(`${path}?token=${program.token}`, { ...GOOD, token: program.token })
    expect([status, code]).toEqual([400, 'TOKEN_IN_ADDRESS'])
  }
})

test('other methods, types and sizes are refused in the same form', async () => {
  const client = createClient(app.url)
  const refusals = []
  for (const path of [SEARCH, BALANCE, `${SEARCH}/`]) {
    const answers = [
      await client.get(path),
      await client.delete(path),
      await client.post(path, 'token=x', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' }
      }),
      await client.post(path, { token: 'x'.repeat(70_000) })
    ]
    refusals.push(...answers.map(({ status, body }) => [status, body.code, body.status, body.error_code]))
  }
  expect(new Set(refusals.map(each => JSON.stringify(each)))).toEqual(
    new Set([
      '[405,405,"error","METHOD_NOT_ALLOWED"]',
      '[415,415,"error","UNSUPPORTED_TYPE"]',
      '[413,413,"error","BODY_TOO_LARGE"]'
    ])
  )
})

test('unknown keys and a limit in other words of the same number are taken', async () => {
  const person = await registerAndLogin(app)
  const rich = await programOf(person, app.url)
  const body = `{"token": "${rich.token}", "request": "Иванов Иван Иванович", "limit": 1e2, "Limit": 7, "role": "Администратор", "__proto__": {"limit": 5}}`
  expect((await ask(SEARCH, body)).status).toBe(200)
})

test('guesses are told apart, throttled, and neither slow nor stop anybody who has a token', async () => {
  const own = await startApp()
  try {
    const person = await registerAndLogin(own)
    const client = createClient(own.url)
    const { askInTurn } = await programOf(person, own.url)
    const statuses = new Map<number, number>()
    /** Guesses that were begun while a call of somebody signed in was answered. */
    const meanwhile: number[] = []
    let begun = 0
    let isOver = false
    const guess = async () => {
      while (!isOver) {
        begun += 1
        const token = `ps_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')}`
        const { status, headers } = await client.post(SEARCH, { token, request: 'Иванов Иван Иванович' })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      }
    }
    const guessing = Promise.all(Array.from({ length: GUESSERS }, guess))
    for (let call = 0; call < 20 || begun < 2_000; call += 1) {
      const before = begun
      expect((await person.get('/api/auth/me')).status).toBe(200)
      meanwhile.push(begun - before)
    }
    expect((await askInTurn(BALANCE)).status).toBe(200)
    isOver = true
    await guessing
    expect([...statuses.keys()].sort()).toEqual([401, 429])
    // Those that are under way when the last place is taken are still told.
    expect(statuses.get(401)).toBeGreaterThanOrEqual(TOKEN_GUESSES_PER_MINUTE)
    expect(statuses.get(401)).toBeLessThan(TOKEN_GUESSES_PER_MINUTE + GUESSERS)
    expect(meanwhile.sort((a, b) => a - b)[Math.floor(meanwhile.length / 2)]).toBeLessThan(10 * GUESSERS)
  } finally {
    await own.stop()
  }
})
