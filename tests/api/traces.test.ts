import { expect, test } from 'bun:test'
import { createApp } from '#api/app.ts'
import { readConfig } from '#api/config.ts'
import { closeContext, createContext } from '#api/context.ts'
import { openRecords } from '#api/engines/index.ts'
import { loadTracing } from '#api/lib/load-tracing.ts'
import { NO_TRACING } from '#api/lib/tracing.ts'
import { createClient } from '#tests/kit/client.ts'
import { registerAndLogin } from '#tests/kit/people.ts'
import { quickPasswords } from '#tests/kit/quick-passwords.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { freePort } from '#tests/kit/start-app.ts'
import { startedApp } from '#tests/kit/started-app.ts'
import { until } from '#tests/kit/until.ts'

/** As OTLP writes it in JSON. */
interface OtlpSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status: { code?: number }
}

const app = startedApp(loadPeople)

const WORDS = ['Тайнописцев', 'Фома', '03.04.1975']

test('without a collector nothing is traced', async () => {
  expect(await loadTracing(readConfig({}))).toBe(NO_TRACING)
})

test('a call and its parts are traced, and nothing of what was asked', async () => {
  const bodies: string[] = []
  const collector = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      expect(new URL(request.url).pathname).toBe('/v1/traces')
      bodies.push(await request.text())
      return Response.json({})
    }
  })
  const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${collector.port}/`
  const tracing = await loadTracing(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME: 'desk' }))
  const records = openRecords(app.context.config, app.database)
  const context = createContext({ ...app.context, database: app.database, records, tracing })
  context.passwords = quickPasswords(context.passwords)
  const port = freePort()
  const traced = createApp(context)
  traced.listen({ port, hostname: '127.0.0.1' })
  const url = `http://localhost:${port}`
  const { username, password } = await registerAndLogin(app)
  const person = createClient(url)
  await person.post('/api/auth/login', { username, password, turnstile_token: 'test-token' })
  const answers = await Promise.all([
    person.post('/api/search/perform', { query: WORDS.join(' ') }),
    person.post('/api/search/perform', { query: '«»' }),
    person.get(`/api/payment/${WORDS[0]}`),
    person.get(`/nothing-here?line=${WORDS[0]}`)
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 404, 404])
  const foreign = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } }
  expect((await fetch(`${url}/api/auth/login`, foreign)).status).toBe(403)
  // The library sends every five seconds, and the span of a call ends after its answer.
  const calls = () => bodies.join().split('POST /api/search/perform').length - 1
  await until(calls, count => count >= 2)
  await traced.stop(true)
  await closeContext(context)
  await records.close()
  await collector.stop()

  const text = bodies.join('\n')
  for (const word of [
    ...WORDS,
    ...WORDS.map(encodeURIComponent),
    username,
    'nothing-here',
    'line=',
    '127.0.0.1'
  ])
    expect(text).not.toContain(word)
  const payload = bodies.map(body => JSON.parse(body))
  expect(text).toContain('"stringValue":"desk"')
  const spans: OtlpSpan[] = payload.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: OtlpSpan[] }[] }) =>
      scopeSpans.flatMap(each => each.spans)
    )
  )
  const attributesOf = ({ attributes }: OtlpSpan) =>
    Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
  const searches = spans.filter(({ name }) => name === 'POST /api/search/perform')
  const [search] = searches.filter(call => attributesOf(call)['http.response.status_code'] === 200)
  expect(searches.map(call => attributesOf(call)['http.response.status_code']).toSorted()).toEqual([200, 400])
  const parts = spans.filter(({ parentSpanId }) => parentSpanId === search?.spanId)
  expect(parts.map(({ name }) => name)).toEqual(['reserve', 'find', 'match', 'settle'])
  expect(new Set(parts.map(({ traceId }) => traceId))).toEqual(new Set([search?.traceId ?? '']))
  const statusesOf = (wanted: string) =>
    spans.filter(({ name }) => name === wanted).map(call => attributesOf(call)['http.response.status_code'])
  expect(statusesOf('GET /api/payment/:id')).toEqual([404])
  expect(statusesOf('GET /*')).toEqual([404])
  // Refused before a route is looked for.
  expect(statusesOf('POST /*')).toEqual([403])
  const keys = new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)))
  expect([...keys].toSorted()).toEqual(['http.request.method', 'http.response.status_code', 'http.route'])
})

test('a collector that does not answer holds nothing up', async () => {
  const silent = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    fetch: () => new Promise(() => {})
  })
  const tracing = await loadTracing(
    readConfig({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `http://127.0.0.1:${silent.port}/v1/traces` })
  )
  for (let at = 0; at < 5_000; at += 1) await tracing.span('find', null, async () => at)
  await expect(
    Promise.resolve(tracing.span('find', null, () => Promise.reject(new Error(WORDS[0]))))
  ).rejects.toThrow(WORDS[0] ?? '')
  await silent.stop(true)
  await tracing.close()
})
