import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { recordNumber } from '#api/lib/hash64.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import { ENGINES } from '#tests/kit/engines.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { columnsOf, loadSource } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

const LINE = { query: 'Добавкин Олег' }
const COLUMNS = columnsOf({ 'Номер записи': 'record_number', ФИО: 'full_name', Телефон: 'phone' })
/** After it every thread knows what was loaded. */
const FRESH_MS = 1_100

describe.each(ENGINES)('a repeat after a load, on the engine %s', (_name, openRecords) => {
  let app: TestApp

  beforeAll(async () => {
    app = await startApp({}, openRecords)
  })
  afterAll(() => app.stop())

  async function load(records: number): Promise<void> {
    const rows = Array.from({ length: records }, (_, at) => [
      String(at),
      'Добавкин Олег Ильич',
      `+7 973 222-1${at}-91`
    ])
    await loadSource(app, 'growing', { title: 'Растущий', kind: 'ordinary', columns: COLUMNS, rows })
    await Bun.sleep(FRESH_MS)
  }

  test('is audited with the records it adds, which are compared like the others', async () => {
    const client = await registerAndLogin(app)
    const perform = async () => (await client.post<SearchAnswer>('/api/search/perform', LINE)).body
    await load(1)
    const [record = ''] = Object.keys((await perform()).matches)
    await load(3)
    const second = await perform()
    expect(second).toMatchObject({ results_count: 3, charged: 0, requests_left: 4 })
    const shown = await recordsAudited(client)
    expect(shown.map(records => records.length)).toEqual([1, 3])
    expect(shown[1]).toEqual(
      Object.keys(second.matches)
        .map(id => String(recordNumber(id)))
        .toSorted()
    )
    const added = Object.keys(second.matches).find(id => id !== record) ?? ''
    const { status } = await client.get(`/api/search/${second.search_id}/compare?a=${record}&b=${added}`)
    expect(status).toBe(200)
    // Nothing new, nothing written: the answer of a moment ago.
    await perform()
    expect(await recordsAudited(client)).toEqual(shown)
    expect(await booksIn(app, client)).toMatchObject({ history: 1, charges: 1, ledger: 4 })
  })

  async function recordsAudited({ user }: Person): Promise<string[][]> {
    const rows = await app.database.owner<
      { records: string[] }[]
    >`SELECT record_ids AS records FROM audit_event
      WHERE actor_id = ${user.id} AND action IN ('search', 'search_repeat') ORDER BY id`
    return rows.map(({ records }) => records.map(String).toSorted())
  }
})
