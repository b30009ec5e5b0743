import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { BookWritten, SearchEngine } from '#api/engines/contract.ts'
import { createEncoder, createEngine } from '#api/engines/index.ts'
import { createIndexRecords } from '#api/engines/index-record.ts'
import { bookRows, NO_ROWS, type OpenedBatch, openBatch, rowsOf } from '#api/features/imports/store.ts'
import { bookRemoved } from '#api/features/imports/undo-store.ts'
import { addColumns, declareSource } from '#api/features/sources/service.ts'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import { openElastic } from '#tests/kit/elastic/open-elastic.ts'
import { startFaultProxy } from '#tests/kit/fault-proxy.ts'
import { KIT_PASSPORT } from '#tests/kit/file-imports.ts'
import { planOf } from '#tests/kit/search-in.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { until } from '#tests/kit/until.ts'

const COLUMNS = [
  { label: 'Номер', kind: 'record_number' as const },
  { label: 'Фамилия', kind: 'last_name' as const }
]
const NEVER = new AbortController().signal

describeElastic('a load into Elasticsearch', server => {
  let app: TestApp
  let engine: SearchEngine
  let sources = 0
  beforeAll(async () => {
    app = await startApp({}, database => openElastic(server, database))
    engine = app.context.engine
    await engine.open()
  })
  afterAll(() => app.stop())

  async function openSource() {
    const { owner } = app.database
    const key = `load${sources++}`
    const sourceId = await declareSource(owner, key, KIT_PASSPORT)
    await owner.begin(tx => addColumns(tx, sourceId, COLUMNS))
    const makeRecord = createIndexRecords({ key, columns: COLUMNS }, app.context.secrets.suppress)
    const policy = {
      sources: new Map([[key, { labels: ['Номер', 'Фамилия'], columns: {} }]]),
      suppressedKeys: null,
      subjectKey: () => '',
      version: ''
    }

    return {
      batch: (file: string) => openBatch(owner, sourceId, file, new Uint8Array([1])),
      writer: (expectedRecords = 9, isProbablyNew = true, into = engine) =>
        into.openWriter({ sources: [key], expectedRecords, isResumed: false, isProbablyNew }, () => {}),

      /** Writes records with these numbers, and books them unless told otherwise. Answers what was counted. */
      async write(
        writer: Awaited<ReturnType<SearchEngine['openWriter']>>,
        { id, before }: OpenedBatch,
        numbers: readonly number[],
        { surname = 'Грузов', rowsBefore = rowsOf(before), beforeBooking = () => {} } = {}
      ) {
        const encoder = await createEncoder(writer.encoding)
        for (const number of numbers) encoder.add(makeRecord(String(number), [String(number), surname]), id)
        let counted = { added: 0, changed: 0 }
        const book: BookWritten = async (tx, written) => {
          beforeBooking()
          counted = written.get(key) ?? counted
          const more = { ...NO_ROWS, ...counted, stored: numbers.length }
          expect(await bookRows(tx, { id, sourceId }, rowsBefore, more)).toBe(true)
        }
        await writer.write(encoder.take(), book)
        return counted
      },

      async records() {
        const [row] = await owner`SELECT records::int AS records FROM source WHERE id = ${sourceId}`
        return row.records
      },
      async found(surname = 'Грузов') {
        const steps = planOf(surname).steps.filter(step => step.surname !== undefined)
        const counts = await engine.count(steps, policy, 1_000, 5_000, NEVER)
        return counts?.get(key)
      },
      removeRest: (most: number, book = bookRemoved) => engine.removeOfSource(key, most, book)
    }
  }

  const fail = () => {
    throw new Error('the process ends')
  }

  test('counts what was written and not booked when it is written again, and what repeats it not', async () => {
    const source = await openSource()
    const batch = await source.batch('one')
    const writer = await source.writer()
    expect(await source.write(writer, batch, [1, 2])).toEqual({ added: 2, changed: 0 })
    const second = { rowsBefore: 2 }
    await expect(source.write(writer, batch, [2, 3, 4], { ...second, beforeBooking: fail })).rejects.toThrow(
      'ends'
    )
    const resumed = await source.writer()
    expect(await source.write(resumed, batch, [2, 3, 4], second)).toEqual({ added: 2, changed: 0 })
    expect(await source.write(resumed, batch, [2, 3, 4], { rowsBefore: 5 })).toEqual({ added: 0, changed: 0 })
    await resumed.commit()
    expect([await source.records(), await source.found()]).toEqual([4, 4])
  })

  test('takes back what was never booked without counting it', async () => {
    const source = await openSource()
    const batch = await source.batch('one')
    const writer = await source.writer()
    await source.write(writer, batch, [1, 2])
    await expect(
      source.write(writer, batch, [3, 4, 5], { rowsBefore: 2, beforeBooking: fail })
    ).rejects.toThrow('ends')
    expect(await engine.removeBatch(batch.id, bookRemoved, () => {})).toEqual({
      removed: 5,
      restored: 0,
      kept: 0
    })
    expect([await source.records(), await source.found()]).toEqual([0, 0])
  })

  test('beside another of the same records loses nothing of either', async () => {
    const source = await openSource()
    const numbers = Array.from({ length: 300 }, (_, at) => at)
    const batches = [await source.batch('one'), await source.batch('two'), await source.batch('three')]
    const surnames = ['Грузов', 'Грузов', 'Возов']
    const counted = await Promise.all(
      batches.map(async (batch, at) => {
        const writer = await source.writer()
        const count = await source.write(writer, batch, numbers, { surname: surnames[at] ?? '' })
        await writer.commit()
        return count
      })
    )
    expect(counted.reduce((sum, { added }) => sum + added, 0)).toBe(300)
    expect(((await source.found()) ?? 0) + ((await source.found('Возов')) ?? 0)).toBe(300)
    const [first, second, third] = batches
    await engine.removeBatch(third?.id ?? 0, bookRemoved, () => {})
    expect([await source.found(), await source.found('Возов')]).toEqual([300, 0])
    await engine.removeBatch(first?.id ?? 0, bookRemoved, () => {})
    expect([await source.found(), await source.records()]).toEqual([300, 300])
    await engine.removeBatch(second?.id ?? 0, bookRemoved, () => {})
    expect([await source.found(), await source.records()]).toEqual([0, 0])
  })

  test('of many records is findable at its end, and after the next start when it was killed', async () => {
    const source = await openSource()
    const batch = await source.batch('one')
    const writer = await source.writer(1_000_000)
    await source.write(writer, batch, [1, 2, 3])
    expect(await source.found()).toBe(0)
    await writer.commit()
    expect(await source.found()).toBe(3)
    await source.write(await source.writer(1_000_000), batch, [4], { rowsBefore: 3 })
    await engine.open()
    expect(await until(source.found, count => count === 4)).toBe(4)
  })

  test('ends with a sentence when the cluster goes away between its records and at its end', async () => {
    const source = await openSource()
    const batch = await source.batch('one')
    await source.write(await source.writer(), batch, [1, 2])
    const proxy = await startFaultProxy(server)
    const behind = createEngine({ elasticsearchUrl: [proxy.url] }, app.database)
    try {
      const writer = await source.writer(9, false, behind)
      await proxy.begin({ kind: 'refuse' })
      const second = { rowsBefore: 2 }
      const sentence = /Elasticsearch по адресу .+ не отвечает/
      await expect(source.write(writer, batch, [2, 3], second)).rejects.toThrow(sentence)
      await expect(writer.commit()).rejects.toThrow(sentence)
      await proxy.end()
      expect(await source.write(writer, batch, [2, 3], second)).toEqual({ added: 1, changed: 0 })
    } finally {
      await behind.close()
      await proxy.stop()
    }
  })

  test('stays where its removal is not booked', async () => {
    const source = await openSource()
    const writer = await source.writer()
    await source.write(writer, await source.batch('one'), [1, 2, 3])
    await writer.commit()
    await expect(source.removeRest(3, async () => fail())).rejects.toThrow('ends')
    expect([await source.records(), await source.found()]).toEqual([3, 3])
  })

  test('takes along what the source counts and does not have', async () => {
    const source = await openSource()
    const writer = await source.writer()
    await source.write(writer, await source.batch('one'), [1, 2, 3, 4])
    await writer.commit()
    await app.database.owner`UPDATE source SET records = 6 WHERE records = 4`
    expect(await source.removeRest(3)).toBe(6)
    expect(await source.removeRest(3)).toBe(0)
    expect([await source.records(), await source.found()]).toEqual([0, 0])
  })
})
