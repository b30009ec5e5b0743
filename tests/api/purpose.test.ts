import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { PurposeCode } from '#shared/labels/purposes.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import { agentOf } from '#tests/kit/agent.ts'
import { draftOf, rowsOf, runToEnd } from '#tests/kit/lists.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { programOf } from '#tests/kit/public-api.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

const LINE = 'Иванов Иван Иванович 01.02.1980'
const PERFORM = '/api/search/perform'

const open = async (mode: string): Promise<TestApp> => {
  const app = await startApp({ SEARCH_PURPOSE: mode })
  await loadPeople(app)
  return app
}
const search = (person: Person, more: object = {}) => person.post(PERFORM, { query: LINE, ...more })
const auditOf = async (app: TestApp, person: Person) => [
  ...(await app.database.owner<{ action: string; purpose: string | null; case: string | null }[]>`
    SELECT action, purpose, detail->>'case_ref' AS case FROM audit_event
    WHERE actor_id = ${person.user.id} AND action IN ('search', 'search_repeat', 'search_more', 'search_compare',
      'list_rows', 'list_export') ORDER BY id`)
]

describe('without SEARCH_PURPOSE', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await open('off')
  })
  afterAll(() => app.stop())

  test('a purpose that is sent is neither asked for, kept nor answered', async () => {
    const person = await registerAndLogin(app)
    await person.put('/api/profile/purpose', { purpose: 'debt' })
    const { status, body } = await search(person, { purpose: 'antifraud', case_ref: '1' })
    expect([status, body.purpose, body.withheld_sources]).toEqual([200, undefined, undefined])
    // The same line is the same search.
    expect((await search(person)).body.charged).toBe(0)
    expect(await auditOf(app, person)).toEqual([{ action: 'search', purpose: null, case: null }])
    expect((await person.get('/api/auth/me')).body.user).not.toHaveProperty('search_purpose')
  })
})

describe('under SEARCH_PURPOSE=optional', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await open('optional')
  })
  afterAll(() => app.stop())

  test('a purpose goes into the answer, the history, the audit and everything that goes on with the search', async () => {
    const person = await registerAndLogin(app)
    const { body } = await search(person, { purpose: 'debt', case_ref: ' дело А40-12/2026 ' })
    const stated = { code: 'debt', title: 'Розыск должника', case_ref: 'дело А40-12/2026' }
    expect(body.purpose).toEqual(stated)
    expect((await person.get('/api/search_history')).body.data[0].purpose).toEqual(stated)
    expect((await person.get(`/api/search/${body.search_id}`)).body.purpose).toEqual(stated)
    expect((await person.post(PERFORM, { search_id: body.search_id })).body.purpose).toEqual(stated)
    await person.post('/api/search/more', { search_id: body.search_id })
    const audited = await auditOf(app, person)
    expect(audited.map(({ action }) => action)).toEqual(['search', 'search_repeat', 'search_more'])
    expect(audited.every(each => each.purpose === 'debt' && each.case === 'дело А40-12/2026')).toBe(true)
  })

  test('the same line for another purpose or case is another search, and for the same one it is not', async () => {
    const person = await registerAndLogin(app)
    const forms = [{}, { purpose: 'debt' }, { purpose: 'heirs' }, { purpose: 'heirs', case_ref: '2' }]
    for (const charged of [1, 0])
      for (const form of forms) expect((await search(person, form)).body.charged).toBe(charged)
  })

  test('a search that states none takes what is usual for its token, else for its account', async () => {
    const person = await registerAndLogin(app)
    await person.put('/api/profile/purpose', { purpose: 'client_check', case_ref: 'П-1' })
    const usual = { code: 'client_check', title: 'Проверка клиента', case_ref: 'П-1' }
    expect((await person.get('/api/auth/me')).body.user.search_purpose).toEqual({
      is_required: false,
      code: 'client_check',
      case_ref: 'П-1'
    })
    expect((await search(person)).body.purpose).toEqual(usual)
    expect((await search(person, { case_ref: 'П-2' })).body.purpose).toEqual({ ...usual, case_ref: 'П-2' })
    // A case belongs to its purpose.
    expect((await search(person, { purpose: 'debt' })).body.purpose.case_ref).toBeNull()
    const program = await programOf(person, app.url)
    const ask = async (more: object = {}) =>
      (await program.askInTurn('/api/search', { request: LINE, limit: 10, ...more })).body.purpose
    expect(await ask()).toEqual(usual)
    const [token] = (await person.get('/api/tokens')).body.api_tokens
    const { body } = await person.put(`/api/tokens/${token.id}/purpose`, { purpose: 'journalism' })
    expect(body.api_tokens[0].purpose).toEqual({
      code: 'journalism',
      title: 'Журналистское расследование',
      case_ref: null
    })
    expect(await ask()).toMatchObject({ code: 'journalism', case_ref: null })
    expect(await ask({ purpose: 'heirs', case_ref: 'Н-7' })).toMatchObject({ code: 'heirs', case_ref: 'Н-7' })
    const stranger = await registerAndLogin(app)
    expect((await stranger.put(`/api/tokens/${token.id}/purpose`, { purpose: 'debt' })).status).toBe(404)
    await person.put('/api/profile/purpose', { purpose: null })
    expect((await search(person)).body.purpose).toBeUndefined()
  })

  test.each<[what: string, form: object, code: string]>([
    ['an unknown purpose', { purpose: 'curiosity' }, 'UNKNOWN_PURPOSE'],
    ['a case without a purpose', { case_ref: '1' }, 'PURPOSE_REQUIRED'],
    ['a case of 65 signs', { purpose: 'debt', case_ref: '1'.repeat(65) }, 'BAD_CASE_REF'],
    ['a case with signs of a program', { purpose: 'debt', case_ref: '<b>' }, 'BAD_CASE_REF'],
    ['a case of two lines', { purpose: 'debt', case_ref: '1\n2' }, 'BAD_CASE_REF'],
    ['a case that is a number', { purpose: 'debt', case_ref: 7 }, 'BAD_CASE_REF']
  ])('%s is refused at every door, and costs nothing', async (_what, form, code) => {
    const person = await registerAndLogin(app)
    const program = await programOf(person, app.url)
    const answers = [
      (await search(person, form)).body.code,
      (await program.askInTurn('/api/search', { request: LINE, limit: 10, ...form })).body.error_code,
      (await person.post('/api/lists', { lines: [LINE], ...form })).body.code
    ]
    expect(answers).toEqual([code, code, code])
    expect(await booksIn(app, person)).toMatchObject({ balance: 5, charges: 0, history: 0 })
  })

  describe('a source that allows some purposes', () => {
    const allow = async (purposes: PurposeCode[] | null) => {
      await app.database.owner`UPDATE source SET purposes_allowed = ${purposes && `{${purposes.join(',')}}`}
        WHERE key = (SELECT min(key) FROM source WHERE status = 'active' AND records > 0)`
      app.context.sources.forget()
      const [row] = await app.database.owner<{ key: string; title: string }[]>`SELECT key, title FROM source
        WHERE key = (SELECT min(key) FROM source WHERE status = 'active' AND records > 0)`
      if (!row) throw new Error('no source')
      return row
    }
    const keysOf = ({ results_by_source, persons }: { results_by_source: object; persons: object }) => ({
      sources: Object.keys(results_by_source),
      text: JSON.stringify(persons)
    })

    test('answers for them alone, is named otherwise, and goes on for the purpose of its search', async () => {
      const { key, title } = await allow(['debt'])
      const person = await registerAndLogin(app)
      const allowed = (await search(person, { purpose: 'debt' })).body
      expect(keysOf(allowed).sources).toContain(key)
      expect(allowed.withheld_sources).toBeUndefined()
      for (const form of [{ purpose: 'heirs' }, {}]) {
        const other = (await search(person, form)).body
        expect(other.withheld_sources).toEqual([{ key, title }])
        expect([...keysOf(other).sources, ...Object.keys(other.sources_meta)]).not.toContain(key)
        expect(keysOf(other).text).not.toContain(`${key}:`)
        const again = (await person.post(PERFORM, { search_id: other.search_id })).body
        expect(keysOf(again).sources).not.toContain(key)
        const more = await person.post('/api/search/more', { search_id: other.search_id, source: key })
        expect(more.status).toBe(400)
      }
      const again = (await person.post(PERFORM, { search_id: allowed.search_id })).body
      expect(keysOf(again).sources).toContain(key)
      expect((await person.get(`/api/search/${allowed.search_id}`)).body.withdrawn).toBeNull()
      await allow(['heirs'])
      const later = (await person.post(PERFORM, { search_id: allowed.search_id })).body
      expect(keysOf(later).sources).not.toContain(key)
      expect((await person.get(`/api/search/${allowed.search_id}`)).body.withdrawn.sources).toContain(title)
      await allow(null)
    })

    test('counts nowhere for another purpose in a list either', async () => {
      const { key } = await allow(['debt'])
      const person = await registerAndLogin(app)
      const counts: number[] = []
      for (const purpose of ['debt', 'heirs']) {
        const { list } = (await person.post('/api/lists', { lines: [LINE], purpose })).body
        await person.post(`/api/lists/${list.id}/start`)
        await runToEnd(app, person, list.id)
        const [row] = await rowsOf(person, list.id)
        counts.push(row?.results_count ?? -1)
        const ids = row?.best?.record_ids ?? []
        expect(ids.some(id => id.startsWith(`${key}:`))).toBe(purpose === 'debt')
      }
      expect(counts[0]).toBeGreaterThan(counts[1] ?? 0)
      await allow(null)
    })
  })
})

describe('under SEARCH_PURPOSE=required', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await open('required')
  })
  afterAll(() => app.stop())

  test('nothing is searched, made into a list or charged without one, by session or by token', async () => {
    const person = await registerAndLogin(app)
    const program = await programOf(person, app.url)
    const refusal = { status: 400, code: 'PURPOSE_REQUIRED', error: 'Укажите цель поиска' }
    const ofPage = await search(person)
    expect({ status: ofPage.status, ...ofPage.body }).toMatchObject(refusal)
    const ofProgram = await program.askInTurn('/api/search', { request: LINE, limit: 10 })
    expect(ofProgram.body).toMatchObject({ code: 400, error_code: 'PURPOSE_REQUIRED' })
    const ofList = await person.post('/api/lists', { lines: [LINE] })
    expect({ status: ofList.status, ...ofList.body }).toMatchObject(refusal)
    expect(await booksIn(app, person)).toMatchObject({ balance: 5, charges: 0, history: 0 })
    expect(await auditOf(app, person)).toEqual([])
  })

  test('an agent states one with its search', async () => {
    const person = await registerAndLogin(app)
    const agent = await agentOf((await programOf(person, app.url)).token, app.url)
    const without = await agent.callInTurn('search', { request: LINE })
    expect(without.body.error_code).toBe('PURPOSE_REQUIRED')
    const { body } = await agent.callInTurn('search', { request: LINE, purpose: 'debt', case_ref: 'А-1' })
    expect(body).toMatchObject({ charged: 1, purpose: { code: 'debt', case_ref: 'А-1' } })
    expect(await auditOf(app, person)).toEqual([{ action: 'search', purpose: 'debt', case: 'А-1' }])
  })

  test('what was searched before is not shown again, gone on with or compared', async () => {
    const person = await registerAndLogin(app)
    const { body } = await search(person, { purpose: 'debt' })
    const list = await (async () => {
      await person.put('/api/profile/purpose', { purpose: 'debt' })
      const draft = await draftOf(person, [LINE])
      await person.put('/api/profile/purpose', { purpose: null })
      return draft
    })()
    const searchId = body.search_id
    const [a, b] = body.persons.map(({ id }: { id: string }) => id)
    await person.put(`/api/search/${searchId}/verdicts`, { a, verdict: 'same' })
    const named = async () => (await person.get(`/api/search/${searchId}?names=true`)).body
    expect(Object.keys((await named()).names)).toEqual([a])
    const doors = () => [
      person.post(PERFORM, { search_id: searchId }),
      person.post('/api/search/more', { search_id: searchId }),
      person.post('/api/search/more', { search_id: searchId, people: [a] }),
      person.post('/api/search/more', { search_id: searchId, further: a }),
      person.get(`/api/search/${searchId}/compare?a=${a}&b=${b ?? a}`),
      person.post(`/api/lists/${list.id}/start`)
    ]
    // As if the operator asked for purposes only since then.
    await app.database.owner`UPDATE search_history SET purpose = NULL`
    await app.database.owner`UPDATE list SET purpose = NULL`
    for (const answer of await Promise.all(doors())) expect(answer.body.code).toBe('PURPOSE_REQUIRED')
    expect(await named()).toMatchObject({ query: LINE, verdicts: [{ a }] })
    expect(await named()).not.toHaveProperty('names')
    await app.database.owner`UPDATE search_history SET purpose = 'debt'`
    await app.database.owner`UPDATE list SET purpose = 'debt'`
    for (const answer of await Promise.all(doors())) expect(answer.body.code).not.toBe('PURPOSE_REQUIRED')
    await runToEnd(app, person, list.id)
    expect((await rowsOf(person, list.id))[0]?.outcome).not.toBe('failed')
    await app.database.owner`UPDATE list SET purpose = NULL`
    for (const path of ['rows', 'export?format=csv', 'export?format=json'])
      expect((await person.get(`/api/lists/${list.id}/${path}`)).status).not.toBe(200)
  })

  test('a searched row is audited with the purpose and case of its list', async () => {
    const person = await registerAndLogin(app)
    const form = { lines: [LINE], purpose: 'employment', case_ref: 'К-3' }
    const { list } = (await person.post('/api/lists', form)).body
    expect(list.purpose).toMatchObject({ code: 'employment', case_ref: 'К-3' })
    await person.post(`/api/lists/${list.id}/start`)
    await runToEnd(app, person, list.id)
    await rowsOf(person, list.id)
    const audited = await auditOf(app, person)
    expect(new Set(audited.map(({ action }) => action))).toEqual(new Set(['search', 'list_rows']))
    expect(audited.every(each => each.purpose === 'employment' && each.case === 'К-3')).toBe(true)
    const [line] = (await person.get('/api/search_history')).body.data
    expect(line.purpose).toMatchObject({ code: 'employment', case_ref: 'К-3' })
  })
})
