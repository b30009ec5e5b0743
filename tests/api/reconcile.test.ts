import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { shownPeople } from '#api/features/search/reconcile/shown-people.ts'
import type { SearchCaller } from '#api/features/search/reserve-credit.ts'
import { RECONCILE_PATH } from '#api/http/route-contract.ts'
import { SEARCH_COST_REQUESTS } from '#shared/constants.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import { createClient } from '#tests/kit/client.ts'
import { accountWithToken } from '#tests/kit/public-api.ts'
import {
  specExtension,
  specManifest,
  specProposal,
  specResults,
  specSuggestions
} from '#tests/kit/reconcile-shapes.ts'
import {
  bornIn,
  createReconcileClient,
  loadRegister,
  queryOf,
  surnameOf
} from '#tests/kit/reconcile-table.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const app = startedApp(loadRegister)

const refine = (token: string) => createReconcileClient(token, app.url)

describe('the dialogue of OpenRefine', () => {
  test('a manifest that fits the specification names the price and carries its own token alone', async () => {
    const { token } = await accountWithToken(app)
    const { body, headers } = await refine(token).get('')
    expect(v.safeParse(specManifest, body).issues).toBeUndefined()
    expect(body.name).toContain(`${SEARCH_COST_REQUESTS} запрос`)
    expect(body.price.credits).toBe(SEARCH_COST_REQUESTS)
    expect(body.preview.url).toContain(`id={{id}}&token=${token}`)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    const open = await createClient(app.url).get(RECONCILE_PATH)
    expect([open.status, JSON.stringify(open.body).includes('token=')]).toEqual([200, false])
  })

  test('rows are matched, each for one credit, looked at and extended for nothing', async () => {
    const account = await accountWithToken(app)
    const table = refine(account.token)
    const { status, body } = await table.send({
      q0: queryOf(0),
      q1: { query: 'Двойников Пётр', type: 'person', limit: 1 },
      q2: { query: 'Никакоев Никак', properties: [] },
      q3: { query: '', properties: [{ pid: 'phone', v: ['+7 973 000-10-01'] }] }
    })
    expect(status).toBe(200)
    expect(v.safeParse(specResults, body).issues).toBeUndefined()
    const [one] = body.q0.result
    expect([one.match, one.type[0].id]).toEqual([true, 'person'])
    expect(one.name).toContain('Илья')
    expect(one.description).toContain('Реестр примеров')
    expect(one.score).toBeGreaterThan(50)
    expect(body.q1.result.map((each: { match: boolean }) => each.match)).toEqual([false])
    expect(body.q2.result).toEqual([])
    expect(body.q3.result).toHaveLength(1)
    expect(Object.values<{ charged: number }>(body).map(({ charged }) => charged)).toEqual([1, 1, 1, 1])
    const books = { balance: 1, ledger: 1, charges: 4, history: 4 }
    expect(await booksIn(app, account)).toMatchObject(books)

    const extended = await table.extend(
      [one.id, 'nobody', 'A'.repeat(30)],
      'full_name',
      'birth_date',
      'phone'
    )
    expect(v.safeParse(specExtension, extended.body).issues).toBeUndefined()
    expect(extended.body.rows[one.id].birth_date).toEqual([{ str: bornIn(0) }])
    expect(extended.body.rows[one.id].phone).toHaveLength(1)
    expect(extended.body.rows.nobody).toEqual({ full_name: [], birth_date: [], phone: [] })
    expect(extended.body.expired).toEqual(['nobody', 'A'.repeat(30)])

    const preview = await table.page(one.id)
    const page = await preview.text()
    expect(preview.headers.get('content-type')).toBe('text/html;charset=utf-8')
    expect(preview.headers.get('x-frame-options')).toBeNull()
    expect(preview.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors \*/)
    expect(page).toContain(one.name)
    expect(page).not.toContain('<script')
    expect(page).toContain('&lt;')
    expect(await booksIn(app, account)).toMatchObject(books)

    for (const [accept, type] of [
      ['text/html,application/xhtml+xml', 'text/html;charset=utf-8'],
      ['application/json', 'application/json;charset=utf-8']
    ] as const) {
      const gone = await table.page('A'.repeat(30), { accept })
      expect([gone.status, gone.headers.get('content-type')]).toEqual([410, type])
      expect(await gone.text()).toContain(PROBLEMS.SEARCH_EXPIRED.text)
      expect(gone.headers.get('x-frame-options') === null).toBe(accept.startsWith('text/html'))
    }
    const caller = { userId: account.user.id, signal: new AbortController().signal } as SearchCaller
    const late = shownPeople(app.context, caller, [one.id], -1)
    await expect(late).rejects.toMatchObject({ code: 'TOO_MANY_SEARCHES' })
  })

  test('properties, types and a known person are suggested, and properties proposed', async () => {
    const account = await accountWithToken(app)
    const table = refine(account.token)
    const { body: properties } = await table.get('/suggest/property', { prefix: 'дата' })
    expect(v.safeParse(specSuggestions, properties).issues).toBeUndefined()
    expect(properties.result).toEqual([{ id: 'birth_date', name: 'Дата рождения' }])
    const { body: all } = await table.get('/suggest/property', { prefix: '' })
    const { body: rest } = await table.get('/suggest/property', { prefix: '', cursor: '3' })
    expect(rest.result).toEqual(all.result.slice(3))
    expect((await table.get('/suggest/type', { prefix: 'чел' })).body.result).toMatchObject([
      { id: 'person' }
    ])
    const { body } = await table.send({ q0: queryOf(1) })
    const [{ id, name }] = body.q0.result
    expect((await table.get('/suggest/entity', { prefix: id })).body.result).toEqual([{ id, name }])
    expect((await table.get('/suggest/entity', { prefix: surnameOf(1) })).body.result).toEqual([])
    const { body: proposed } = await table.get('/properties', { type: 'person' })
    expect(v.safeParse(specProposal, proposed).issues).toBeUndefined()
    expect((await booksIn(app, account)).charges).toBe(1)
  })

  test('JSON says the same as a form, and a bearer the same as a token in the address', async () => {
    const account = await accountWithToken(app)
    const { status, body } = await createClient(app.url).post(
      RECONCILE_PATH,
      { queries: { q0: queryOf(2) } },
      { headers: { authorization: `Bearer ${account.token}` } }
    )
    expect([status, body.q0.result[0].match, body.q0.charged]).toEqual([200, true, 1])
  })

  test('a search that is over is neither shown nor extended', async () => {
    const account = await accountWithToken(app)
    const table = refine(account.token)
    const { body } = await table.send({ q0: queryOf(3) })
    const [{ id }] = body.q0.result
    const other = refine((await accountWithToken(app)).token)
    expect((await other.extend([id], 'phone')).body.expired).toEqual([id])
    expect((await other.page(id)).status).toBe(410)
    await app.database.owner`UPDATE search_history SET created_at = created_at - interval '31 minutes'
      WHERE user_id = ${account.user.id}`
    expect((await table.extend([id], 'phone')).body.expired).toEqual([id])
    expect((await table.page(id)).status).toBe(410)
  })
})

describe('what is refused', () => {
  const codeOf = ({ status, body }: { status: number; body: { error_code?: string } }) => [
    status,
    body.error_code
  ]

  test('a token of nobody, none and two', async () => {
    const unknown = refine(`ps_${'A'.repeat(43)}`)
    expect(codeOf(await unknown.send({ q0: queryOf(0) }))).toEqual([401, 'BAD_TOKEN'])
    expect(codeOf(await unknown.get('/suggest/property'))).toEqual([401, 'BAD_TOKEN'])
    expect(codeOf(await refine('').send({ q0: queryOf(0) }))).toEqual([401, 'BAD_TOKEN'])
    const { token } = await accountWithToken(app)
    const init = { headers: { authorization: `Bearer ${token}` } }
    expect(codeOf(await unknown.send({ q0: queryOf(0) }, init))).toEqual([400, 'TWO_TOKENS'])
  })

  test('queries in the address, what is no batch, and too many', async () => {
    const { token } = await accountWithToken(app)
    const table = refine(token)
    expect(codeOf(await table.get('', { queries: '{}' }))).toEqual([400, 'QUERIES_IN_ADDRESS'])
    for (const body of [
      {},
      { queries: [] },
      { queries: null },
      { queries: {}, extend: {} },
      { extend: { ids: 1 } }
    ])
      expect(
        codeOf(
          await createClient(app.url).post(RECONCILE_PATH, body, {
            headers: { authorization: `Bearer ${token}` }
          })
        )
      ).toEqual([400, 'BAD_INPUT'])
    const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`q${at}`, { query: 'x' }]))
    expect(codeOf(await table.send(many))).toEqual([413, 'BATCH_TOO_LARGE'])
    expect(codeOf(await table.extend([], 'password'))).toEqual([400, 'BAD_INPUT'])
  })

  test('single queries by their names, beside those that are answered', async () => {
    const account = await accountWithToken(app)
    const { body } = await refine(account.token).send({
      good: queryOf(4),
      empty: { query: '' },
      long: { query: 'ы'.repeat(3_000) },
      list: { query: 'Иванов Иван, Петров Пётр, Сидоров Семён, Лебедев Олег' },
      unknown: { query: 'Иванов', properties: [{ pid: 'shoe_size', v: 43 }] },
      zero: { query: 'Иванов', limit: 0 },
      text: 'Иванов',
      __proto__x: null
    })
    expect(v.safeParse(specResults, body).issues).toBeUndefined()
    const codes = Object.fromEntries(
      Object.entries<{ error_code?: string; charged: number }>(body).map(([id, { error_code, charged }]) => [
        id,
        error_code ?? charged
      ])
    )
    expect(codes).toEqual({
      good: 1,
      empty: 'EMPTY_QUERY',
      long: 'QUERY_TOO_LONG',
      list: 'LIST_OF_PEOPLE',
      unknown: 'BAD_INPUT',
      zero: 'BAD_INPUT',
      text: 'BAD_INPUT',
      __proto__x: 'BAD_INPUT'
    })
    expect((await booksIn(app, account)).charges).toBe(1)
  })
})
