import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { SHOWN_IN_ALL, SHOWN_PER_SOURCE } from '#shared/constants.ts'
import { EVERY_ENGINE } from '#tests/kit/elastic/every-engine.ts'
import { columnsOf, loadSource } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { moreOf, performCounted } from './card-indexes.ts'

const COLUMNS = columnsOf({ 'Номер записи': 'record_number', ФИО: 'full_name', Телефон: 'phone' })
const NAME = 'Многократов Иван Петрович'
/** More than there are places for: the records of the last sources lie behind them. */
const CROWDED = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']
const LATE = ['z1', 'z2', 'z3']
const OF_EACH = 120

describe.each(EVERY_ENGINE)('on the engine %s', (_name, openRecords) => {
  let app: TestApp

  beforeAll(async () => {
    app = await startApp({}, openRecords)
    const source = (key: string, rows: number) => ({
      title: `Картотека ${key}`,
      kind: 'ordinary' as const,
      columns: COLUMNS,
      rows: Array.from({ length: rows }, (_, at) => [
        `${at}`,
        NAME,
        `+7 973 ${String(1_000_000 + at + key.charCodeAt(1) * 1_000 + key.charCodeAt(0) * 50_000)}`
      ])
    })
    for (const key of CROWDED) await loadSource(app, key, source(key, OF_EACH))
    for (const [at, key] of LATE.entries()) await loadSource(app, key, source(key, at + 1))
  })
  afterAll(() => app.stop())

  test('a source whose records lie behind all places of an answer has one there', async () => {
    const { client, answer } = await performCounted(app, NAME)
    const { sources_meta, results_by_source, completeness } = answer
    expect(answer.results_count).toBe(SHOWN_IN_ALL)
    expect(completeness).toEqual({
      shown: SHOWN_IN_ALL,
      total: OF_EACH * CROWDED.length + 6,
      total_is_exact: true,
      more: true
    })
    for (const key of [...CROWDED, ...LATE]) {
      const { shown, total, state, more } = sources_meta[key] ?? {}
      expect([key, state], key).toEqual([key, 'records'])
      expect(shown, key).toBeGreaterThan(0)
      expect(shown, key).toBeLessThanOrEqual(SHOWN_PER_SOURCE)
      expect(results_by_source[key]?.length, key).toBe(shown)
      expect(total, key).toBe(CROWDED.includes(key) ? OF_EACH : LATE.indexOf(key) + 1)
      expect(more, key).toBe((total ?? 0) > (shown ?? 0))
    }
    const ids = Object.keys(answer.matches)
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { body } = await moreOf(client, { search_id: answer.search_id, cursor })
      ids.push(...Object.keys(body.matches))
      cursor = body.cursor
    }
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(completeness.total)
  })

  test.each(['Многократов Иван Петрович, Примерск', 'Многократов Иван, Примерск'])(
    '%s: what several steps find is counted once',
    async line => {
      const { answer } = await performCounted(app, line)
      const rows = Object.values(answer.results_by_source).flat()
      const records = rows.reduce((sum, { duplicates = 1 }) => sum + duplicates, 0)
      expect(records).toBe(answer.results_count)
      expect(Object.keys(answer.matches)).toHaveLength(answer.results_count)
      expect(answer.completeness.shown).toBe(answer.results_count)
      for (const key of [...CROWDED, ...LATE]) expect(answer.sources_meta[key]?.shown, key).toBeGreaterThan(0)
    }
  )
})
