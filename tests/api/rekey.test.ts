import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rekeyPortion } from '#api/features/imports/service.ts'
import { startAdministered } from '#tests/kit/administered-app.ts'
import { keysStored, makeOlder, raiseRule, rekeysOf } from '#tests/kit/older-rule.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { planOf } from '#tests/kit/search-in.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import type { TestApp } from '#tests/kit/start-app.ts'
import { IN_FORCE_MS, suppress } from '#tests/kit/suppress.ts'
import { until } from '#tests/kit/until.ts'
import type { Uploader } from '#tests/kit/uploads.ts'

const INDEX = '/api/auth/admin/es_indices'
const NEVER = new AbortController().signal
const PHONE = '+7 973 204-17-40'
let app: TestApp
let admin: Person
let files: Uploader
let person: Person
beforeAll(async () => {
  // In Postgres, whose rows the tests write.
  ;({ app, admin, files } = await startAdministered({ SIGNUP_REQUESTS: '1000' }))
  await app.context.engine.open()
  await loadPeople(app)
  person = await registerAndLogin(app)
})
afterAll(() => app.stop())

const ask = async (query: string) => (await person.post('/api/search/perform', { query })).body
/** By somebody who has not paid for the same before. */
const askAnew = async (query: string) =>
  (await (await registerAndLogin(app)).post('/api/search/perform', { query })).body
const health = async () => (await app.request('/api/search/health')).json()
const noteOf = async (name: string) => (await admin.get(`${INDEX}/${name}`)).body.index.prepare_note
const inForce = () => Bun.sleep(IN_FORCE_MS)

/** A portion of a source's rekey, without the process that does it. */
async function portion(key: string): Promise<boolean> {
  const { book, secrets } = app.context
  const { owner } = app.database
  const id = `rekey:${key}`
  const isDone = await rekeyPortion(key, {
    owner,
    book,
    suppressKey: secrets.suppress,
    readCursor: async () => (await owner`SELECT cursor FROM import_job WHERE id = ${id}`)[0]?.cursor ?? null,
    async onPortion(next, _records, part) {
      if (next !== null)
        await owner`UPDATE import_job SET cursor = ${next}, part = ${Math.round(part * 1e6)} WHERE id = ${id}`
    }
  })
  if (isDone) await owner`UPDATE import_job SET state = 'done' WHERE id = ${id}`
  return isDone
}

async function untilDone(): Promise<void> {
  await app.context.importRuns.next()
  const states = async () => Object.values(await rekeysOf(app.database.owner))
  const isDone = (all: string[]) => all.every(state => state === 'done')
  expect(await until(states, isDone)).toSatisfy(isDone)
  await inForce()
}

test('says meanwhile that it may have missed something, claims nothing and charges for nobody', async () => {
  const { owner } = app.database
  const stored = await keysStored(owner)
  const before = await ask(PHONE)
  expect([before.charged, before.completeness.total_is_exact, before.completeness_note]).toEqual([
    1,
    true,
    undefined
  ])
  expect(await health()).not.toHaveProperty('prepared')

  await makeOlder(owner)
  await raiseRule(owner)
  await inForce()
  const missed = await ask(PHONE)
  expect([missed.results_count, missed.charged, missed.headline.code]).toEqual([0, 0, 'partial'])
  expect(missed.completeness_note).toBe(
    'Записи готовятся к поиску заново: 0\u00a0%. До конца подготовки найтись могло не всё, что есть.'
  )
  expect(missed.completeness).toMatchObject({ shown: 0, total: 0, total_is_exact: false })
  expect(
    Object.values<{ state: string }>(missed.sources_meta).every(({ state }) => state === 'records')
  ).toBe(true)
  expect(await health()).toMatchObject({ status: 'ok', prepared: 0 })
  expect(await noteOf('kit_registry')).toBe('Записи готовятся к поиску заново: 0\u00a0%')

  await untilDone()
  expect(await keysStored(owner)).toEqual(stored)
  const answer = await askAnew(PHONE)
  expect(answer.results_by_source).toEqual(before.results_by_source)
  expect([answer.charged, answer.headline, answer.completeness_note]).toEqual([1, before.headline, undefined])
  // A typing error: the words of names are known again.
  expect((await ask('Сидорва Анна')).results_count).toBeGreaterThan(0)
  expect(await health()).not.toHaveProperty('prepared')
  expect(await noteOf('kit_registry')).toBeUndefined()
})

test('charges meanwhile for what it finds', async () => {
  const { owner } = app.database
  await owner`UPDATE record_rule SET rule = 0`
  await raiseRule(owner)
  await inForce()
  const answer = await askAnew(PHONE)
  expect([answer.charged, answer.headline.code, answer.completeness.total_is_exact]).toEqual([
    1,
    'partial',
    false
  ])
  expect(answer.completeness_note).toContain('готовятся к поиску заново')
  await untilDone()
})

test('shows nobody suppressed whom only their fields tell', async () => {
  const { owner } = app.database
  const { engine, sources } = app.context
  await owner`UPDATE rec SET subj = '{}'`
  await owner`UPDATE record_rule SET rule = 0`
  await raiseRule(owner)
  const searchId = (await ask('Иванов Иван Иванович')).search_id
  await suppress(app, { kind: 'phone', value: '9732041740' })
  await inForce()
  for (const line of [PHONE, 'Иванов Иван Иванович', 'Иванов'])
    expect(JSON.stringify((await ask(line)).results_by_source)).not.toContain('204-17-40')
  const past = (await person.get(`/api/search/${searchId}`)).body
  expect(past.withdrawn.state).not.toBe('')

  const { policy } = await sources.current()
  const steps = planOf('Иванов').steps.filter(step => step.surname !== undefined)
  const limits = { perSource: 100, total: 100 }
  const { answers } = await engine.look([{ steps, limits }], policy, 5_000, NEVER)
  const listing = { steps, earlier: [], skipped: [], after: null, limit: 1 }
  const looked = answers.flatMap(({ candidates }) => candidates)
  const listed: string[] = []
  for (let after: bigint | null = null; ; ) {
    const [record] = (await engine.list({ ...listing, after }, policy, 5_000, NEVER)) ?? []
    if (!record) break
    listed.push(record.record_id)
    const [{ id }] = await owner`SELECT rec.id::text AS id FROM rec JOIN source ON source.id = src
      WHERE key || ':' || rid = ${record.record_id}`
    after = BigInt(id)
  }
  expect(listed.toSorted()).toEqual(looked.map(({ record_id }) => record_id).toSorted())
  expect(JSON.stringify(looked)).not.toContain('204-17-40')
  expect(await engine.count(steps, policy, 100, 5_000, NEVER)).toEqual(new Map())
  await owner`DELETE FROM suppression`
  await untilDone()
})

const FILE = [
  '№,ФИО,Телефон',
  '1,Вековой Иван Петрович,89731000001',
  '2,Вековая Мария Ильинична,89731000002'
].join('\n')
const CHANGED = '№,ФИО,Телефон\n1,Вековой Иван Петрович,89731000009\n'
async function load(name: string, text: string) {
  const id = await files.send(name, text)
  await files.start(id, { source: 'aged', id: '№' })
  return await files.until(id, ({ state }) => state === 'done')
}
const countOf = async (query: string) => (await ask(query)).results_count

test('an undo, an import and a deletion in its midst leave each record as the present rule has it', async () => {
  const { owner } = app.database
  await load('first.csv', FILE)
  const { batch_id } = await load('second.csv', CHANGED)
  await makeOlder(owner)
  await raiseRule(owner)
  await owner`DELETE FROM import_job WHERE kind = 'rekey' AND source_key <> 'aged'`
  // Present versions are made anew, earlier ones not yet.
  expect(await portion('aged')).toBe(false)
  expect((await admin.post(`${INDEX}/aged/batches/${batch_id}/undo`)).body.removal).toMatchObject({
    restored: 1
  })
  expect(
    (await load('third.csv', '№,ФИО,Телефон,Почта\n2,Вековая Мария Ильинична,89731000002,vek@example.com\n'))
      .report
  ).toMatchObject({ changed: 1 })
  while (!(await portion('aged')));
  await untilDone()
  for (const query of ['89731000001', '89731000002', 'vek@example.com', 'Вековой', 'Вековая Мария'])
    expect([query, await countOf(query)]).toEqual([query, query === 'Вековой' ? 2 : 1])
  expect(await countOf('89731000009')).toBe(0)
  const [{ bare }] = await owner`SELECT count(*)::int AS bare FROM
    (SELECT id, k FROM rec UNION ALL SELECT id, k FROM rec_earlier) AS stored
    WHERE k = '{}' AND id IN (SELECT rec.id FROM rec JOIN source ON source.id = src WHERE key = 'aged')`
  expect(bare).toBe(0)

  await makeOlder(owner)
  await raiseRule(owner)
  await owner`DELETE FROM import_job WHERE kind = 'rekey' AND source_key <> 'aged'`
  expect(await portion('aged')).toBe(false)
  expect((await admin.delete(`${INDEX}/aged`)).status).toBe(200)
  expect(await rekeysOf(owner)).not.toHaveProperty('aged')
  expect(await portion('aged')).toBe(true)
  await untilDone()
  expect(await countOf('Вековой')).toBe(0)
})
