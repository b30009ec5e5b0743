import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Refusal } from '#api/lib/refusal.ts'
import type { HistoryAnswer } from '#shared/contracts/history.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import type { Verdict } from '#shared/contracts/verdict.ts'
import { NO_SUCH_SEARCH } from '#shared/texts/past-search.ts'
import { NO_SUCH_VERDICT } from '#shared/texts/verdicts.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import { ENGINES } from '#tests/kit/engines.ts'
import { type Person as Client, registerAndLogin } from '#tests/kit/people.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { invalidateSourceCache, suppress } from '#tests/kit/suppress.ts'
import { HIDDEN, loadCardIndexes, moreOf, perform } from './card-indexes.ts'

const NO_PERSON = 'pzzzzzzzzzzzzz'

describe.each(ENGINES)('on the engine %s', (_name, openRecords) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({}, openRecords)
    await loadCardIndexes(app)
  })
  afterAll(() => app.stop())

  const put = (client: Client, searchId: string, body: object) =>
    client.put(`/api/search/${searchId}/verdicts`, body)
  const remove = (client: Client, searchId: string, id: number | string) =>
    client.delete(`/api/search/${searchId}/verdicts/${id}`)
  const listed = async (client: Client, searchId: string): Promise<Verdict[]> =>
    (await client.get(`/api/search/${searchId}`)).body.verdicts
  const peopleOf = ({ persons }: SearchAnswer) => persons.map(({ id }) => id) as [string, string, string]
  const audits = (client: Client) =>
    app.database.owner`SELECT action, record_ids::text AS records, detail->>'verdict' AS verdict,
        detail->>'before' AS before FROM audit_event
      WHERE actor_id = ${client.user.id} AND action LIKE 'verdict%' ORDER BY id`
  const stored = async (client: Client): Promise<number> => {
    const [row] = await app.database.owner`SELECT count(*)::int AS count FROM search_verdict v
      JOIN search_history h ON h.id = v.history_id WHERE h.user_id = ${client.user.id}`
    return row.count
  }
  const grow = (client: Client, minutes: number) =>
    app.database.owner`UPDATE search_history SET created_at = created_at - make_interval(mins => ${minutes})
      WHERE user_id = ${client.user.id}`
  const searched = async (query = 'Частухин Иван') => {
    const client = await registerAndLogin(app)
    const answer = await perform(client, query)
    return { client, answer, searchId: answer.search_id, people: peopleOf(answer) }
  }

  test('a verdict is made, repeated, changed and taken back, each change once in the audit', async () => {
    const { client, searchId, people } = await searched()
    const [a] = people
    const saved = await put(client, searchId, { a, verdict: 'same', note: ' ИНН  сошёлся ' })
    expect(saved.status).toBe(200)
    const { verdict } = saved.body
    expect(verdict).toEqual({
      id: verdict.id,
      a,
      b: null,
      verdict: 'same',
      note: 'ИНН сошёлся',
      at: verdict.at
    })
    const again = await put(client, searchId, { a, b: null, verdict: 'same', note: 'ИНН сошёлся' })
    expect(again.body.verdict).toEqual(verdict)
    const changed = await put(client, searchId, { a, verdict: 'unclear' })
    expect(changed.body.verdict).toMatchObject({ id: verdict.id, verdict: 'unclear', note: null })
    expect(await listed(client, searchId)).toEqual([changed.body.verdict])
    expect((await remove(client, searchId, verdict.id)).body).toEqual({ success: true })
    expect((await remove(client, searchId, verdict.id)).status).toBe(404)
    expect(await listed(client, searchId)).toEqual([])
    const rows = await audits(client)
    expect([...rows].map(({ action, before, verdict: after }) => [action, before, after])).toEqual([
      ['verdict_set', null, 'same'],
      ['verdict_set', 'same', 'unclear'],
      ['verdict_removed', 'unclear', null]
    ])
    expect(new Set([...rows].map(({ records }) => records)).size).toBe(1)
    expect(await booksIn(app, client)).toMatchObject({ balance: 4, history: 1 })
  })

  test('a pair is one, however it is sent, beside the verdicts on each of the two', async () => {
    const { client, searchId, people } = await searched()
    const [a, b] = people
    await put(client, searchId, { a, verdict: 'same' })
    const pair = await put(client, searchId, { a, b, verdict: 'unclear' })
    const turned = await put(client, searchId, { a: b, b: a, verdict: 'other' })
    expect(turned.body.verdict).toMatchObject({ id: pair.body.verdict.id, verdict: 'other' })
    expect([turned.body.verdict.a, turned.body.verdict.b]).toEqual([a, b].sort())
    const all = await listed(client, searchId)
    expect(all.map(({ verdict }) => verdict)).toEqual(['same', 'other'])
    const { data } = (await client.get<HistoryAnswer>('/api/search_history')).body
    expect(data.map(({ verdicts }) => verdicts)).toEqual([2])
  })

  test('many at once for one pair leave one, and an audit that leads to it', async () => {
    const { client, searchId, people } = await searched()
    const [a, b] = people
    const values = ['same', 'other', 'unclear', 'same', 'other', 'unclear', 'same', 'other']
    const answers = await Promise.all(
      values.map((verdict, at) => put(client, searchId, at % 2 ? { a, b, verdict } : { a: b, b: a, verdict }))
    )
    expect(answers.map(({ status }) => status)).toEqual(values.map(() => 200))
    expect(new Set(answers.map(({ body }) => body.verdict.id)).size).toBe(1)
    const [last, ...others] = await listed(client, searchId)
    expect(others).toEqual([])
    const rows = [...(await audits(client))]
    expect(rows.at(-1).verdict).toBe(last?.verdict)
    for (const [at, row] of rows.entries()) expect(row.before).toBe(rows[at - 1]?.verdict ?? null)
  })

  test('at once with the deletion of the search none is left behind', async () => {
    const { client, searchId, people } = await searched()
    const puts = people.slice(0, 6).map(a => put(client, searchId, { a, verdict: 'same' }))
    const [statuses] = await Promise.all([
      Promise.all(puts).then(all => all.map(({ status }) => status)),
      client.delete('/api/search_history')
    ])
    expect(statuses.filter(status => status !== 200 && status !== 404)).toEqual([])
    expect(await stored(client)).toBe(0)
  })

  test('no more than 500 of one search, of which the last place is given once', async () => {
    const { client, searchId, people } = await searched()
    await app.database.owner`INSERT INTO search_verdict (history_id, a, a_record, verdict)
      SELECT h.id, 'p0' || n, n, 'other' FROM search_history h, generate_series(1, 499) n
      WHERE h.user_id = ${client.user.id}`
    const answers = await Promise.all(
      people.slice(0, 4).map(a => put(client, searchId, { a, verdict: 'same' }))
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('TOO_MANY_VERDICTS')
    const verdict = answers.find(({ status }) => status === 200)?.body.verdict
    expect((await put(client, searchId, { a: verdict.a, verdict: 'other' })).status).toBe(200)
    expect(await stored(client)).toBe(500)
  })

  test.each([
    ['no person', { verdict: 'same' }, 'BAD_INPUT'],
    ['garbage', { a: '../1', verdict: 'same' }, 'BAD_INPUT'],
    ['a record', { a: 'alpha:1', verdict: 'same' }, 'BAD_INPUT'],
    ['a number', { a: 5, verdict: 'same' }, 'BAD_INPUT'],
    ['somebody of no search', { a: NO_PERSON, verdict: 'same' }, 'UNKNOWN_PERSON'],
    ['another word', { a: NO_PERSON, verdict: 'yes' }, 'BAD_INPUT'],
    ['a note that is no text', { a: NO_PERSON, verdict: 'same', note: 5 }, 'BAD_INPUT'],
    ['a long note', { a: NO_PERSON, verdict: 'same', note: 'ы'.repeat(501) }, 'NOTE_TOO_LONG'],
    ['one person twice', { a: NO_PERSON, b: NO_PERSON, verdict: 'same' }, 'ONE_PERSON'],
    ['nothing', null, 'BAD_INPUT']
  ])('refuses %s', async (_what, body, code) => {
    const { client, searchId } = await searched(`+7${HIDDEN}`)
    const refused = await put(client, searchId, body as object)
    expect([refused.status, refused.body.code]).toEqual([400, code])
    expect(await stored(client)).toBe(0)
  })

  test('a person of another search is nobody of this one', async () => {
    const { client, searchId } = await searched()
    const other = await perform(client, 'Частухин')
    const { status, body } = await put(client, searchId, { a: peopleOf(other)[0], verdict: 'same' })
    expect([status, body.code]).toEqual([400, 'UNKNOWN_PERSON'])
  })

  test('a note keeps what is written and loses what is not seen', async () => {
    const { client, searchId, people } = await searched()
    const note = '<b>да</b> 👩\u200D🔬 ы\u0000\u202Eтекст\n\n конец'
    const { body } = await put(client, searchId, { a: people[0], verdict: 'same', note })
    expect(body.verdict.note).toBe('<b>да</b> 👩🔬 ытекст конец')
    const longest = '👩'.repeat(500)
    expect(
      (await put(client, searchId, { a: people[0], verdict: 'same', note: longest })).body.verdict.note
    ).toBe(longest)
  })

  test('somebody who came with «ещё» can be judged too', async () => {
    const { client, searchId, people } = await searched('Широкин')
    const page = (await moreOf(client, { search_id: searchId })).body
    const later = page.persons.map(({ id }) => id).find(id => !people.includes(id))
    const { status } = await put(client, searchId, { a: later, b: people[0], verdict: 'other' })
    expect(status).toBe(200)
    expect(await listed(client, searchId)).toHaveLength(1)
  })

  test('goes on when the search has expired, and with its line in the history it goes', async () => {
    const { client, searchId, people } = await searched()
    await put(client, searchId, { a: people[0], verdict: 'same' })
    await grow(client, 31)
    await app.database.owner`ALTER TABLE audit_event DISABLE TRIGGER USER`
    await app.database
      .owner`UPDATE audit_event SET at = at - interval '31 minutes' WHERE actor_id = ${client.user.id}`
    await app.database.owner`ALTER TABLE audit_event ENABLE TRIGGER USER`
    expect(await listed(client, searchId)).toHaveLength(1)
    const changed = await put(client, searchId, { a: people[0], verdict: 'other' })
    const added = await put(client, searchId, { a: people[1], verdict: 'other' })
    expect([changed.status, added.status]).toEqual([200, 200])
    const { data } = (await client.get<HistoryAnswer>('/api/search_history')).body
    await client.delete(`/api/search_history/${data[0]?.id}`)
    expect(await stored(client)).toBe(0)
    const late = await put(client, searchId, { a: people[0], verdict: 'same' })
    expect(late).toMatchObject({ status: 404, body: { code: 'NOT_FOUND', error: NO_SUCH_SEARCH } })
    expect([...(await audits(client))].length).toBe(3)
  })

  test('is nobody else’s: another user, a deleted line and an invented name get one refusal of what is missing', async () => {
    const { client, searchId, people } = await searched()
    const other = await registerAndLogin(app)
    const { id } = (await put(client, searchId, { a: people[0], verdict: 'same' })).body.verdict
    const mine = (await perform(other, 'Частухин Иван')).search_id
    const body = { a: people[0], verdict: 'other' }
    const noSearch = [
      await put(other, searchId, body),
      await put(client, 'A'.repeat(22), body),
      await put(client, 'x', body),
      await remove(other, searchId, id),
      await other.get(`/api/search/${searchId}/compare?a=x&b=y`)
    ]
    const noVerdict = [
      await remove(other, mine, id),
      await remove(client, searchId, 'x'),
      await remove(client, searchId, '9'.repeat(40))
    ]
    for (const [answers, error] of [
      [noSearch, NO_SUCH_SEARCH],
      [noVerdict, NO_SUCH_VERDICT]
    ] as const) {
      const refusals = answers.map(({ status, body: { request_id: _, ...rest } }) =>
        JSON.stringify([status, rest])
      )
      expect(new Set(refusals).size).toBe(1)
      expect(answers[0]).toMatchObject({ status: 404, body: { error } })
    }
    expect((await listed(client, searchId))[0]?.verdict).toBe('same')
    expect((await put(other, mine, body)).status).toBe(200)
    expect(await listed(client, searchId)).toHaveLength(1)
  })

  test('shows nothing of somebody who was suppressed since, nor takes a new one', async () => {
    const { client, searchId, people } = await searched(`+7${HIDDEN}`)
    const [a, b] = people
    await put(client, searchId, { a, verdict: 'same', note: 'Примечание о человеке' })
    await put(client, searchId, { a, b, verdict: 'other' })
    const elsewhere = await searched()
    await put(elsewhere.client, elsewhere.searchId, { a: elsewhere.people[0], verdict: 'same' })
    await suppress(app, { kind: 'phone', value: HIDDEN })
    invalidateSourceCache(app)
    const counted = async ({ client }: { client: Client }) =>
      (await client.get<HistoryAnswer>('/api/search_history')).body.data.map(({ verdicts }) => verdicts)
    try {
      expect((await client.get(`/api/search/${searchId}`)).body.verdicts).toEqual([])
      expect([await counted({ client }), await counted(elsewhere)]).toEqual([[0], [1]])
      const refused = await put(client, searchId, { a, verdict: 'other' })
      const unknown = await put(client, searchId, { a: NO_PERSON, verdict: 'other' })
      expect({ ...refused.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' })
      const compared = await client.get(`/api/search/${searchId}/compare?a=${a}&b=${b}`)
      expect([compared.status, compared.body.code]).toEqual([400, 'UNKNOWN_PERSON'])
      expect(await listed(elsewhere.client, elsewhere.searchId)).toHaveLength(1)
    } finally {
      await app.database.owner`DELETE FROM suppression`
      invalidateSourceCache(app)
    }
    expect(await listed(client, searchId)).toHaveLength(2)
    expect(await counted({ client })).toEqual([2])
  })

  test('its count stands in the history, beside the name of the search and until when it lives', async () => {
    const { client, searchId, answer, people } = await searched()
    await put(client, searchId, { a: people[0], b: people[1], verdict: 'same' })
    await put(client, searchId, { a: people[0], verdict: 'same' })
    const [row] = (await client.get<HistoryAnswer>('/api/search_history')).body.data
    expect(row).toMatchObject({
      search_id: searchId,
      verdicts: 2,
      live_until: new Date(Date.parse(answer.searched_at) + 30 * 60_000).toISOString()
    })
    await app.database.owner`UPDATE search_history SET is_complete = false, search_id = NULL
      WHERE user_id = ${client.user.id}`
    const [partial] = (await client.get<HistoryAnswer>('/api/search_history')).body.data
    expect(partial).toMatchObject({ search_id: null, verdicts: 2, live_until: partial?.created_at })
  })

  test('are counted as unknown in a history that is asked while nobody can tell who may be shown', async () => {
    const { client, searchId, people } = await searched()
    await put(client, searchId, { a: people[0], verdict: 'same' })
    const { search } = app.context
    const { answer } = search
    search.answer = () => Promise.reject(new Refusal('SEARCH_DOWN'))
    try {
      const { status, body } = await client.get<HistoryAnswer>('/api/search_history')
      expect([status, body.data.map(({ verdicts }) => verdicts)]).toEqual([200, [null]])
    } finally {
      search.answer = answer
    }
  })
})
