import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { EVERY_ENGINE } from '#tests/kit/elastic/every-engine.ts'
import { columnsOf, loadSource } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { moreOf, performCounted } from './card-indexes.ts'

const COLUMNS = columnsOf({ Номер: 'record_number', Фамилия: 'last_name', Имя: 'first_name' })
const OF_EACH = 40

describe.each(EVERY_ENGINE)('on the engine %s', (_name, openRecords) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({}, openRecords)
    const rowsOf = (surname: string, given: string) =>
      Array.from({ length: OF_EACH }, (_, at) => [`${given}-${at}`, surname, given])
    await loadSource(app, 'letters', {
      title: 'Картотека инициалов',
      kind: 'ordinary',
      columns: COLUMNS,
      // «И», «Ю» and «Я» are one sound of a key.
      rows: [...rowsOf('Широков', 'Иван'), ...rowsOf('Широкова', 'Юлия'), ...rowsOf('Широкова', 'Яна')]
    })
  })
  afterAll(() => app.stop())

  test.each(['Широков И.И.', 'Широкова Ю.', 'Широков И'])(
    '%s: a total that is said to be exact is what «ещё» comes to',
    async line => {
      const { client, answer } = await performCounted(app, line)
      const { completeness, search_id } = answer
      expect(completeness.total_is_exact).toBe(true)
      const ids = new Set(Object.keys(answer.matches))
      for (let cursor: string | null | undefined; completeness.more && cursor !== null; ) {
        const { body } = await moreOf(client, { search_id, cursor })
        for (const id of Object.keys(body.matches)) ids.add(id)
        cursor = body.cursor
      }
      expect(completeness.total).toBe(ids.size)
      expect(ids.size).toBeGreaterThanOrEqual(OF_EACH)
    }
  )
})
