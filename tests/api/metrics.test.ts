import { afterAll, beforeAll, expect, test } from 'bun:test'
import { networkInterfaces } from 'node:os'
import { readConfig } from '#api/config.ts'
import { openMetrics } from '#api/metrics/prometheus.ts'
import { serveMetrics } from '#api/metrics/serve.ts'
import { READING_LABELS } from '#shared/labels/readings.ts'
import { ROLE_USER } from '#shared/labels/roles.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { draftOf, runToEnd } from '#tests/kit/lists.ts'
import { signedInAs } from '#tests/kit/people.ts'
import { programOf } from '#tests/kit/public-api.ts'
import { type MetricFamily, readMetrics } from '#tests/kit/read-metrics.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { freePort, startApp, type TestApp } from '#tests/kit/start-app.ts'
import { withJobs } from '#tests/kit/with-jobs.ts'

let app: TestApp
let stop: () => unknown
let place: { port: number; hostname: string }
beforeAll(async () => {
  app = await startApp()
  await loadPeople(app)
  const metrics = openMetrics()
  app.context.metrics = metrics
  place = { port: freePort(), hostname: readConfig({}).metricsHost }
  stop = serveMetrics(app.context, metrics, place)
})
afterAll(async () => {
  stop()
  await app.stop()
})

const read = async () => await (await fetch(`http://127.0.0.1:${place.port}/metrics`)).text()
const familiesOf = (text: string): Map<string, MetricFamily> =>
  new Map(readMetrics(text).map(family => [family.name, family]))
const sumOf = (family: MetricFamily | undefined, labels: Record<string, string> = {}) =>
  (family?.metrics ?? [])
    .filter(({ labels: own = {} }) => Object.entries(labels).every(([name, value]) => own[name] === value))
    .reduce((all, { value, count }) => all + Number(value ?? count), 0)

const SECRET_WORDS = ['Тайнописцев', 'Фома', '9731112233']

test('searches are counted by door, kind and outcome, and charges as they were taken', async () => {
  const person = await signedInAs(app, ROLE_USER, 6)
  const before = familiesOf(await read())
  const search = (query: string) => person.post('/api/search/perform', { query })
  await search(SECRET_WORDS.join(' '))
  // A repeat is answered for nothing.
  await search(SECRET_WORDS.join(' '))
  await search('+7 973 111-22-33')
  expect((await search('«»')).status).toBe(400)
  const program = await programOf(person, app.url)
  await program.ask('/api/search', { request: 'Лукич Фома' })
  const list = await draftOf(person, ['Фомин Лука', 'Лукин Фома'])
  await person.post(`/api/lists/${list.id}/start`, {})
  await runToEnd(app, person, list.id)
  expect((await search('Никого')).status).toBe(200)
  expect((await search('Ничего')).body.code).toBe('NO_CREDITS')

  const text = await read()
  const after = familiesOf(text)
  const grew = (name: string, labels: Record<string, string>) =>
    sumOf(after.get(name), labels) - sumOf(before.get(name), labels)
  const searches = (labels: Record<string, string>) => grew('sverka_searches_total', labels)
  expect(searches({ door: 'page', outcome: 'complete' })).toBe(4)
  expect(searches({ door: 'page', kind: 'phone', outcome: 'complete' })).toBe(1)
  expect(searches({ door: 'page', outcome: 'NO_CREDITS' })).toBe(1)
  expect(searches({ door: 'api', outcome: 'complete' })).toBe(1)
  expect(searches({ door: 'list', outcome: 'complete' })).toBe(2)
  const charged = grew('sverka_credits_charged_total', {})
  const [{ spent }] = await app.database.owner`SELECT -sum(delta)::int AS spent FROM credit_ledger
    WHERE user_id = ${person.user.id} AND kind = 'search'`
  expect(charged).toBe(spent)
  expect(text).toMatch(/^sverka_search_duration_seconds_count\{door="list"\} 2$/m)
  for (const word of [...SECRET_WORDS, person.username]) expect(text).not.toContain(word)
})

test('a label is one of the words that the program has', async () => {
  const families = familiesOf(await read())
  const kinds = [...Object.keys(READING_LABELS), 'none']
  const outcomes = ['complete', 'partial', 'left', 'failed', ...Object.keys(PROBLEMS)]
  for (const { labels } of families.get('sverka_searches_total')?.metrics ?? []) {
    expect(kinds).toContain(labels?.kind ?? '')
    expect(outcomes).toContain(labels?.outcome ?? '')
  }
  const names = [...families.values()].flatMap(({ metrics }) =>
    metrics.flatMap(({ labels = {} }) => Object.keys(labels))
  )
  const allowed = ['door', 'kind', 'outcome', 'task', 'state', 'status', 'network']
  expect([...new Set(names)].filter(name => !allowed.includes(name))).toEqual([])
  for (const { name, help, type } of families.values()) {
    expect(help.length, name).toBeGreaterThan(5)
    expect(['COUNTER', 'GAUGE', 'HISTOGRAM']).toContain(type)
  }
})

test('what waits in the database is told as it stands', async () => {
  const person = await signedInAs(app, ROLE_USER, 5)
  await person.post('/api/payment/create', { usd_amount: 50 })
  await person.post('/api/profile/webhooks', { url: 'https://1.1.1.1/', events: ['list.done'] })
  await app.database.owner`SELECT queue_webhooks(${person.user.id}, 'list.done', '{}')`
  await app.database.owner`UPDATE webhook_delivery SET queued_at = now() - interval '90 seconds'`
  const families = familiesOf(await read())
  expect(sumOf(families.get('sverka_payments'), { status: 'pending' })).toBe(1)
  expect(sumOf(families.get('sverka_webhook_deliveries'), { state: 'waiting' })).toBe(1)
  expect(sumOf(families.get('sverka_webhook_oldest_waiting_seconds'))).toBeGreaterThan(89)
  expect(sumOf(families.get('sverka_lists'), { state: 'done' })).toBe(1)
  expect(sumOf(families.get('sverka_database_connections'))).toBeGreaterThan(0)
  expect(sumOf(families.get('sverka_database_up'))).toBe(1)
  expect(sumOf(families.get('sverka_index_up'))).toBe(1)
  expect(sumOf(families.get('process_resident_memory_bytes'))).toBeGreaterThan(1e6)
})

test('rounds of jobs are counted', async () => {
  const rounds = async () =>
    sumOf(familiesOf(await read()).get('sverka_job_runs_total'), { task: 'forget_answers', outcome: 'done' })
  await withJobs(app, async () => (await rounds()) > 0)
  expect(await rounds()).toBeGreaterThan(0)
})

test('they are told on this machine alone, on a port of their own', async () => {
  expect(readConfig({}).metricsPort).toBeNull()
  expect((await app.request('/metrics')).headers.get('content-type')).not.toContain('version=0.0.4')
  expect((await app.request('/api/metrics')).status).toBe(404)
  const outside = Object.values(networkInterfaces())
    .flatMap(each => each ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
  for (const address of ['127.0.0.2', ...outside.map(each => each.address)])
    expect(await fetch(`http://${address}:${place.port}/metrics`).catch(() => 'refused')).toBe('refused')
  for (const [path, method, status] of [
    ['/', 'GET', 404],
    ['/metrics/../', 'GET', 404],
    ['/metrics', 'POST', 405]
  ] as const)
    expect((await fetch(`http://127.0.0.1:${place.port}${path}`, { method })).status).toBe(status)
})

test('calls at once read the database once', async () => {
  let statements = 0
  const { sql } = app.context
  const counting = new Proxy(sql, {
    apply(target, self, args) {
      statements += 1
      return Reflect.apply(target as never, self, args)
    }
  })
  const port = freePort()
  const end = serveMetrics({ ...app.context, sql: counting }, openMetrics(), { ...place, port })
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => fetch(`http://127.0.0.1:${port}/metrics`).then(answer => answer.status))
  )
  end()
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(statements).toBeLessThan(25)
})

test('a process lives while its database does not, and is not ready', async () => {
  const live = () => app.request('/api/health/live')
  const ready = async () => {
    const answer = await app.request('/api/health/ready')
    return [answer.status, (await answer.json()) as Record<string, unknown>] as const
  }
  expect(await ready()).toEqual([200, { status: 'ok', database: 'ok', search: 'ok', stopping: false }])
  const { sql, engine } = app.context
  app.context.sql = new Proxy(sql, { apply: () => Promise.reject(new Error('down')) })
  expect((await ready())[1]).toMatchObject({ status: 'down', database: 'down' })
  app.context.sql = sql
  app.context.engine = { ...engine, health: () => Promise.reject(new Error('down')) }
  expect(await ready()).toMatchObject([503, { status: 'down', database: 'ok', search: 'down' }])
  app.context.engine = engine
  expect((await live()).status).toBe(200)
})
