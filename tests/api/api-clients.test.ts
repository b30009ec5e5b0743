import { expect, test } from 'bun:test'
import { join } from 'node:path'
import type { InferOutput } from 'valibot'
import { runLists } from '#api/features/search/lists/service.ts'
import type { listRowShape, listShape } from '#shared/contracts/lists/lists.ts'
import type {
  balanceAnswer,
  publicMoreAnswer,
  publicRefusalShape,
  publicSearchAnswer
} from '#shared/contracts/programs/public-api.ts'
import {
  type BalanceAnswer,
  createSverka,
  type List,
  type ListRow,
  type Records,
  type Refusal,
  type SearchAnswer,
  SverkaError
} from '#site/public/clients/sverka.ts'
import { registerAndLogin } from '#tests/kit/people.ts'
import { type Program, programOf } from '#tests/kit/public-api.ts'
import { startedApp } from '#tests/kit/started-app.ts'
import { idsIn, loadCardIndexes } from './card-indexes.ts'

const PYTHON = join(import.meta.dir, '..', '..', 'site', 'public', 'clients', 'sverka.py')
const LINE = 'Частухин Иван'
const ALL = 180

/** The compiler holds the client to the schemas of which `GET /api/openapi.json` is written. */
const asDeclared = {
  search: (answer: InferOutput<typeof publicSearchAnswer>): SearchAnswer => answer,
  further: (answer: InferOutput<typeof publicMoreAnswer>): Records => answer,
  balance: (answer: InferOutput<typeof balanceAnswer>): BalanceAnswer => answer,
  list: (list: InferOutput<typeof listShape>): List => list,
  row: (row: InferOutput<typeof listRowShape>): ListRow => row,
  refusal: (answer: InferOutput<typeof publicRefusalShape>): Refusal => answer
}

let program: Program
const app = startedApp(async app => {
  await loadCardIndexes(app)
  program = await programOf(await registerAndLogin(app), app.url)
})

test('the client of TypeScript searches, goes on to the end and keeps the pace by itself', async () => {
  const sverka = createSverka(app.url, program.token)
  const [before, answer, after] = await Promise.all([
    sverka.balance(),
    sverka.search(LINE, { idempotencyKey: 'client' }),
    sverka.balance()
  ])
  expect([answer.results_count, Object.keys(asDeclared)]).toEqual([
    100,
    ['search', 'further', 'balance', 'list', 'row', 'refusal']
  ])
  expect([before.balance, answer.charged, after.balance]).toEqual([5, 1, 4])
  const ids = idsIn(answer)
  for await (const page of sverka.further(answer)) ids.push(...idsIn(page))
  expect(new Set(ids).size).toBe(ALL)
})

test('the client of TypeScript says a refusal by its code', async () => {
  const stranger = createSverka(app.url, 'ps_nobody')
  const refused = await stranger.search(LINE).catch(error => error)
  expect(refused).toBeInstanceOf(SverkaError)
  expect([refused.status, refused.code, refused.message]).toEqual([
    401,
    'BAD_TOKEN',
    'Токен неверен или не указан'
  ])
  const limited = await createSverka(app.url, program.token)
    .search(LINE, { limit: 5 })
    .catch(error => error)
  expect(limited.code).toBe('BAD_LIMIT')
})

test('it fits on two hundred and fifty lines and needs nothing', async () => {
  const text = await Bun.file(join(PYTHON, '..', 'sverka.ts')).text()
  expect(text.split('\n').length).toBeLessThanOrEqual(251)
  expect(text).not.toMatch(/^import /m)
})

test.if(Bun.which('python3') !== null)(
  'the example of Python prints every record once, and a refusal as such',
  async () => {
    const run = async (token: string) => {
      const child = Bun.spawn(['python3', PYTHON, app.url, LINE], {
        env: { SVERKA_TOKEN: token, PATH: process.env.PATH, PYTHONIOENCODING: 'utf-8' },
        stdout: 'pipe',
        stderr: 'pipe'
      })
      const [printed, errors] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text()
      ])
      return { code: await child.exited, printed, said: errors }
    }
    await Bun.sleep(500)
    const { code, printed, said: errors } = await run(program.token)
    expect([code, errors]).toEqual([0, expect.stringContaining('100 records')])
    const records = printed
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(new Set(records.map(({ record_id }) => record_id)).size).toBe(ALL)
    const refused = await run('ps_nobody')
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('401 BAD_TOKEN')])
  }
)

test('both clients make a list, wait for it and read its rows', async () => {
  const person = await registerAndLogin(app)
  const { token } = await programOf(person, app.url)
  const stop = runLists(app.context)
  try {
    const rows: ListRow[] = []
    for await (const row of createSverka(app.url, token).list(['Чудоюдов Роман', 'Чудоюдов Роман']))
      rows.push(row)
    expect(rows.map(({ outcome, repeat_of }) => [outcome, repeat_of])).toEqual([
      ['none', null],
      ['repeat', 1]
    ])
    const file = join(app.context.config.dataDir, 'people.txt')
    await Bun.write(file, 'Иноземцев Роман\n')
    const python = Bun.spawn(['python3', PYTHON, app.url, '--list', file], {
      env: { PATH: process.env.PATH, SVERKA_TOKEN: token },
      stdout: 'pipe'
    })
    expect(JSON.parse(await new Response(python.stdout).text())).toMatchObject({ n: 1, outcome: 'none' })
  } finally {
    await stop()
  }
})
