import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { DETECTED_SIGNAL_KINDS, detectSignals } from '#api/features/risk/detection-store.ts'
import { noteSignals, refuseTooFast } from '#api/features/risk/service.ts'
import * as limits from '#shared/constants.ts'
import type { Signal } from '#shared/contracts/admin/signals.ts'
import { ROLE_ADMIN, ROLE_USER } from '#shared/labels/roles.ts'
import { SIGNAL_KINDS } from '#shared/labels/signals.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import { draftOf, rowsOf, runToEnd } from '#tests/kit/lists.ts'
import { type Person, registerAndLogin, signedInAs } from '#tests/kit/people.ts'
import { programOf } from '#tests/kit/public-api.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

const { RISK_ADDRESSES_PER_HOUR, RISK_NUMBERS_IN_A_ROW, RISK_RECORDS_PER_DAY } = limits
const { RISK_SAME_PERSON_PER_WEEK, RISK_SLOW_SECONDS } = limits
const RISK = '/api/auth/admin/risk'
const open = async (mode: string): Promise<TestApp> => {
  const app = await startApp({ RISK_MODE: mode })
  await loadPeople(app)
  return app
}
const look = async (app: TestApp) => {
  for (const kind of DETECTED_SIGNAL_KINDS) await detectSignals(app.context.sql, kind, true)
}
const signalsOf = async (app: TestApp, person: Person) => [
  ...(await app.database.owner<
    { kind: string; state: string; amount: number }[]
  >`SELECT kind, state, amount FROM risk_signal
    WHERE user_id = ${person.user.id} ORDER BY id`)
]
const search = async (person: Person, query: string) => {
  const answer = await person.post('/api/search/perform', { query })
  return { status: answer.status, code: answer.body.code, retryAfter: answer.headers.get('retry-after') }
}
/** Searches, or other acts, as they are audited, at these moments. */
const audit = (app: TestApp, person: Person, rows: object[]) =>
  app.database
    .owner`INSERT INTO audit_event (at, actor_kind, actor_id, via, action, query_tokens, record_ids, ip_prefix)
    SELECT now() - make_interval(secs => r.ago), 'user', ${person.user.id}, r.via, coalesce(r.action, 'search'), r.tokens,
      coalesce(r.records, '{}'), r.ip
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS r(
      ago integer, via text, action text, tokens bigint[], records bigint[], ip text)`
const times = <T>(most: number, row: (at: number) => T): T[] =>
  Array.from({ length: most }, (_, at) => row(at))

/** Numbers of nobody, one after the other, and of a check digit where they have one. */
const snils = (at: number) => {
  const digits = String(111_473_000 + at)
  const sum = [...digits].reduce((all, digit, place) => all + Number(digit) * (9 - place), 0)
  return `${digits}${String((sum % 101) % 100).padStart(2, '0')}`
}
const SEQUENCES: [what: string, number: (at: number) => string][] = [
  ['phones', at => `+7973204${String(1700 + at).padStart(4, '0')}`],
  ['phones downwards, spaced', at => `8 974 ${String(318_6099 - at).replace(/(...)(..)(..)/, '$1 $2-$3')}`],
  ['passports', at => `паспорт 0012 ${345_000 + at}`],
  ['SNILS', at => `СНИЛС ${snils(at)}`]
]

describe('under RISK_MODE=flag', () => {
  let app: TestApp
  let admin: Person
  beforeAll(async () => {
    app = await open('flag')
    admin = await signedInAs(app, ROLE_ADMIN)
  })
  afterAll(() => app.stop())

  test.each(SEQUENCES)('%s in a row are one signal, and every search is answered', async (_what, number) => {
    const person = await signedInAs(app, ROLE_USER, 100)
    for (let at = 0; at < RISK_NUMBERS_IN_A_ROW - 1; at += 1) await search(person, number(at))
    await look(app)
    expect(await signalsOf(app, person)).toEqual([])
    for (let at = RISK_NUMBERS_IN_A_ROW - 1; at < 2 * RISK_NUMBERS_IN_A_ROW; at += 1)
      expect((await search(person, number(at))).status).toBe(200)
    await look(app)
    await look(app)
    const [signal, ...others] = await signalsOf(app, person)
    expect(others).toEqual([])
    expect(signal).toMatchObject({ kind: 'enumeration', state: 'new' })
    expect(signal?.amount).toBeGreaterThanOrEqual(RISK_NUMBERS_IN_A_ROW)
    // No number, and no part of one, is in what the signal was told by.
    const stored = await app.database.owner`SELECT e.*::text AS row FROM audit_event e
      WHERE actor_id = ${person.user.id} AND action = 'search'`
    const digits = number(7).replaceAll(/\D/g, '').slice(-10, -3)
    expect(JSON.stringify(stored.map(({ row }: { row: string }) => row))).not.toContain(digits)
  })

  test('numbers of everywhere and names that many share are none', async () => {
    const person = await signedInAs(app, ROLE_USER, 200)
    for (let at = 0; at < RISK_NUMBERS_IN_A_ROW; at += 1) {
      await search(person, `+7973${String((at * 217_393) % 10_000_000).padStart(7, '0')}`)
      await search(person, `Иванов Иван 0${1 + (at % 9)}.02.19${60 + at}`)
    }
    await look(app)
    expect(await signalsOf(app, person)).toEqual([])
  })

  test.each<[kind: string, rows: (from: number) => object[], from: number]>([
    [
      'same_person',
      from => times(from, at => ({ ago: at * 25_000, via: 'ui', tokens: [7, 8] })),
      RISK_SAME_PERSON_PER_WEEK
    ],
    [
      'many_records',
      from =>
        times(10, at => ({ ago: at, via: 'ui', tokens: [at], records: times(from / 10, n => n * 10 + at) })),
      RISK_RECORDS_PER_DAY
    ],
    [
      'many_addresses',
      from => times(from, at => ({ ago: at, via: 'api', tokens: [at], ip: `10.0.${at}.0/24` })),
      RISK_ADDRESSES_PER_HOUR
    ]
  ])('%s is told from its bound on', async (kind, rows, from) => {
    const few = await registerAndLogin(app)
    const many = await registerAndLogin(app)
    await audit(app, few, rows(from - 10 > 0 ? from - 10 : from - 1))
    await audit(app, many, rows(from))
    await look(app)
    expect(await signalsOf(app, few)).toEqual([])
    expect(await signalsOf(app, many)).toEqual([{ kind, state: 'new', amount: from }])
  })

  test('what is older than its window is not counted, nor what searches of the page alone come from', async () => {
    const person = await registerAndLogin(app)
    const week = 8 * 86_400
    await audit(app, person, [
      ...times(RISK_SAME_PERSON_PER_WEEK, at => ({ ago: week + at, via: 'ui', tokens: [7] })),
      ...times(RISK_ADDRESSES_PER_HOUR, at => ({ ago: at, via: 'ui', tokens: [at], ip: `10.0.${at}.0/24` })),
      { ago: 0, via: 'ui', tokens: [7] }
    ])
    await look(app)
    expect(await signalsOf(app, person)).toEqual([])
  })

  test('an administrator takes a signal in hand and closes it with a reason, and it counts from there anew', async () => {
    const person = await registerAndLogin(app)
    const rows = times(RISK_ADDRESSES_PER_HOUR, at => ({
      ago: at,
      via: 'api',
      tokens: [at],
      ip: `10.1.${at}.0/24`
    }))
    await audit(app, person, rows)
    await look(app)
    const listed = (await admin.get(RISK)).body
    expect(listed.mode).toBe('flag')
    const signal: Signal = listed.signals.find(({ user }: Signal) => user.id === person.user.id)
    expect(signal).toMatchObject({
      title: SIGNAL_KINDS.many_addresses,
      user: { username: person.username },
      state: 'new',
      decided_by: null
    })
    const path = `${RISK}/${signal.id}`
    expect((await admin.post(path, { state: 'closed', reason: ' ' })).status).toBe(400)
    expect((await admin.post(path, { state: 'new' })).status).toBe(400)
    const seen = (await admin.post(path, { state: 'seen' })).body
    expect(seen.open).toBe(listed.open)
    expect(seen.signals.find(({ id }: Signal) => id === signal.id)).toMatchObject({
      state: 'seen',
      decided_by: admin.username
    })
    const second = await signedInAs(app, ROLE_ADMIN)
    const closings = await Promise.all(
      [admin, second].map(each => each.post(path, { state: 'closed', reason: 'Работа по делу' }))
    )
    expect(closings.map(({ status }) => status).sort()).toEqual([200, 404])
    await audit(app, person, [{ ago: 0, via: 'api', tokens: [1], ip: '10.2.1.0/24' }])
    await look(app)
    expect(await signalsOf(app, person)).toEqual([{ kind: 'many_addresses', state: 'closed', amount: 10 }])
    const acts = (await admin.get('/api/auth/admin/audit?act=signal_decide')).body.events
    expect(acts[0].changes).toContainEqual({ name: 'Причина', before: null, after: 'Работа по делу' })
    for (const other of [person, await registerAndLogin(app)])
      expect([(await other.get(RISK)).status, (await other.post(path, { state: 'seen' })).status]).toEqual([
        403, 403
      ])
  })

  test('of processes that look at once one does, and a look that is not due is none', async () => {
    const person = await registerAndLogin(app)
    const rows = times(RISK_ADDRESSES_PER_HOUR, at => ({
      ago: at,
      via: 'api',
      tokens: [at],
      ip: `10.3.${at}.0/24`
    }))
    await audit(app, person, rows)
    await app.database.owner`UPDATE risk_look SET at = now() - interval '1 hour'`
    const noted = await Promise.all(times(8, () => noteSignals(app.context)))
    expect(noted.filter(Boolean)).toEqual([1])
    expect(await noteSignals(app.context)).toBe(0)
  })
})

describe('under RISK_MODE=throttle', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await open('throttle')
  })
  afterAll(() => app.stop())

  const flag = async (person: Person) =>
    await app.database.owner`INSERT INTO risk_signal (user_id, kind, amount, first_at, last_at)
      VALUES (${person.user.id}, 'enumeration', 60, now(), now())`
  const rest = async (person: Person) =>
    await app.database
      .owner`UPDATE search_pace SET next_at = now() - interval '1 second' WHERE user_id = ${person.user.id}`

  test('an account with an open signal is slowed at every door, charged for nothing that was refused, and let go', async () => {
    const person = await signedInAs(app, ROLE_USER, 50)
    const program = await programOf(person, app.url)
    const { body } = await person.post('/api/search/perform', { query: 'Иванов Иван' })
    await flag(person)
    expect((await search(person, 'Петров Пётр')).status).toBe(200)
    const slowed = await search(person, 'Сидорова Анна')
    expect(slowed).toMatchObject({ status: 429, code: 'SEARCH_SLOWED' })
    expect(Number(slowed.retryAfter)).toBeGreaterThanOrEqual(1)
    expect(Number(slowed.retryAfter)).toBeLessThanOrEqual(RISK_SLOW_SECONDS)
    const ofProgram = await program.askInTurn('/api/search', { request: 'Сидорова Анна', limit: 10 })
    expect(ofProgram.body).toMatchObject({ code: 429, error_code: 'SEARCH_SLOWED' })
    const more = await person.post('/api/search/more', { search_id: body.search_id })
    expect(more.body.code).toBe('SEARCH_SLOWED')
    const further = { search_id: body.search_id, further: body.persons[0].id, count_only: true }
    expect((await person.post('/api/search/more', further)).body.code).toBe('SEARCH_SLOWED')
    // What was answered a moment ago is no search.
    expect((await search(person, 'Петров Пётр')).status).toBe(200)
    expect(await booksIn(app, person)).toMatchObject({ balance: 48, charges: 2 })
    await rest(person)
    expect((await search(person, 'Сидорова Анна')).status).toBe(200)
    await app.database
      .owner`UPDATE risk_signal SET state = 'closed', decided_at = now() WHERE user_id = ${person.user.id}`
    for (const name of ['Анна', 'Пётр', 'Иван'])
      expect((await search(person, `Сидоров ${name}`)).status).toBe(200)
  })

  test('of fifty calls at once one gets the turn, and nobody else waits for it', async () => {
    const [person, other] = [await registerAndLogin(app), await registerAndLogin(app)]
    await flag(person)
    const calls = () => Promise.allSettled(times(50, () => refuseTooFast(app.context, person.user.id)))
    for (let round = 0; round < 3; round += 1) {
      expect((await calls()).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await rest(person)
    }
    await Promise.all(times(20, () => refuseTooFast(app.context, other.user.id)))
  })

  test('a clock that was set back keeps nobody waiting longer', async () => {
    const person = await registerAndLogin(app)
    await flag(person)
    await app.database.owner`INSERT INTO search_pace VALUES (${person.user.id}, now() + interval '1 day')`
    await refuseTooFast(app.context, person.user.id)
    const error = await refuseTooFast(app.context, person.user.id).catch(each => each)
    expect(error.retryAfterSeconds).toBeLessThanOrEqual(RISK_SLOW_SECONDS)
  })

  test('a list of a slowed account leaves turns to it, and no row of it fails', async () => {
    const person = await registerAndLogin(app)
    await flag(person)
    const { id } = await draftOf(person, ['Иванов Иван', 'Петров Пётр'])
    await person.post(`/api/lists/${id}/start`)
    await runToEnd(app, person, id)
    expect((await rowsOf(person, id)).map(({ tries, outcome }) => [tries, outcome === 'failed'])).toEqual([
      [0, false],
      [0, false]
    ])
    const [{ seconds }] = await app.database
      .owner`SELECT extract(epoch FROM max(answered_at) - min(answered_at))::float8 AS seconds
      FROM list_row WHERE list_id = (SELECT id FROM list WHERE user_id = ${person.user.id})`
    expect(seconds).toBeGreaterThan(RISK_SLOW_SECONDS * 1.4)
  })
})

describe('under RISK_MODE=off', () => {
  test('nothing is looked for, kept of a number or slowed', async () => {
    const app = await open('off')
    try {
      const person = await signedInAs(app, ROLE_USER, 100)
      for (let at = 0; at <= RISK_NUMBERS_IN_A_ROW; at += 1)
        expect((await search(person, `+7973204${1700 + at}`)).status).toBe(200)
      expect(await noteSignals(app.context)).toBe(0)
      const rows = await app.database.owner`SELECT FROM audit_event WHERE detail ? 'number_block'`
      expect([rows.length, (await signalsOf(app, person)).length]).toEqual([0, 0])
    } finally {
      await app.stop()
    }
  })
})
