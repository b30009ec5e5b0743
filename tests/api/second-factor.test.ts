import { describe, expect, test } from 'bun:test'
import { createApp } from '#api/app.ts'
import { closeContext, createContext } from '#api/context.ts'
import { openRecords } from '#api/engines/index.ts'
import { createFactorKeys } from '#api/features/second-factor/factor-keys.ts'
import { BACKUP_CODES, CODE_FAILURES_PER_ACCOUNT } from '#shared/constants.ts'
import { createClient } from '#tests/kit/client.ts'
import { PASSWORD } from '#tests/kit/names.ts'
import { registerAndLogin } from '#tests/kit/people.ts'
import {
  codeOf,
  enrolledIn,
  forgetSteps,
  passFirstStep,
  prove,
  stepBy,
  withinStep
} from '#tests/kit/second-factor.ts'
import { freePort } from '#tests/kit/start-app.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const app = startedApp()

const enrolled = () => enrolledIn(app)

describe('a login with one-time codes', () => {
  test('asks for a second step, and has no session before it', async () => {
    const { person, secret } = await enrolled()
    const { client, answer } = await passFirstStep(app.url, person.username)
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: false, message: expect.stringContaining('второй шаг'), second_step: ['code', 'backup'] }
    ])
    expect([...client.cookies.keys()].toSorted()).toEqual(['device_token', 'login_step'])
    expect((await client.get('/api/auth/me')).status).toBe(401)
    const waiting = await client.get('/api/auth/second-step')
    expect(waiting.body).toMatchObject({ username: person.username, second_step: ['code', 'backup'] })
    await forgetSteps(app, person)
    const entered = await stepBy(client, codeOf(secret))
    expect([entered.status, entered.body.user.username]).toEqual([200, person.username])
    expect((await client.get('/api/auth/me')).status).toBe(200)
    expect(client.cookies.has('login_step')).toBe(false)
  })

  test('is as ever for who has none', async () => {
    const person = await registerAndLogin(app)
    const { answer } = await passFirstStep(app.url, person.username)
    expect(Object.keys(answer.body)).toEqual(['success', 'user'])
  })

  test('ends with a cookie of another account, a changed one, none, and a changed password', async () => {
    const { person, secret } = await enrolled()
    await forgetSteps(app, person)
    const { client } = await passFirstStep(app.url, person.username)
    const cookie = client.cookies.get('login_step') ?? ''
    for (const changed of [
      '',
      'rubbish',
      cookie.replace(/^./, one => (one === 'A' ? 'B' : 'A')),
      'A'.repeat(75)
    ]) {
      const other = createClient(app.url)
      if (changed) other.cookies.set('login_step', changed)
      const { status, body } = await stepBy(other, codeOf(secret))
      expect([changed, status, body.code]).toEqual([changed, 401, 'SECOND_STEP_EXPIRED'])
    }
    const change = {
      current_password: PASSWORD,
      new_password: 'an other one 123',
      confirm_password: 'an other one 123'
    }
    expect((await person.post('/api/profile/change-password', change)).status).toBe(200)
    expect((await stepBy(client, codeOf(secret))).body.code).toBe('SECOND_STEP_EXPIRED')
  })

  test.each(['a\0b', 'a b', '\ud800'])('refuses a key that is none: %j', async id => {
    const response = { id, rawId: 'a', type: 'public-key', response: {} }
    const { status, body } = await createClient(app.url).post('/api/auth/second-step/passkey', { response })
    expect([status, body.code]).toEqual([400, 'BAD_INPUT'])
  })

  test('is over once it let somebody in, and without factors', async () => {
    const { person, backupCodes } = await enrolled()
    const { client } = await passFirstStep(app.url, person.username)
    const copy = createClient(app.url)
    for (const [name, value] of client.cookies) copy.cookies.set(name, value)
    const later = await passFirstStep(app.url, person.username)
    expect((await stepBy(client, backupCodes[0] ?? '')).status).toBe(200)
    expect((await stepBy(copy, backupCodes[1] ?? '')).body.code).toBe('SECOND_STEP_EXPIRED')
    expect((await copy.get('/api/auth/second-step')).body.code).toBe('SECOND_STEP_EXPIRED')
    expect((await later.client.get('/api/auth/second-step')).status).toBe(200)
    await client.delete('/api/profile/totp')
    expect((await later.client.get('/api/auth/second-step')).body.code).toBe('SECOND_STEP_EXPIRED')
  })

  test('of eight calls at once by one cookie lets one in', async () => {
    const { person, backupCodes } = await enrolled()
    const { client } = await passFirstStep(app.url, person.username)
    const cookies = [...client.cookies]
    const answers = await Promise.all(
      backupCodes.slice(0, 8).map(code => {
        const copy = createClient(app.url)
        for (const [name, value] of cookies) copy.cookies.set(name, value)
        return stepBy(copy, code)
      })
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('tells a blocked account so', async () => {
    const { person, secret } = await enrolled()
    await forgetSteps(app, person)
    const { client } = await passFirstStep(app.url, person.username)
    await app.database
      .owner`UPDATE users SET blocked_at = now(), blocked_reason = 'x' WHERE id = ${person.user.id}`
    expect((await stepBy(client, codeOf(secret))).body.code).toBe('ACCOUNT_BLOCKED')
  })
})

describe('a code', () => {
  test('counts once, also of eight calls at once', async () => {
    const { person, secret } = await enrolled()
    const browsers = await Promise.all(
      Array.from({ length: 8 }, () => passFirstStep(app.url, person.username))
    )
    const codes = await withinStep(async () => {
      await forgetSteps(app, person)
      await app.database.owner`DELETE FROM throttles WHERE key = ${`code:${person.user.id}`}`
      const answers = await Promise.all(browsers.map(({ client }) => stepBy(client, codeOf(secret))))
      return answers.map(({ status, body }) => (status === 200 ? 'in' : body.code))
    })
    expect(codes.filter(code => code === 'in')).toHaveLength(1)
    expect(codes.filter(code => code === 'CODE_USED')).toHaveLength(7)
  })

  test('of a clock that is half a minute off is taken, and of one a minute off refused', async () => {
    const { person, secret } = await enrolled()
    for (const [off, expected] of [
      [-60, 'BAD_CODE'],
      [-30, 'in'],
      [0, 'in'],
      [30, 'in'],
      [60, 'BAD_CODE']
    ] as const) {
      const { client } = await passFirstStep(app.url, person.username)
      const outcome = await withinStep(async () => {
        await forgetSteps(app, person)
        const { status, body } = await stepBy(client, codeOf(secret, off))
        return status === 200 ? 'in' : body.code
      })
      expect([off, outcome]).toEqual([off, expected])
    }
  })

  test.each(['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦', "' OR 1=1", null, {}, 123456])(
    'such as %p is refused as what it is',
    async code => {
      const { person } = await enrolled()
      const { client } = await passFirstStep(app.url, person.username)
      const { status, body } = await client.post('/api/auth/second-step/code', { code })
      expect([status, body.code]).toEqual([400, 'BAD_INPUT'])
    }
  )

  test('is guessed ten times of a hundred at once, over two processes', async () => {
    const port = freePort()
    const context = createContext({
      ...app.context,
      database: app.database,
      records: openRecords(app.context.config, app.database)
    })
    const second = createApp(context)
    second.listen({ port, hostname: '127.0.0.1' })
    try {
      const { person, secret } = await enrolled()
      const { client } = await passFirstStep(app.url, person.username)
      const there = createClient(`http://localhost:${port}`)
      for (const [name, value] of client.cookies) there.cookies.set(name, value)
      const wrong = codeOf(secret) === '000000' ? '000001' : '000000'
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, at) => stepBy(at % 2 ? client : there, wrong))
      )
      const codes = answers.map(({ body }) => body.code)
      expect(codes.filter(code => code === 'BAD_CODE')).toHaveLength(CODE_FAILURES_PER_ACCOUNT)
      expect(codes.filter(code => code === 'TOO_MANY_CODES')).toHaveLength(100 - CODE_FAILURES_PER_ACCOUNT)
      await forgetSteps(app, person)
      const right = await stepBy(client, codeOf(secret))
      expect([right.status, right.body.code]).toEqual([429, 'TOO_MANY_CODES'])
      expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(300)
    } finally {
      await second.stop(true)
      await closeContext(context)
    }
  })
})

describe('a backup code', () => {
  test('stands in once, however it is typed', async () => {
    const { person, backupCodes } = await enrolled()
    expect(new Set(backupCodes).size).toBe(BACKUP_CODES)
    const [code = ''] = backupCodes
    const { client } = await passFirstStep(app.url, person.username)
    expect((await stepBy(client, ` ${code.toLowerCase().replace('-', ' ')} `)).status).toBe(200)
    const again = await passFirstStep(app.url, person.username)
    expect((await stepBy(again.client, code)).body.code).toBe('BAD_CODE')
    const { backup_codes } = (await client.get('/api/profile/security')).body
    expect(backup_codes).toEqual({ left: BACKUP_CODES - 1, all: BACKUP_CODES })
  })

  test('of the former ten is none after new ones, nor somebody else’s', async () => {
    const { person, backupCodes } = await enrolled()
    const other = await enrolled()
    await prove(person, backupCodes[1])
    const renewed = (await person.post('/api/profile/backup-codes')).body.backup_codes
    const { client } = await passFirstStep(app.url, person.username)
    for (const code of [backupCodes[0] ?? '', other.backupCodes[0] ?? ''])
      expect((await stepBy(client, code)).body.code).toBe('BAD_CODE')
    expect((await stepBy(client, renewed[0])).status).toBe(200)
  })
})

describe('what is kept', () => {
  test('holds neither secret nor code in the clear, and is of one user and one key', async () => {
    const { person, secret, backupCodes } = await enrolled()
    const rows = await app.database
      .owner`SELECT t::text AS row FROM totp t UNION ALL SELECT b::text FROM backup_code b`
    const text = rows.map(({ row }: { row: string }) => row).join('\n')
    for (const plain of [secret, ...backupCodes, ...backupCodes.map(code => code.replace('-', ''))]) {
      expect(text).not.toContain(plain)
      expect(text).not.toContain(Buffer.from(plain).toString('hex'))
    }
    const [{ sealed_secret }] = await app.database
      .owner`SELECT sealed_secret FROM totp WHERE user_id = ${person.user.id}`
    expect(app.context.factorKeys.open(person.user.id, sealed_secret)).toBe(secret)
    expect(app.context.factorKeys.open(person.user.id + 1, sealed_secret)).toBeNull()
    expect(createFactorKeys('another secret').open(person.user.id, sealed_secret)).toBeNull()
  })
})
