import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { forgetOldSearches } from '#api/features/history/store.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import type { EarlierVerdict } from '#shared/contracts/verdict.ts'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import { ENGINES } from '#tests/kit/engines.ts'
import { type Person as Client, registerAndLogin, signedInAs } from '#tests/kit/people.ts'
import { loadSource } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { invalidateSourceCache, suppress } from '#tests/kit/suppress.ts'

const COLUMNS = [
  { label: 'Номер записи', kind: 'record_number' as const },
  { label: 'ФИО', kind: 'full_name' as const },
  { label: 'Дата рождения', kind: 'birth_date' as const },
  { label: 'ИНН', kind: 'inn' as const },
  { label: 'Телефон', kind: 'phone' as const }
]
const HE = 'Памятин Илья Андреевич'
const ROWS = [
  ['1', HE, '14.03.1981', '', '+7 973 200-10-01'],
  ['2', HE, '14.03.1981', '', '+7 973 200-10-02'],
  ['3', 'Памятин Илья Петрович', '14.03.1981', '', '+7 973 200-10-03'],
  ['4', 'Скрытнов Олег Ильич', '01.02.1990', '', '+7 973 200-10-04'],
  ['5', 'Безродный Яков', '', '', '+7 973 200-10-05']
]

describe.each(ENGINES)('an earlier verdict, on the engine %s', (_name, openRecords) => {
  let app: TestApp
  const load = (rows: string[][]) =>
    loadSource(app, 'memory', { title: 'Картотека', kind: 'ordinary', columns: COLUMNS, rows })
  beforeAll(async () => {
    app = await startApp({}, openRecords)
    await load(ROWS)
    invalidateSourceCache(app)
  })
  afterAll(() => app.stop())

  const ask = async (client: Client, query: string): Promise<SearchAnswer> => {
    const { body } = await client.post('/api/search/perform', { query })
    expect(body.success).toBe(true)
    return body
  }
  const conclude = async (client: Client, query: string, verdict = 'same', note = 'ИНН совпал') => {
    const { search_id, persons } = await ask(client, query)
    const { body } = await client.put(`/api/search/${search_id}/verdicts`, {
      a: persons[0]?.id,
      verdict,
      note
    })
    expect(body.success).toBe(true)
    return { searchId: search_id, verdict: body.verdict }
  }
  const earlier = async (client: Client, searchId: string): Promise<EarlierVerdict[]> => {
    const { status, body } = await client.get(`/api/search/${searchId}/earlier_verdicts`)
    expect([status, body.success]).toEqual([200, true])
    return body.verdicts
  }
  const lineOf = async (client: Client, searchId: string) =>
    (await client.get('/api/search_history')).body.data.find(
      ({ search_id }: { search_id: string }) => search_id === searchId
    )

  test('is told by another line of the same person, and by nobody else', async () => {
    const client = await registerAndLogin(app)
    const { searchId, verdict } = await conclude(client, '+7 973 200-10-01')
    expect(await earlier(client, searchId)).toEqual([])
    const later = await ask(client, `${HE} 14.03.1981`)
    const person = later.persons.find(({ name }) => name === HE)
    expect(await earlier(client, later.search_id)).toEqual([
      {
        person_id: person?.id ?? '',
        search_id: searchId,
        id: verdict.id,
        verdict: 'same',
        note: 'ИНН совпал',
        at: verdict.at,
        changed_records: 0
      }
    ])
    // His namesake of the same day has another father.
    const namesake = await ask(client, '+7 973 200-10-03')
    expect(await earlier(client, namesake.search_id)).toEqual([])
    const stranger = await registerAndLogin(app)
    const theirs = await ask(stranger, '+7 973 200-10-01')
    expect(await earlier(stranger, theirs.search_id)).toEqual([])
    expect((await stranger.get(`/api/search/${searchId}/earlier_verdicts`)).status).toBe(404)
  })

  test('is the last one, and gone when it is taken back', async () => {
    const client = await registerAndLogin(app)
    await conclude(client, '+7 973 200-10-01')
    const second = await conclude(client, '+7 973 200-10-02', 'other')
    const later = await ask(client, HE)
    expect((await earlier(client, later.search_id)).map(({ id, verdict }) => [id, verdict])).toEqual([
      [second.verdict.id, 'other']
    ])
    await client.delete(`/api/search/${second.searchId}/verdicts/${second.verdict.id}`)
    expect((await earlier(client, later.search_id)).map(({ verdict }) => verdict)).toEqual(['same'])
  })

  test('is told however often another person was concluded on since', async () => {
    const client = await registerAndLogin(app)
    const line = 'Памятин Илья 14.03.1981'
    await conclude(client, '+7 973 200-10-03', 'other')
    const often = await conclude(client, '+7 973 200-10-01')
    await app.database.owner`INSERT INTO search_verdict (user_id, a, a_record, verdict, tokens, at)
      SELECT ${client.user.id}, v.a, v.a_record, 'same', v.tokens, v.at + make_interval(secs => n)
      FROM search_verdict v, generate_series(1, 600) n WHERE v.id = ${often.verdict.id}`
    const { search_id, persons } = await ask(client, line)
    const concluded = (await earlier(client, search_id)).map(
      ({ person_id, verdict }) => `${persons.find(({ id }) => id === person_id)?.name}: ${verdict}`
    )
    expect(concluded.sort()).toEqual([`${HE}: same`, 'Памятин Илья Петрович: other'])
  })

  test('is told of a name alone by the record that it was on', async () => {
    const client = await registerAndLogin(app)
    await conclude(client, 'Безродный Яков', 'unclear')
    const later = await ask(client, '+7 973 200-10-05')
    expect((await earlier(client, later.search_id)).map(({ verdict }) => verdict)).toEqual(['unclear'])
  })

  test('says how many records of the person came since', async () => {
    const client = await registerAndLogin(app)
    await conclude(client, '+7 973 200-10-01')
    await load([...ROWS, ['6', HE, '14.03.1981', '', '+7 973 200-10-06']])
    invalidateSourceCache(app)
    const later = await ask(client, `${HE} 14.03.1981`)
    expect((await earlier(client, later.search_id)).map(each => each.changed_records)).toEqual([1])
  })

  test('goes with its line of history, or stays where that is asked for, until all is cleared', async () => {
    const client = await signedInAs(app, ROLE_INFINITY)
    const gone = await conclude(client, '+7 973 200-10-01')
    const forget = (id: number, query = '') => client.delete(`/api/search_history/${id}${query}`)
    expect((await forget((await lineOf(client, gone.searchId)).id)).status).toBe(200)
    const later = await ask(client, HE)
    expect(await earlier(client, later.search_id)).toEqual([])
    const second = await conclude(client, '+7 973 200-10-02', 'other')
    const line = await lineOf(client, second.searchId)
    expect((await forget(line.id, '?verdicts=all')).status).toBe(400)
    expect((await forget(line.id, '?verdicts=keep')).status).toBe(200)
    expect(await earlier(client, later.search_id)).toMatchObject([{ search_id: null, verdict: 'other' }])
    const [{ id } = { id: 0 }] = await earlier(client, later.search_id)
    const stranger = await registerAndLogin(app)
    expect((await stranger.delete(`/api/verdicts/${id}`)).status).toBe(404)
    expect((await client.delete('/api/verdicts/nobody')).status).toBe(404)
    expect((await client.delete(`/api/verdicts/${id}`)).body).toEqual({ success: true })
    expect((await client.delete(`/api/verdicts/${id}`)).status).toBe(404)
    expect(await earlier(client, later.search_id)).toEqual([])

    await conclude(client, 'Памятин Илья 14.03.1981')
    await client.delete('/api/search_history?verdicts=keep')
    const next = await ask(client, `${HE} 14.03.1981`)
    expect(await earlier(client, next.search_id)).toHaveLength(1)
    await client.delete('/api/search_history')
    const last = await ask(client, `${HE} 1981`)
    expect(await earlier(client, last.search_id)).toEqual([])
  })

  test('is forgotten with the searches of its time', async () => {
    const client = await registerAndLogin(app)
    await conclude(client, '+7 973 200-10-01')
    await client.delete('/api/search_history?verdicts=keep')
    const { owner } = app.database
    await owner`UPDATE search_verdict SET at = at - interval '91 days' WHERE user_id = ${client.user.id}`
    expect(await forgetOldSearches(owner, 90, 1000)).toBe(1)
    const later = await ask(client, HE)
    expect(await earlier(client, later.search_id)).toEqual([])
  })

  test('of two tabs that conclude at once, and of a deletion beside them, leaves nothing without an owner', async () => {
    for (const query of ['', '?verdicts=keep']) {
      const client = await registerAndLogin(app)
      const { search_id, persons } = await ask(client, '+7 973 200-10-01')
      const other = await ask(client, '+7 973 200-10-02')
      const put = (searchId: string, a: string | undefined, verdict: string) =>
        client.put(`/api/search/${searchId}/verdicts`, { a, verdict })
      const line = await lineOf(client, search_id)
      const answers = await Promise.all([
        put(search_id, persons[0]?.id, 'same'),
        put(search_id, persons[0]?.id, 'unclear'),
        put(other.search_id, other.persons[0]?.id, 'other'),
        client.delete(`/api/search_history/${line.id}${query}`)
      ])
      expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([])
      const rows = await app.database
        .owner`SELECT v.history_id IS NULL AS kept, v.user_id FROM search_verdict v
        LEFT JOIN search_history h ON h.id = v.history_id
        WHERE coalesce(h.user_id, v.user_id) = ${client.user.id}`
      expect(rows.filter(({ kept }: { kept: boolean }) => !kept)).toHaveLength(1)
      expect(rows.length).toBeLessThanOrEqual(query === '' ? 1 : 2)
      const later = await ask(client, `${HE} 14.03.1981`)
      const [verdict, ...others] = await earlier(client, later.search_id)
      expect([verdict === undefined, others]).toEqual([false, []])
    }
  })

  test('is not told of somebody who may not be shown any more', async () => {
    const client = await registerAndLogin(app)
    await conclude(client, 'Скрытнов Олег Ильич 01.02.1990')
    const later = await ask(client, '+7 973 200-10-04')
    expect(await earlier(client, later.search_id)).toHaveLength(1)
    await suppress(app, { kind: 'phone', value: '9732001004' })
    invalidateSourceCache(app)
    expect(await earlier(client, later.search_id)).toEqual([])
  })

  test('stores hashes and numbers of records, and nothing that somebody states', async () => {
    const client = await registerAndLogin(app)
    const { verdict } = await conclude(client, '+7 973 200-10-01', 'same', '')
    const [row] = await app.database.owner`SELECT v::text AS text, cardinality(tokens) AS tokens
      FROM search_verdict v WHERE id = ${verdict.id}`
    expect(row.tokens).toBe(2)
    for (const stated of ['Памятин', 'памятин', '1981', '9732001001']) expect(row.text).not.toContain(stated)
  })
})
