import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { LOGIN_FAILURES_PER_ADDRESS } from '#shared/constants.ts'
import { createClient } from '#tests/kit/client.ts'
import { createPasskey } from '#tests/kit/passkey.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { enrol, passFirstStep, prove } from '#tests/kit/second-factor.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

let app: TestApp
let origin: string
beforeAll(async () => {
  app = await startApp()
  origin = app.context.config.publicOrigin
})
afterAll(() => app.stop())

const PATH = '/api/profile/passkeys'
const challengeOf = async (client: Pick<Person, 'post'>, path: string): Promise<string> =>
  (await client.post(path)).body.options.challenge

async function withPasskey() {
  const person = await registerAndLogin(app)
  await prove(person)
  const key = createPasskey(origin)
  const response = key.created(await challengeOf(person, `${PATH}/options`))
  const added = await person.post(PATH, { title: 'Ключ', response })
  expect([added.status, added.body.backup_codes?.length]).toEqual([200, 10])
  return { person, key, response }
}

describe('a challenge', () => {
  test('of a passkey counts once, also of eight answers at once, and for its purpose', async () => {
    const { person, key, response } = await withPasskey()
    expect((await person.post(PATH, { title: 'Ключ', response })).body.code).toBe('PASSKEY_REFUSED')
    const path = '/api/auth/second-step/passkey'
    const challenge = await challengeOf(createClient(app.url), `${path}/options`)
    const answer = { response: key.answered(challenge) }
    expect((await person.post('/api/profile/proof', answer)).body.code).toBe('PASSKEY_REFUSED')
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await createClient(app.url).post(path, answer)).status)
    )
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
  })

  test('of the second step is nobody else’s', async () => {
    const { person, key } = await withPasskey()
    const other = await withPasskey()
    const { client } = await passFirstStep(app.url, person.username)
    const path = '/api/auth/second-step/passkey'
    const theirs = await passFirstStep(app.url, other.person.username)
    const challenge = await challengeOf(theirs.client, `${path}/options`)
    expect((await client.post(path, { response: key.answered(challenge) })).body.code).toBe('PASSKEY_REFUSED')
    const own = await challengeOf(client, `${path}/options`)
    expect((await client.post(path, { response: key.answered(own) })).status).toBe(200)
  })

  test('is not stored, however many are asked for, so that asking holds up nobody of the address', async () => {
    const { person } = await withPasskey()
    const rows = async () => {
      const [{ n }] = await app.database.owner`SELECT count(*)::int AS n FROM throttles`
      return n as number
    }
    const before = await rows()
    const stranger = createClient(app.url)
    for (let n = 0; n <= LOGIN_FAILURES_PER_ADDRESS; n++) {
      await challengeOf(person, `${PATH}/options`)
      await challengeOf(stranger, '/api/auth/second-step/passkey/options')
    }
    expect(await rows()).toBe(before)
  })
})

describe('a proof', () => {
  test('by a passkey lets factors be changed where the password does not', async () => {
    const { person, key } = await withPasskey()
    await app.database.owner`UPDATE sessions SET proved_at = NULL WHERE user_id = ${person.user.id}`
    expect((await prove(person)).body.code).toBe('PROOF_BY_FACTOR')
    const response = key.answered(await challengeOf(person, '/api/profile/proof/options'))
    expect((await person.post('/api/profile/proof', { response })).status).toBe(200)
    expect((await person.post('/api/profile/backup-codes')).status).toBe(200)
    await app.database.owner`UPDATE sessions SET proved_at = NULL WHERE user_id = ${person.user.id}`
    expect((await person.post('/api/profile/proof', { response })).body.code).toBe('PASSKEY_REFUSED')
  })

  test('by somebody else’s passkey is none', async () => {
    const { key } = await withPasskey()
    const other = await registerAndLogin(app)
    await enrol(other)
    const response = key.answered(await challengeOf(other, '/api/profile/proof/options'))
    expect((await other.post('/api/profile/proof', { response })).body.code).toBe('PASSKEY_REFUSED')
  })
})

describe('a new passkey', () => {
  test.each([
    ['internal', []],
    [null, []],
    [{ length: 2 }, []],
    [
      ['internal', '\0', null, 'a,b', '\ud800', ['usb'], 'usb', 'usb'],
      ['internal', 'usb']
    ],
    [Array(1000).fill('nfc'), ['nfc']]
  ])('keeps of the transports %j what WebAuthn knows', async (transports, words) => {
    const person = await registerAndLogin(app)
    await prove(person)
    const response = createPasskey(origin).created(await challengeOf(person, `${PATH}/options`), transports)
    expect((await person.post(PATH, { title: 'Ключ', response })).status).toBe(200)
    const [row] = await app.database.owner`SELECT transports FROM passkey WHERE user_id = ${person.user.id}`
    expect(row.transports).toEqual(words)
  })

  test('of a longer identifier than any key has is refused', async () => {
    const person = await registerAndLogin(app)
    await prove(person)
    for (const [bytes, status] of [
      [1023, 200],
      [1024, 400],
      [9000, 400]
    ] as const) {
      const response = createPasskey(origin, bytes).created(await challengeOf(person, `${PATH}/options`))
      expect([bytes, (await person.post(PATH, { title: 'Ключ', response })).status]).toEqual([bytes, status])
    }
  })

  test('of any body is taken or refused, and breaks nothing', async () => {
    const person = await registerAndLogin(app)
    await prove(person)
    const genuine = createPasskey(origin).created(await challengeOf(person, `${PATH}/options`))
    const odd = fc.oneof(fc.jsonValue(), fc.constantFrom('\0', '\ud800', 'A'.repeat(20_001), '', 1e308))
    const within = fc.constantFrom(...Object.keys(genuine.response), 'userHandle', 'signature')
    const outside = fc.constantFrom(...Object.keys(genuine), 'clientExtensionResults', '__proto__')
    const body = fc.oneof(
      fc.tuple(outside, odd).map(([name, value]) => ({ ...genuine, [name]: value })),
      fc
        .tuple(within, odd)
        .map(([name, value]) => ({ ...genuine, response: { ...genuine.response, [name]: value } }))
    )
    const paths = fc.constantFrom(PATH, '/api/auth/second-step/passkey', '/api/profile/proof')
    await fc.assert(
      fc.asyncProperty(paths, body, odd, async (path, response, title) => {
        expect((await person.post(path, { title, response })).status).toBeLessThan(500)
      }),
      { numRuns: 150 }
    )
  })
})
