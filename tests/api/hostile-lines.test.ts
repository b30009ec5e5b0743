import { describe, expect, test } from 'bun:test'
import { QUERY_MAX_CODE_POINTS } from '#shared/constants.ts'
import type { HistoryAnswer } from '#shared/contracts/history.ts'
import { ROLE_USER } from '#shared/labels/roles.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { hostileLines } from '#tests/kit/hostile-lines.ts'
import { balanceOf, type Person, signedInAs } from '#tests/kit/people.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const CREDITS = 10_000
const ASKERS = 4
const MIXTURES = 220
/** What a line may be answered with: anything else is a fault of ours. */
const REFUSALS = new Set([
  'EMPTY_QUERY',
  'NOTHING_TO_SEARCH',
  'WORD_TOO_LONG',
  'QUERY_TOO_LONG',
  'LIST_OF_PEOPLE'
])

let client: Person
const app = startedApp(async app => {
  await loadPeople(app)
  client = await signedInAs(app, ROLE_USER, CREDITS)
})

const perform = (query: string) => client.post('/api/search/perform', { query })
const balance = () => balanceOf(app, client.username)

test('answers or refuses any 512 signs within the deadline, and charges only what was searched', async () => {
  const lines = hostileLines(MIXTURES, 5)
  expect(lines.length).toBeGreaterThanOrEqual(300)
  const answered: Record<string, number> = {}
  let charged = 0
  const queue = lines.values()
  const ask = async () => {
    for (const line of queue) {
      const { status, body } = await perform(line)
      const outcome = status === 200 ? `200 ${body.charged}` : String(body.code)
      answered[outcome] = (answered[outcome] ?? 0) + 1
      if (status === 200) charged += body.charged
      const fine = status === 200 ? body.failed_sources.length === 0 : REFUSALS.has(body.code)
      if (!fine)
        throw new Error(`${status} ${JSON.stringify(body).slice(0, 200)} for ${JSON.stringify(line)}`)
      if (status !== 200) expect(status).toBe(PROBLEMS[body.code as keyof typeof PROBLEMS].status)
    }
  }
  await Promise.all(Array.from({ length: ASKERS }, ask))
  expect(answered['200 1']).toBeGreaterThan(100)
  expect(answered.NOTHING_TO_SEARCH).toBeGreaterThan(20)
  expect(await balance()).toEqual({ balance: CREDITS - charged, ledger: CREDITS - charged })
})

describe('a line', () => {
  test('in which nothing can be searched costs nothing and leaves no history', async () => {
    const before = await balance()
    const history = await client.get('/api/search_history')
    const empty = [
      '',
      ' ',
      '\u0000',
      '\u200b\u2066',
      '\ud800',
      '…',
      '%',
      '***',
      '0000000000',
      '🙂',
      '—',
      '()',
      "'",
      '\u0301'
    ]
    for (const line of empty) {
      const { status, body } = await perform(line)
      expect([line, status, ['EMPTY_QUERY', 'NOTHING_TO_SEARCH'].includes(body.code)]).toEqual([
        line,
        400,
        true
      ])
    }
    expect(await balance()).toEqual(before)
    expect((await client.get('/api/search_history')).body).toEqual(history.body)
  })

  test('is 512 signs long at most, whatever a sign is made of', async () => {
    for (const sign of ['я', '漢', '🙂', '𐐷']) {
      expect((await perform(sign.repeat(QUERY_MAX_CODE_POINTS))).body.code).not.toBe('QUERY_TOO_LONG')
      const { status, body } = await perform(sign.repeat(QUERY_MAX_CODE_POINTS + 1))
      expect([sign, status, body.code]).toEqual([sign, 400, 'QUERY_TOO_LONG'])
    }
  })

  test('finds with a NUL, half a character and invisible signs in it what it finds without', async () => {
    const plain = Object.keys((await perform('Иванов Иван')).body.matches)
    expect(plain.length).toBeGreaterThan(0)
    for (const line of [
      'Ив\u0000анов Иван',
      'Иванов\ud800 Иван',
      'Ива\u00adнов \u202eИван',
      '\ufeffИванов Иван\u0007'
    ])
      expect([line, Object.keys((await perform(line)).body.matches)]).toEqual([line, plain])
  })

  test('is kept in the history as the text that it is', async () => {
    const lines = [
      '<img src=x onerror=alert(1)> Иванов',
      "Robert'); DROP TABLE rec; --",
      'Иванов $[7*7] {{7*7}}',
      '%27 OR 1=1 Петров',
      'Петров \\u0041 \\x41'
    ]
    for (const line of lines) expect((await perform(line)).status).toBe(200)
    const { data } = (await client.get<HistoryAnswer>('/api/search_history')).body
    expect(data.slice(0, lines.length).map(row => row.query)).toEqual([...lines].reverse())
  })
})

describe('a search body', () => {
  const send = (path: string, body: BodyInit, type: string) =>
    client.request(path, { method: 'POST', body, headers: { 'content-type': type } })

  test.each([
    ['half a JSON', '{"query":', 'BAD_JSON'],
    ['broken UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), 'BAD_JSON'],
    ['a NUL outside a text', '{"query":\u0000"x"}', 'BAD_JSON'],
    ['a list of lines', '{"query":["Иванов"]}', 'BAD_INPUT'],
    ['a number', '{"query":89732041740}', 'BAD_INPUT'],
    ['no line', '{}', 'BAD_INPUT'],
    ['null', 'null', 'BAD_INPUT'],
    ['a line of a prototype', '{"__proto__":{"query":"Иванов"}}', 'BAD_INPUT'],
    ['a reading of a reading', '{"query":"Иванов","reading":{"kind":{"kind":"text"}}}', 'BAD_INPUT']
  ])('of %s is refused and free', async (_name, body, code) => {
    const before = await balance()
    for (const path of ['/api/search/perform', '/api/search/parse_query']) {
      if (path.endsWith('parse_query') && JSON.stringify(body).includes('reading')) continue
      const answer = await send(path, body, 'application/json')
      expect([answer.status, (await answer.json()).code]).toEqual([400, code])
    }
    expect(await balance()).toEqual(before)
  })

  test('of a form is not taken', async () => {
    const form = new URLSearchParams({ query: 'Иванов' }).toString()
    for (const type of [
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data; boundary=x'
    ]) {
      const answer = await send('/api/search/perform', form, type)
      expect([type, answer.status, (await answer.json()).code]).toEqual([type, 415, 'UNSUPPORTED_TYPE'])
    }
  })

  test('with an unknown or endless reading is refused and free', async () => {
    const before = await balance()
    for (const reading of [
      'nothing',
      'phone:79732041740',
      '\u0000',
      'x'.repeat(10_000),
      { kind: 'text', value: '\ud800' }
    ]) {
      const { status } = await client.post('/api/search/perform', { query: 'Иванов Иван', reading })
      expect([reading, status]).toEqual([reading, 400])
    }
    expect(await balance()).toEqual(before)
  })
})
