import { expect, test } from 'bun:test'
import { createIndexRecords } from '#api/book/index-record.ts'
import { EVERY_ENGINE } from '#tests/kit/elastic/every-engine.ts'
import { planOf } from '#tests/kit/search-in.ts'
import { loadSource } from '#tests/kit/sources.ts'
import { startApp } from '#tests/kit/start-app.ts'
import { until } from '#tests/kit/until.ts'

const NEVER = new AbortController().signal
const IN_TIME_MS = 5_000
const NUMBER = { label: 'Номер записи', kind: 'record_number' as const }
const SURNAMES = [NUMBER, { label: 'Фамилия', kind: 'last_name' as const }]

test.each(EVERY_ENGINE)(
  'the engine %s makes anew what is stored of one source, to the end, and again without a change',
  async (_name, openRecords) => {
    const app = await startApp({}, openRecords)
    const { book, engine, secrets, sources } = app.context
    await engine.open()
    const rowsOf = (surname: string) => Array.from({ length: 40 }, (_, at) => [`${at}`, surname])
    const columns = [NUMBER, { label: 'Примечание', kind: 'other' as const }]
    await loadSource(app, 'notes', { title: 'З', kind: 'ordinary', columns, rows: rowsOf('слово') })
    await loadSource(app, 'other', {
      title: 'Д',
      kind: 'ordinary',
      columns: SURNAMES,
      rows: rowsOf('Широкин')
    })

    const make = createIndexRecords({ key: 'notes', columns: SURNAMES }, secrets.suppress)
    const nameOf = (rid: string) => (Number(rid) < 2 ? 'Переделкин' : 'Иной')
    async function remakeAll(): Promise<number> {
      let [count, next]: [number, string | null] = [0, null]
      do {
        const portion = await book.rekey('notes', next, rid => make(rid, [rid, nameOf(rid)]))
        count += portion.records
        next = portion.next
      } while (next !== null)
      return count
    }
    async function holders(surname: string): Promise<string[]> {
      const { policy } = await sources.current()
      const steps = planOf(surname).steps.filter(step => step.surname !== undefined)
      const lookup = { steps, limits: { perSource: 100, total: 500 } }
      const { answers } = await engine.look([lookup], policy, IN_TIME_MS, NEVER)
      return (answers[0]?.candidates ?? []).map(({ record_id }) => record_id).toSorted()
    }
    expect([await remakeAll(), await remakeAll()]).toEqual([40, 40])
    expect(
      await until(
        () => holders('Переделкин'),
        ids => ids.length > 0
      )
    ).toEqual(['notes:0', 'notes:1'])
    expect(await holders('Широкин')).toHaveLength(40)
    await app.stop()
  }
)
