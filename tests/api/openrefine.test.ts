import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { RECONCILE_PATH } from '#api/http/route-contract.ts'
import { API_INTERVAL_MS } from '#shared/constants.ts'
import type { ReconcileManifest } from '#shared/contracts/programs/reconcile.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import { registerAndLogin } from '#tests/kit/people.ts'
import { accountWithToken, programOf } from '#tests/kit/public-api.ts'
import {
  specExtension,
  specManifest,
  specProposal,
  specResults,
  specSuggestions
} from '#tests/kit/reconcile-shapes.ts'
import { accountWithCredits, bornIn, loadRegister, surnameOf } from '#tests/kit/reconcile-table.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const app = startedApp(loadRegister)

/** Where OpenRefine runs: a page of another origin, and a program of Java. */
const ORIGIN = 'http://127.0.0.1:3333'

/** As jQuery asks from that page. */
async function fromPage(address: string) {
  const headers = {
    accept: 'application/json, text/javascript, */*; q=0.01',
    origin: ORIGIN,
    referer: `${ORIGIN}/project?project=1`,
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'cors',
    'sec-fetch-dest': 'empty'
  }
  const response = await fetch(address, { headers })
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer holds and says what it expects of it
  return { status: response.status, body: (await response.json()) as any }
}

/** As `UrlEncodedFormEntity` writes one field. */
async function fromJava(address: string, name: string, value: object) {
  const encoded = encodeURIComponent(JSON.stringify(value))
    .replace(/%20/g, '+')
    .replace(/[!'()~]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  const response = await fetch(address, {
    method: 'POST',
    body: `${name}=${encoded}`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'accept-encoding': 'gzip, x-gzip, deflate',
      'user-agent': 'OpenRefine 3.9.3 [abc]'
    }
  })
  // biome-ignore lint/suspicious/noExplicitAny: as above
  return { status: response.status, body: (await response.json()) as any }
}

describe('what OpenRefine sends', () => {
  test('from the address that is typed to cells that are added', async () => {
    const account = await accountWithCredits(app, 9)
    const address = `${app.url}${RECONCILE_PATH}?token=${account.token}`

    // The service is added.
    const { body: manifest } = await fromPage(address)
    expect(v.safeParse(specManifest, manifest).issues).toBeUndefined()
    const { preview, suggest, extend } = manifest as ReconcileManifest
    const at = ({ service_url, service_path }: { service_url: string; service_path: string }) =>
      service_url + service_path

    // The dialog opens: what columns are of is guessed by the first different cells, which are searches.
    const cells = [0, 1, 2].map(row => `${surnameOf(row)} Илья`)
    const guesses = Object.fromEntries(cells.map((query, row) => [`q${row}`, { query, limit: 3 }]))
    const { body: guessed } = await fromJava(address, 'queries', guesses)
    expect(v.safeParse(specResults, guessed).issues).toBeUndefined()
    expect(guessed.q0.result[0].type).toEqual([{ id: 'person', name: 'Человек' }])
    expect((await booksIn(app, account)).charges).toBe(3)

    // A column is named as a property while one types.
    const named = await fromPage(`${at(suggest.property)}&prefix=${encodeURIComponent('дата')}&type=person`)
    expect(v.safeParse(specSuggestions, named.body).issues).toBeUndefined()
    expect(named.body.result[0].id).toBe('birth_date')
    expect((await fromPage(`${at(suggest.type)}&prefix=${encodeURIComponent('чел')}`)).status).toBe(200)

    // Rows, with cells of every kind that a table has: text, a date, a number, a cell that was matched before.
    const properties = [
      [{ pid: 'birth_date', v: bornIn(3) }],
      [{ pid: 'birth_date', v: '1954-03-14T00:00:00Z' }],
      [{ pid: 'phone', v: 7.973_000_100_5e10 }],
      [{ pid: 'birth_date', v: { id: 'x', name: bornIn(6) } }]
    ]
    const rows = properties.map((own, row) => ({
      query: `${surnameOf(3 + row)} Илья`,
      type: 'person',
      type_strict: 'should',
      properties: own,
      limit: 5
    }))
    await Bun.sleep(API_INTERVAL_MS)
    const { status, body } = await fromJava(
      address,
      'queries',
      Object.fromEntries(rows.map((row, at) => [`q${at}`, row]))
    )
    expect(status).toBe(200)
    expect(v.safeParse(specResults, body).issues).toBeUndefined()
    expect(rows.map((_, row) => body[`q${row}`].result[0]?.match)).toEqual([true, true, true, true])
    const [{ id }] = body.q0.result

    // A candidate is looked at, in a frame.
    const page = await fetch(preview.url.replace('{{id}}', encodeURIComponent(id)), {
      headers: { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    })
    expect([page.status, page.headers.get('x-frame-options')]).toEqual([200, null])

    // Columns are added: its page appends `?type=` to an address that has a query.
    const proposed = await fromPage(`${at(extend.propose_properties)}?type=person`)
    expect(v.safeParse(specProposal, proposed.body).issues).toBeUndefined()
    expect(proposed.body.type).toBe('person')
    const wanted = [{ id: 'birth_date' }, { id: 'phone' }]
    await Bun.sleep(API_INTERVAL_MS)
    const extended = await fromJava(address, 'extend', { properties: wanted, ids: [id] })
    expect(v.safeParse(specExtension, extended.body).issues).toBeUndefined()
    expect(extended.body.rows[id].birth_date).toEqual([{ str: bornIn(3) }])
    expect(await booksIn(app, account)).toMatchObject({ balance: 2, ledger: 2, charges: 7 })
  })

  test('a second try as JSONP is no script', async () => {
    const { token } = await accountWithToken(app)
    const response = await fetch(`${app.url}${RECONCILE_PATH}?token=${token}&callback=jQuery1&_=2`)
    expect(response.headers.get('content-type')).toStartWith('application/json')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await response.json()).toMatchObject({ versions: ['0.2'] })
  })
})

describe('a page of another origin', () => {
  const PATHS = ['', '/suggest/property', '/properties', '/preview']
  const asks = (path: string) =>
    app.request(path, {
      method: 'OPTIONS',
      headers: {
        origin: ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type'
      }
    })

  test.each(PATHS)('is told that it may call %p, without cookies', async path => {
    const { status, headers } = await asks(RECONCILE_PATH + path)
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-methods')).toBe(path === '' ? 'GET, HEAD, POST' : 'GET, HEAD')
    expect(headers.get('access-control-allow-headers')).toContain('authorization')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('is told nothing of the kind elsewhere', async () => {
    const paths = [
      '/api/search',
      '/api/balance',
      '/api/mcp',
      '/api/lists',
      '/api/auth/me',
      '/api/reconciled',
      '/refresh'
    ]
    for (const path of [...paths, '/admin/api/payments/reconcile', `${RECONCILE_PATH}/none`]) {
      const { headers } = await asks(path)
      for (const name of ['origin', 'methods', 'headers', 'credentials'])
        expect([path, name, headers.get(`access-control-allow-${name}`)]).toEqual([path, name, null])
    }
  })

  test('gets nothing by cookies, be they sent along or beside a token', async () => {
    const person = await registerAndLogin(app)
    const { token } = await programOf(person, app.url)
    const cookie = [...person.cookies].map(pair => pair.join('=')).join('; ')
    const foreign = { cookie, origin: ORIGIN, 'sec-fetch-site': 'cross-site' }
    const own = { cookie, 'sec-fetch-site': 'same-origin' }
    const body = new URLSearchParams({ queries: '{"q0":{"query":"Иванов Иван"}}' })
    const send = (query: string, headers: Record<string, string>) =>
      app.request(`${RECONCILE_PATH}${query}`, { method: 'POST', body, headers })
    const codeOf = async (answer: Promise<Response>) => {
      const { status, headers, ...response } = await answer.then(async each => ({
        status: each.status,
        headers: each.headers,
        body: (await each.json()) as { error_code?: string }
      }))
      expect([headers.get('access-control-allow-credentials'), headers.getSetCookie()]).toEqual([null, []])
      return [status, response.body.error_code]
    }
    expect(await codeOf(send('', foreign))).toEqual([403, 'CROSS_SITE'])
    expect(await codeOf(send(`?token=${token}`, foreign))).toEqual([403, 'CROSS_SITE'])
    expect(await codeOf(send('', own))).toEqual([401, 'BAD_TOKEN'])
    for (const path of ['/suggest/property?prefix=', '/properties?type=person', '/preview?id=1'])
      expect(await codeOf(app.request(RECONCILE_PATH + path, { headers: foreign }))).toEqual([
        401,
        'BAD_TOKEN'
      ])
    expect((await booksIn(app, person)).charges).toBe(0)
    // Without them the token is enough.
    const { cookie: _, ...bare } = foreign
    expect((await send(`?token=${token}`, bare)).status).toBe(200)
  })
})
