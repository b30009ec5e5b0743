import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { openRecords } from '#api/engines/index.ts'
import { createSearchHandler } from '#api/features/search/search-worker.ts'
import { log } from '#api/lib/log.ts'
import { ROLE_USER } from '#shared/labels/roles.ts'
import { type Agent, agentOf } from '#tests/kit/agent.ts'
import { draftOf, runToEnd } from '#tests/kit/lists.ts'
import { catchLog, type LoggedLines } from '#tests/kit/logged-lines.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { type Program, programOf, programWith } from '#tests/kit/public-api.ts'
import { createReconcileClient } from '#tests/kit/reconcile-table.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { invalidateSourceCache } from '#tests/kit/suppress.ts'
import type { Failure } from './failing-thread.ts'

/** Written as typed, as a reader writes it, and as an address would carry it. */
const MARKS = ['Незаписуев', 'незаписуев', 'НЕЗАПИСУЕВ', 'nezapisuev', '9735550199', '735-55-01', '735550']
const LINE = 'Незаписуев Иван +7 973 555-01-99 nezapisuev@example.com'
const marksIn = (text: string) =>
  [...MARKS, encodeURIComponent('Незаписуев')].filter(mark => text.includes(mark))

let app: TestApp
let person: Person
let program: Program
let agent: Agent
let table: ReturnType<typeof createReconcileClient>
let logged: LoggedLines
/** What every call of the engine throws, when it is to fail. */
let engineFailure: (() => unknown) | null = null

beforeAll(async () => {
  app = await startApp({}, (database, config) => {
    const records = openRecords({ ...config, elasticsearchUrl: null }, database)
    const engine = new Proxy(records.engine, {
      get(own, name) {
        const value: unknown = Reflect.get(own, name)
        const failure = engineFailure
        if (failure && typeof value === 'function')
          return () => {
            throw failure()
          }
        return value
      }
    })
    return { ...records, engine }
  })
  await loadPeople(app)
  invalidateSourceCache(app)
  person = await signedInAs(app, ROLE_USER, 1_000)
  const token = async () => (await programOf(await signedInAs(app, ROLE_USER, 1_000), app.url)).token
  program = programWith(await token(), app.url)
  agent = await agentOf(await token(), app.url)
  table = createReconcileClient(await token(), app.url)
})
afterAll(() => app.stop())
beforeEach(() => {
  logged = catchLog()
})
afterEach(() => {
  logged.stop()
  engineFailure = null
})

let searches = 0
/** A new one each time, so that no answer of before stands in. */
const lineOf = () => `${LINE} ${1950 + searches++}`

/** Such a line by each way in. Each program has an account of its own, because one account's take turns. */
async function byEveryDoor(): Promise<unknown[]> {
  const list = async () => {
    const { id } = await draftOf(person, [lineOf(), lineOf()], lineOf())
    await person.post(`/api/lists/${id}/start`)
    return await runToEnd(
      app,
      person,
      id,
      ({ state }) => state !== 'running' || logged.events().has('list_row_failed')
    ).finally(() => person.delete(`/api/lists/${id}`))
  }
  const doors = [
    () => person.post('/api/search/perform', { query: lineOf() }),
    () => person.get(`/search?q=${encodeURIComponent(lineOf())}`),
    () => person.post('/api/search/perform', { query: lineOf(), unknown: lineOf() }),
    () => program.askInTurn('/api/search', { request: lineOf() }),
    () => agent.callInTurn('search', { request: lineOf() }),
    () => table.send({ q0: { query: lineOf() } }),
    () => table.get('/suggest/entity', { prefix: lineOf() }),
    list
  ]
  const answers: unknown[] = []
  for (const door of doors) answers.push(await door())
  return answers
}

const quoting = () => `${lineOf()}\n    at ${lineOf()}`
/** What the doors say of a failure. */
const EVENTS = ['unexpected', 'agent_call', 'reconcile_query', 'list_row_failed']
/** Everything that a part may throw. */
const FAILURES: [string, () => unknown][] = [
  ['an error that quotes the line', () => new Error(quoting(), { cause: new TypeError(quoting()) })],
  ['an error that is named by the line', () => Object.assign(new RangeError(quoting()), { query: lineOf() })],
  ['a text', () => quoting()],
  ['an object', () => ({ query: lineOf() })]
]

test('a line that was answered is in no line of the log', async () => {
  log.warn('caught')
  const [page] = (await byEveryDoor()) as [{ status: number }]
  expect(page.status).toBe(200)
  expect(marksIn(JSON.stringify(page))).not.toEqual([])
  expect(logged.events()).toContain('caught')
  expect(marksIn(logged.text())).toEqual([])
})

test.each(FAILURES)('nor one on which the engine failed with %s', async (_, failure) => {
  engineFailure = failure
  await byEveryDoor()
  for (const event of EVENTS) expect(logged.events()).toContain(event)
  expect(marksIn(logged.text())).toEqual([])
})

test.each(FAILURES)('nor one on which a reader failed with %s', async (_, failure) => {
  const fail = async () => {
    throw failure()
  }
  const { search } = app.context
  app.context.search = { ...search, answer: fail, read: fail }
  try {
    await byEveryDoor()
    app.context.search = { ...search, readRows: fail }
    const { status } = await person.post('/api/lists', { title: lineOf(), lines: [lineOf()] })
    expect(status).toBe(500)
  } finally {
    app.context.search = search
  }
  for (const event of EVENTS) expect(logged.events()).toContain(event)
  expect(marksIn(logged.text())).toEqual([])
})

test.each(FAILURES)('nor one on which a search thread failed with %s', async (_, failure) => {
  const { context } = app
  const answer = async () => {
    throw failure()
  }
  const thread = createSearchHandler(answer, context, async () => {})
  const task = { request: JSON.stringify({ query: lineOf(), chosen: null }), changes: 0 }
  const failed = await Promise.resolve(thread.run(task, new AbortController().signal)).catch(() => 'failed')
  expect(failed).toBe('failed')
  expect(logged.events()).toContain('search_failed')
  expect(marksIn(logged.text())).toEqual([])
})

test.each<Failure>(['rejected', 'later', 'unawaited'])(
  'nor one that a thread was at when it failed: %s',
  async how => {
    const child = Bun.spawn([process.execPath, `${import.meta.dir}/failing-thread.ts`], {
      env: { ...process.env, LINE, HOW: how },
      stdout: 'pipe',
      stderr: 'pipe'
    })
    const output = (
      await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
    ).join('')
    expect(output).toContain('ended')
    if (how !== 'rejected') expect(output).toContain('search_thread_lost')
    expect(marksIn(output)).toEqual([])
  }
)
