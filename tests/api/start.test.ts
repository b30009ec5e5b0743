import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#api/db/connect.ts'
import { readPostmaster } from '#api/db/embedded/server.ts'
import { type ProductProcess, startProcess } from '#tests/kit/product-process.ts'

const ROOT = join(import.meta.dir, '..', '..')
let root: string
const running = new Set<ProductProcess>()

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sverka-start-'))
})
afterAll(async () => {
  for (const product of running) product.signal('SIGKILL')
  await Promise.all([...running].map(product => product.ended))
  rmSync(root, { recursive: true, force: true })
})

let port = 12_310

/** Starts the product as its own process and waits until it has told its administrator, or has ended. */
async function startProduct(name: string, env: Record<string, string> = {}): Promise<ProductProcess> {
  const product = await startProcess({
    PORT: String(port++),
    DATA_DIR: join(root, name),
    RUN_DIR: join(root, 'run', name),
    ...env
  })
  running.add(product)
  void product.ended.then(() => running.delete(product))
  return product
}

async function run(command: string[], env: Record<string, string>) {
  const child = Bun.spawn([process.execPath, ...command], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdout: 'pipe',
    stderr: 'pipe'
  })
  const [out, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text()
  ])
  return { code: await child.exited, out, errors }
}

const signIn = (url: string, username: string, password: string) =>
  fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ username, password, turnstile_token: 'test-token' })
  })

describe('the product', () => {
  test('starts on an empty folder, shows a password once, and stops cleanly', async () => {
    const first = await startProduct('first')
    expect(first.said()).toContain('запускаю встроенную Postgres 18')
    expect(first.said()).toContain('Сверка: http://localhost:')
    const password = /Пароль: (\S+)/.exec(first.said())?.[1] ?? ''
    expect((await fetch(`${first.url}/api/search/health`)).status).toBe(200)
    const answer = await signIn(first.url, 'admin', password)
    expect(await answer.json()).toMatchObject({
      success: true,
      user: { username: 'admin', role: 'Администратор', requests_count: 1000 }
    })
    first.signal('SIGTERM')
    expect(await first.ended).toBe(0)
    expect(first.said()).toContain('Останавливаюсь…')
    expect(readPostmaster(join(root, 'first', 'postgres'))).toBeNull()

    const again = await startProduct('first')
    expect(again.said()).toContain('Администратор: admin')
    expect(again.said()).not.toContain('Пароль')
    expect((await signIn(again.url, 'admin', password)).status).toBe(200)
    again.signal('SIGINT')
    expect(await again.ended).toBe(0)
  }, 60_000)

  test('answers what is in flight when it is told to stop, tells it in its health, and takes nothing new', async () => {
    const dataDir = join(root, 'first')
    const database = await openDatabase({ databaseUrl: null, dataDir })
    const product = await startProduct('first')
    const release = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const holder = database.owner.begin(async tx => {
      await tx`lock table users in access exclusive mode`
      locked.resolve()
      await release.promise
    })
    await locked.promise
    const inFlight = signIn(product.url, 'nobody', 'password-123456')
    while ((await database.owner`SELECT FROM pg_locks WHERE NOT granted`).length === 0) await Bun.sleep(5)
    product.signal('SIGTERM')
    await Bun.sleep(100)
    const health = await fetch(`${product.url}/api/search/health`)
    expect([health.status, await health.json()]).toMatchObject([503, { status: 'down' }])
    expect((await fetch(`${product.url}/api/auth/turnstile-config`)).status).toBe(200)
    await Bun.sleep(400)
    expect((await fetch(`${product.url}/api/search/health`)).status).toBe(503)
    const late = await fetch(`${product.url}/api/auth/turnstile-config`)
    expect([late.status, await late.json()]).toMatchObject([503, { code: 'STOPPING' }])
    expect(late.headers.get('connection')).toBe('close')
    release.resolve()
    await holder
    const answer = await inFlight
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ code: 'BAD_CREDENTIALS' })
    expect(await product.ended).toBe(0)
    await database.close()
    expect(readPostmaster(join(dataDir, 'postgres'))).toBeNull()
  }, 60_000)

  test('ends at once on a second signal', async () => {
    const dataDir = join(root, 'first')
    const database = await openDatabase({ databaseUrl: null, dataDir })
    const product = await startProduct('first')
    const release = Promise.withResolvers<void>()
    const holder = database.owner.begin(async tx => {
      await tx`lock table users in access exclusive mode`
      await release.promise
    })
    await Bun.sleep(200)
    const inFlight = signIn(product.url, 'nobody', 'password-123456').catch(() => null)
    await Bun.sleep(200)
    product.signal('SIGTERM')
    await Bun.sleep(700)
    const second = Date.now()
    product.signal('SIGTERM')
    expect(await product.ended).toBe(130)
    expect(Date.now() - second).toBeLessThan(500)
    release.resolve()
    await holder
    await inFlight
    await database.close()
  }, 60_000)

  test('names a foreign program on its port before it does anything else', async () => {
    const foreign = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('foreign') })
    const product = await startProduct('unused', { PORT: String(foreign.port) })
    expect(await product.ended).toBe(1)
    expect(product.said()).toContain(`Порт ${foreign.port} занят другой программой`)
    expect(product.said()).not.toContain('База данных')
    foreign.stop(true)
  }, 30_000)

  test('refuses wrong settings and weak secrets with the names of the variables', async () => {
    const wrong = await startProduct('unused', { HISTORY_DAYS: 'many' })
    expect(await wrong.ended).toBe(1)
    expect(wrong.said()).toContain('HISTORY_DAYS')
    const weak = await startProduct('unused', { NODE_ENV: 'production', SESSION_SECRET: 'short' })
    expect(await weak.ended).toBe(1)
    for (const name of ['SESSION_SECRET', 'SUPPRESS_KEY', 'AUDIT_KEY', 'PUBLIC_ORIGIN'])
      expect(weak.said()).toContain(name)
    expect(weak.said()).not.toContain('    at ')
  }, 30_000)

  test('takes its first administrator from the settings, also in production', async () => {
    const secret = (letter: string) => `${letter}-0123456789abcdefghijklmnopqrstuvwxyz`
    const product = await startProduct('production', {
      NODE_ENV: 'production',
      PUBLIC_ORIGIN: 'https://sverka.example',
      SESSION_SECRET: secret('s'),
      SUPPRESS_KEY: secret('p'),
      AUDIT_KEY: secret('a'),
      ADMIN_USERNAME: 'Keeper',
      ADMIN_PASSWORD: 'correct-horse-9'
    })
    expect(product.said()).toContain('Администратор: Keeper')
    expect(product.said()).not.toContain('correct-horse-9')
    expect((await signIn(product.url, 'keeper', 'correct-horse-9')).status).toBe(200)
    expect(product.said()).toContain('"event":"no_proxy_named","variable":"TRUSTED_PROXIES"')
    product.signal('SIGTERM')
    expect(await product.ended).toBe(0)
  }, 60_000)
})

describe('admin:create', () => {
  const create = (...args: string[]) =>
    run(['api/commands/admin-create.ts', ...args], {
      DATA_DIR: join(root, 'first'),
      RUN_DIR: join(root, 'run', 'first')
    })

  test('creates, then changes the password of the one who is there', async () => {
    const made = await create('Second')
    expect(made).toMatchObject({ code: 0, errors: '' })
    expect(made.out).toMatch(/Администратор Second создан\.\nПароль: \S{16}/)
    const changed = await create('second', '--password', 'another-pass-1')
    expect(changed).toMatchObject({ code: 0, errors: '' })
    expect(changed.out).toContain('теперь администратор')
    const product = await startProduct('first')
    expect((await signIn(product.url, 'Second', 'another-pass-1')).status).toBe(200)
    product.signal('SIGTERM')
    await product.ended
  }, 60_000)

  test.each([
    [[], 'Не хватает аргумента <имя>'],
    [['one', 'two'], 'Лишний аргумент: two'],
    [['good', '--unknown'], 'Неизвестный параметр --unknown'],
    [['abc'], 'минимум 4 символа'],
    [['имя-имя'], 'английские буквы'],
    [['good', '--password', 'short'], 'минимум 10 символов']
  ])('refuses the call %p', async (args, text) => {
    const { code, errors } = await create(...args)
    expect(code).toBe(2)
    expect(errors).toContain(text)
  })

  test('tells when the database cannot be had', async () => {
    const { code, errors } = await run(['api/commands/admin-create.ts', 'good'], {
      DATA_DIR: '/sys/sverka',
      RUN_DIR: join(root, 'run')
    })
    expect(code).toBe(1)
    expect(errors).toContain('недоступна для записи')
  })
})
