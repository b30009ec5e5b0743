import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { openDatabase } from '#api/db/connect.ts'
import { readPostmaster } from '#api/db/embedded/server.ts'
import { DRAIN_MS } from '#shared/constants.ts'
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

interface HalfSent {
  /** Answers head and body, as they came. */
  sendRest(): Promise<string>
}

async function sendHalf(url: string, path: string, body: object): Promise<HalfSent> {
  const { hostname, port } = new URL(url)
  const json = JSON.stringify(body)
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    'content-type: application/json',
    'sec-fetch-site: same-origin',
    `content-length: ${json.length}`
  ]
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.on('error', () => {})
  socket.write(`${head.join('\r\n')}\r\n\r\n${json.slice(0, 10)}`)
  return {
    sendRest() {
      socket.write(json.slice(10))
      return text(socket)
    }
  }
}

/** Between two tries. */
const PAUSE_MS = 50

/** What a product that was just told to stop answers still; see `ADMIT_MS`. */
const ADMITTED_MS = 250

/** The first health that says so, and a call made beside it. */
async function stoppingAnswers(url: string): Promise<[health: Response, settings: Response]> {
  for (;;) {
    const answers = await Promise.all([
      fetch(`${url}/api/search/health`),
      fetch(`${url}/api/auth/turnstile-config`)
    ])
    if (answers[0].status === 503) return answers
    await Promise.all(answers.map(answer => answer.body?.cancel()))
  }
}

/** The first refusal of a call that was made too late. */
async function refusedAnswer(url: string): Promise<Response> {
  for (;;) {
    const answer = await fetch(`${url}/api/auth/turnstile-config`)
    if (answer.status !== 200) return answer
    await answer.body?.cancel()
  }
}

describe('the product', () => {
  describe('with a login whose body is still on its way', () => {
    const dataDir = () => join(root, 'first')
    let product: ProductProcess
    let login: HalfSent

    beforeEach(async () => {
      product = await startProduct('first')
      login = await sendHalf(product.url, '/api/auth/login', {
        username: 'nobody',
        password: 'password-123456',
        turnstile_token: 'test-token'
      })
      // Its first half was read before these.
      for (let call = 0; call < 2; call++) await fetch(`${product.url}/api/search/health`)
    })

    test('answers it when it is told to stop, tells that in its health, and takes nothing new', async () => {
      const database = await openDatabase({ databaseUrl: null, dataDir: dataDir() })
      const toldAt = performance.now()
      product.signal('SIGTERM')
      const [health, settings] = await stoppingAnswers(product.url)
      const askedAfterMs = performance.now() - toldAt
      expect([health.status, await health.json()]).toMatchObject([503, { status: 'down' }])
      // A busy machine may ask too late.
      if (askedAfterMs < ADMITTED_MS) expect(settings.status).toBe(200)
      const late = await refusedAnswer(product.url)
      expect((await fetch(`${product.url}/api/search/health`)).status).toBe(503)
      expect([late.status, await late.json()]).toMatchObject([503, { code: 'STOPPING' }])
      expect(late.headers.get('connection')).toBe('close')
      const answer = await login.sendRest()
      expect(answer).toStartWith('HTTP/1.1 401 ')
      expect(answer).toContain('BAD_CREDENTIALS')
      expect(await product.ended).toBe(0)
      await database.close()
      expect(readPostmaster(join(dataDir(), 'postgres'))).toBeNull()
    })

    test('ends on a second signal without waiting for it', async () => {
      // Two at once are one, after which a product goes on until it has answered.
      for (let signal = 0; signal < 2; signal++) product.signal('SIGTERM')
      await stoppingAnswers(product.url)
      let code: number | null = null
      const stoppingAt = performance.now()
      while (code === null) {
        product.signal('SIGTERM')
        code = await Promise.race([product.ended, Bun.sleep(PAUSE_MS).then(() => null)])
      }
      // With a call that is never ended it would have stopped by itself after `DRAIN_MS`, with 0.
      expect(code).toBe(130)
      expect(performance.now() - stoppingAt).toBeLessThan(DRAIN_MS / 2)
    })
  })

  test('names a foreign program on its port before it does anything else', async () => {
    const foreign = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('foreign') })
    const product = await startProduct('unused', { PORT: String(foreign.port) })
    expect(await product.ended).toBe(1)
    expect(product.said()).toContain(`Порт ${foreign.port} занят другой программой`)
    expect(product.said()).not.toContain('База данных')
    foreign.stop(true)
  })

  test('refuses wrong settings and weak secrets with the names of the variables', async () => {
    const wrong = await startProduct('unused', { HISTORY_DAYS: 'many' })
    expect(await wrong.ended).toBe(1)
    expect(wrong.said()).toContain('HISTORY_DAYS')
    const weak = await startProduct('unused', { NODE_ENV: 'production', SESSION_SECRET: 'short' })
    expect(await weak.ended).toBe(1)
    for (const name of ['SESSION_SECRET', 'SUPPRESS_KEY', 'AUDIT_KEY', 'PUBLIC_ORIGIN'])
      expect(weak.said()).toContain(name)
    expect(weak.said()).not.toContain('    at ')
  })

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
    expect(product.said()).toContain('"event":"database_embedded","variable":"DATABASE_URL"')
    product.signal('SIGTERM')
    expect(await product.ended).toBe(0)
  })
})

describe('admin:create', () => {
  const create = (...args: string[]) =>
    run(['api/commands/admin-create.ts', ...args], {
      DATA_DIR: join(root, 'first'),
      RUN_DIR: join(root, 'run', 'first')
    })

  test('creates, then changes the password of the one who is there', async () => {
    const created = await create('Second')
    expect(created).toMatchObject({ code: 0, errors: '' })
    expect(created.out).toMatch(/Администратор Second создан\.\nПароль: \S{16}/)
    const changed = await create('second', '--password', 'another-pass-1')
    expect(changed).toMatchObject({ code: 0, errors: '' })
    expect(changed.out).toContain('теперь администратор')
    const product = await startProduct('first')
    expect((await signIn(product.url, 'Second', 'another-pass-1')).status).toBe(200)
    product.signal('SIGTERM')
    await product.ended
  })

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
