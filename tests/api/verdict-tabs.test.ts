import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Verdict } from '#shared/contracts/verdict.ts'
import { ENGINES } from '#tests/kit/engines.ts'
import { type Person as Client, registerAndLogin } from '#tests/kit/people.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { loadCardIndexes, perform } from './card-indexes.ts'

describe.each(ENGINES)('a verdict of two tabs, on the engine %s', (_name, openRecords) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({}, openRecords)
    await loadCardIndexes(app)
  })
  afterAll(() => app.stop())

  async function searched() {
    const client = await registerAndLogin(app)
    const { search_id, persons } = await perform(client, 'Частухин Иван')
    return { client, searchId: search_id, a: persons[0]?.id ?? '' }
  }
  const put = (client: Client, searchId: string, body: object) =>
    client.put(`/api/search/${searchId}/verdicts`, body)
  const listed = async (client: Client, searchId: string): Promise<Verdict[]> =>
    (await client.get(`/api/search/${searchId}`)).body.verdicts

  test('takes the place of no verdict that its user did not see, and takes none back', async () => {
    const { client, searchId, a } = await searched()
    const first = (await put(client, searchId, { a, verdict: 'same', note: 'из вкладки Б', replaces: null }))
      .body.verdict
    const stale = await put(client, searchId, { a, verdict: 'other', replaces: null })
    expect([stale.status, stale.body.code]).toEqual([409, 'VERDICT_CHANGED'])
    expect(await listed(client, searchId)).toEqual([first])
    // The same again is what there is.
    const same = await put(client, searchId, { a, verdict: 'same', note: 'из вкладки Б', replaces: null })
    expect(same.body.verdict).toEqual(first)
    const second = (await put(client, searchId, { a, verdict: 'other', replaces: first.at })).body.verdict
    expect(second).toMatchObject({ id: first.id, verdict: 'other' })
    const undone = await client.delete(`/api/search/${searchId}/verdicts/${first.id}?at=${first.at}`)
    expect([undone.status, undone.body.code]).toEqual([409, 'VERDICT_CHANGED'])
    expect(await listed(client, searchId)).toEqual([second])
    const removed = await client.delete(`/api/search/${searchId}/verdicts/${first.id}?at=${second.at}`)
    expect(removed.body).toEqual({ success: true })
    const gone = await put(client, searchId, { a, verdict: 'unclear', replaces: second.at })
    expect([gone.status, gone.body.code]).toEqual([409, 'VERDICT_CHANGED'])
    for (const replaces of ['вчера', '2026-99-99', 5, {}])
      expect((await put(client, searchId, { a, verdict: 'same', replaces })).status).toBe(400)
    expect((await client.delete(`/api/search/${searchId}/verdicts/1?at=вчера`)).status).toBe(400)
  })

  test('of two tabs that conclude at once without having seen the other, one is told so', async () => {
    const { client, searchId, a } = await searched()
    const answers = await Promise.all(
      (['same', 'other', 'unclear'] as const).map(verdict =>
        put(client, searchId, { a, verdict, replaces: null })
      )
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await listed(client, searchId)).toEqual([
      answers.find(({ status }) => status === 200)?.body.verdict
    ])
  })
})
