import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { MORE_PEOPLE_MAX } from '#shared/constants.ts'
import type { PeopleComparison } from '#shared/contracts/compare.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import type { Client } from '#tests/kit/client.ts'
import { ENGINES } from '#tests/kit/engines.ts'
import { registerAndLogin } from '#tests/kit/people.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { until } from '#tests/kit/until.ts'
import { HIDDEN, idsIn, loadCardIndexes, moreOf, perform } from './card-indexes.ts'

describe.each(ENGINES)('on the engine %s', (_name, openRecords) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({}, openRecords)
    await loadCardIndexes(app)
  })
  afterAll(() => app.stop())

  const compare = (client: Client, searchId: string, a = '', b = '') =>
    client.get<PeopleComparison & { success: true; code: string }>(
      `/api/search/${searchId}/compare?a=${encodeURIComponent(a)}&b=${encodeURIComponent(b)}`
    )

  test('two people stand side by side, for nothing, and audited with the records of both', async () => {
    const client = await registerAndLogin(app)
    const { search_id, persons } = await perform(client, `+7${HIDDEN}`)
    const [one, other] = persons
    const { status, body } = await compare(client, search_id, one?.id, other?.id)
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual([
      'against',
      'connections',
      'fields',
      'for',
      'success',
      'would_decide'
    ])
    expect(body.fields.find(({ field }) => field === 'Телефон')).toMatchObject({
      a: '+7 973 444-55-66',
      b: '+7 973 444-55-66',
      tone: 'agree',
      code: 'same_phone',
      sources_a: one?.source_keys,
      sources_b: other?.source_keys
    })
    expect(body.against[0]?.kind).toBe('veto')
    expect(await booksIn(app, client)).toMatchObject({ balance: 4, charges: 1, history: 1 })
    const [row] = await app.database
      .owner`SELECT array_length(record_ids, 1) AS records, result_count AS count,
        source_keys AS sources, array_length(query_tokens, 1) AS tokens FROM audit_event
      WHERE actor_id = ${client.user.id} AND action = 'search_compare'`
    const both = [...(one?.record_ids ?? []), ...(other?.record_ids ?? [])].length
    expect(row).toMatchObject({ records: both, count: both, tokens: 4 })
    expect(row.sources.toSorted()).toEqual(['alpha', 'beta'])
  })

  test('two records too, of one card or of two, and what came with «ещё»', async () => {
    const client = await registerAndLogin(app)
    const answer = await perform(client, 'Широкин')
    const [first, second] = idsIn(answer)
    const far = idsIn((await moreOf(client, { search_id: answer.search_id })).body).at(-1)
    for (const [a, b] of [
      [first, second],
      [first, far],
      [answer.persons[0]?.id, far]
    ])
      expect((await compare(client, answer.search_id, a, b)).status).toBe(200)
    const { body } = await compare(client, answer.search_id, first, far)
    const { body: turned } = await compare(client, answer.search_id, far, first)
    expect(turned.fields.map(({ a, b }) => [b, a])).toEqual(body.fields.map(({ a, b }) => [a, b]))
  })

  test.each([
    ['a record that was not shown', 'alpha:none', 'UNKNOWN_PERSON'],
    ['an invented person', 'p1234567abcdefg', 'UNKNOWN_PERSON'],
    ['HTML', '<b>', 'UNKNOWN_PERSON'],
    ['nothing', '', 'BAD_INPUT'],
    ['a thousand signs and more', 'ы'.repeat(1_025), 'BAD_INPUT']
  ])('refuses %s', async (_what, b, code) => {
    const client = await registerAndLogin(app)
    const { search_id, persons } = await perform(client, `+7${HIDDEN}`)
    const { status, body } = await compare(client, search_id, persons[0]?.id, b)
    expect([status, body.code]).toEqual([400, code])
  })

  test('refuses somebody with themselves, and with a record of theirs', async () => {
    const client = await registerAndLogin(app)
    const { search_id, persons } = await perform(client, `+7${HIDDEN}`)
    const [person] = persons
    for (const b of [person?.id, person?.record_ids[0]]) {
      const { status, body } = await compare(client, search_id, person?.id, b)
      expect([status, body.code]).toEqual([400, 'ONE_PERSON'])
    }
  })

  test('people whom «ещё» has brought come again by their ids, free, audited, and as they may be shown', async () => {
    const client = await registerAndLogin(app)
    const { search_id, persons } = await perform(client, 'Широкин')
    const people = (await moreOf(client, { search_id })).body.persons
    const [one, other] = [people.at(-1), people.find(({ id }) => persons.every(person => person.id !== id))]
    const again = async (...ids: (string | undefined)[]) =>
      (await moreOf(client, { search_id, people: ids } as never)).body
    const repeated = await again(one?.id, 'pzzzzzzzzzzzzz', '<b>')
    expect(repeated.persons).toEqual(one ? [one] : [])
    expect(idsIn(repeated).sort()).toEqual(one?.record_ids.toSorted() ?? [])
    expect(Object.keys(repeated.matches).sort()).toEqual(idsIn(repeated).sort())
    expect([repeated.cursor, repeated.charged, repeated.results_count]).toEqual([
      null,
      0,
      idsIn(repeated).length
    ])
    const byRecord = await again(other?.record_ids[0], one?.id, other?.id)
    expect(byRecord.persons.map(({ id }) => id).sort()).toEqual([one?.id ?? '', other?.id ?? ''].sort())
    const { owner } = app.database
    const [row] = await owner`SELECT action, array_length(record_ids, 1) AS records FROM audit_event
      WHERE actor_id = ${client.user.id} ORDER BY id DESC LIMIT 1`
    expect(row).toEqual({ action: 'search_repeat', records: idsIn(byRecord).length })
    expect(await booksIn(app, client)).toMatchObject({ balance: 4, charges: 1, history: 1 })

    // Whoever stands on both pages comes with the records of both.
    const firstIds = new Set(persons.flatMap(({ record_ids }) => record_ids))
    const ids = people.map(({ id }) => id).slice(0, MORE_PEOPLE_MAX)
    const ofBoth = (await again(...ids)).persons.filter(
      ({ record_ids }) => new Set(record_ids.map(id => firstIds.has(id))).size > 1
    )
    for (const { record_ids } of ofBoth.slice(0, 1)) {
      const fromFirst = record_ids.find(id => firstIds.has(id))
      expect((await again(fromFirst)).persons.map(person => person.record_ids)).toEqual([record_ids])
    }

    const source = one?.source_keys[0] ?? ''
    /** As soon as a change of sources is in force. */
    const askedUntil = async (people: number) => {
      const last = await until(
        () => again(one?.id),
        ({ persons }) => persons.length === people
      )
      return [last.persons, last.results_by_source]
    }
    try {
      await owner`UPDATE source SET status = 'disabled' WHERE key = ${source}`
      expect(await askedUntil(0)).toEqual([[], {}])
    } finally {
      await owner`UPDATE source SET status = 'active'`
    }
    expect((await askedUntil(1))[0]).toEqual(repeated.persons)
  })

  test.each([
    ['with a source', { people: ['p1'], source: 'alpha' }],
    ['with a cursor', { people: ['p1'], cursor: 'A'.repeat(35) }],
    ['that are nobody', { people: [] }],
    ['without a name', { people: [''] }],
    ['that are too many', { people: Array.from({ length: 101 }, (_, at) => `p${at}`) }],
    ['that are one text', { people: 'p1' }]
  ])('brings no people again %s', async (_what, part) => {
    const client = await registerAndLogin(app)
    const { search_id } = await perform(client, 'Широкин')
    const { status, body } = await moreOf(client, { search_id, ...part })
    expect([status, (body as unknown as { code: string }).code]).toEqual([400, 'BAD_INPUT'])
  })

  test('ends after half an hour', async () => {
    const client = await registerAndLogin(app)
    const { search_id, persons } = await perform(client, `+7${HIDDEN}`)
    await app.database.owner`UPDATE search_history SET created_at = created_at - interval '31 minutes'
      WHERE user_id = ${client.user.id}`
    const { status, body } = await compare(client, search_id, persons[0]?.id, persons[1]?.id)
    expect([status, body.code]).toEqual([410, 'SEARCH_EXPIRED'])
  })
})
