import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Book } from '#api/book/contract.ts'
import { createIndexRecords } from '#api/book/index-record.ts'
import { createRecordEncoder } from '#api/book/record-encoder.ts'
import { bookRows, NO_ROWS, openBatch, rowsOf } from '#api/features/imports/store.ts'
import { bookRemoved } from '#api/features/imports/undo-store.ts'
import { addColumns, declareSource } from '#api/features/sources/service.ts'
import { KIT_PASSPORT } from '#tests/kit/file-imports.ts'
import { planOf } from '#tests/kit/search-in.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

const COLUMNS = [
  { label: 'Номер', kind: 'record_number' as const },
  { label: 'Фамилия', kind: 'last_name' as const },
  { label: 'Телефон', kind: 'phone' as const }
]
const SURNAME = 'Слоёв'
const NEVER = new AbortController().signal
const IN_TIME_MS = 5_000

/** Number of a record and which of its versions. */
type Row = readonly [rid: number, version: number]
type Act = { chunks: Row[][] } | { undo: number }

const VERSIONS = [1, 2, 3]
const phoneOf = (version: number) => `+7 973 000-70-0${version}`
const row = fc.tuple(fc.nat(5), fc.constantFrom(...VERSIONS))
const batch = fc.array(fc.array(row, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 })
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    batch.map(chunks => ({ chunks })),
    fc.nat(9).map(undo => ({ undo }))
  ),
  { minLength: 2, maxLength: 9 }
)

describe('undo', () => {
  let app: TestApp
  let book: Book
  let sources = 0
  beforeAll(async () => {
    app = await startApp()
    ;({ book } = app.context)
  })
  afterAll(() => app.stop())

  async function openSource() {
    const { owner } = app.database
    const key = `layers${sources++}`
    const sourceId = await declareSource(owner, key, KIT_PASSPORT)
    await owner.begin(tx => addColumns(tx, sourceId, COLUMNS))
    const load = { sources: [key], expectedRecords: 9, isResumed: false, isProbablyNew: true }
    let files = 0

    return {
      async load(chunks: Row[][]): Promise<number> {
        const opened = await openBatch(owner, sourceId, `${files++}.csv`, new Uint8Array([files]))
        const writer = await book.openWriter(load, () => {})
        const encoder = createRecordEncoder(writer.sourceNumbers)
        const makeRecord = createIndexRecords({ key, columns: COLUMNS }, app.context.secrets.suppress)
        let counts = NO_ROWS
        for (const chunk of chunks) {
          for (const [rid, version] of chunk)
            encoder.add(makeRecord(String(rid), [String(rid), SURNAME, phoneOf(version)]), opened.id)
          await writer.write(encoder.take(), async (tx, written) => {
            const more = { ...NO_ROWS, ...written.get(key), stored: chunk.length }
            expect(await bookRows(tx, { id: opened.id, sourceId }, rowsOf(counts), more)).toBe(true)
            counts = { ...counts, stored: counts.stored + chunk.length }
          })
        }
        await writer.commit()
        return opened.id
      },

      async state() {
        const columns = Object.fromEntries(COLUMNS.map(({ label, kind }) => [label, kind]))
        const labels = COLUMNS.map(({ label }) => label)
        const policy = {
          sources: new Map([[key, { labels, columns }]]),
          suppressedKeys: null,
          subjectKey: () => '',
          version: ''
        }
        const bySurname = planOf(SURNAME).steps.filter(({ surname }) => surname !== undefined)
        const byPhone = VERSIONS.map(version => planOf(phoneOf(version)).steps)
        const limits = { perSource: 100, total: 100 }
        const lookups = [bySurname, ...byPhone].map(steps => ({ steps, limits }))
        const { answers } = await app.context.engine.look(lookups, policy, IN_TIME_MS, NEVER)
        const [booked] = await owner`SELECT records::int AS n FROM source WHERE key = ${key}`
        const [rows = [], ...ofPhones] = answers.map(({ candidates }) =>
          candidates.map(({ fields }) => `${fields.Номер} ${fields.Телефон}`).toSorted()
        )
        expect(ofPhones.flat().toSorted()).toEqual(rows)
        return { rows, booked: booked.n }
      }
    }
  }

  test('leaves what importing only the remaining batches in order would give', async () => {
    await fc.assert(
      fc.asyncProperty(acts, async list => {
        const source = await openSource()
        let live: { id: number; chunks: Row[][] }[] = []
        for (const act of list) {
          if ('chunks' in act) live.push({ id: await source.load(act.chunks), chunks: act.chunks })
          else if (live.length > 0) {
            const undone = live[act.undo % live.length]
            live = live.filter(each => each !== undone)
            const planned = await book.planRemoval(undone?.id ?? 0)
            expect(await book.removeBatch(undone?.id ?? 0, bookRemoved, () => {})).toEqual(planned)
          }
        }
        const reference = await openSource()
        for (const { chunks } of live) await reference.load(chunks)
        const state = await source.state()
        expect(state).toEqual(await reference.state())
        expect(state.booked).toBe(state.rows.length)
      }),
      { numRuns: 40 }
    )
  })

  test('gives up every source, portion by portion', async () => {
    const source = await openSource()
    await source.load([
      [
        [0, 1],
        [1, 1],
        [2, 1]
      ]
    ])
    await source.load([
      [
        [0, 1],
        [1, 2]
      ]
    ])
    const key = `layers${sources - 1}`
    const portions = [2, 2, 2].map(most => () => book.removeOfSource(key, most, bookRemoved))
    const removed: number[] = []
    for (const remove of portions) removed.push(await remove())
    expect(removed).toEqual([2, 1, 0])
    expect(await source.state()).toEqual({ rows: [], booked: 0 })
  })
})
