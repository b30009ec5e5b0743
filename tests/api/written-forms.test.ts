import { afterAll, beforeAll, expect, test } from 'bun:test'
import { loadSeed } from '#api/db/seed/load.ts'
import type { AnswerRecord, SearchAnswer } from '#shared/contracts/search.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { recordIdOf, storedRecords, valuesOf } from '#tests/kit/stored-records.ts'
import { importUnusualCsv, UNUSUAL_SOURCE } from '#tests/kit/unusual-csv.ts'
import { writtenForms } from '#tests/kit/written-forms.ts'

const PEOPLE = 200
/** Requests under way at once. */
const ASKERS = 6
/** The first columns of a kind are asked in every form, each other one in a part of the forms. */
const WHOLLY_ASKED = 2
const PARTS = 5

let app: TestApp
let client: Person
const kinds = new Map<string, ReadonlyMap<string, FieldKind>>()

beforeAll(async () => {
  app = await startApp()
  const { owner } = app.database
  const { book, secrets } = app.context
  await loadSeed({ people: PEOPLE, seed: 3, owner, book, secrets })
  const columns: { key: string; label: string; kind: FieldKind }[] = await owner`
    SELECT s.key, c ->> 'label' AS label, c ->> 'kind' AS kind
    FROM source s, jsonb_array_elements(s.columns) AS c`
  for (const [key, of] of Map.groupBy(columns, column => column.key))
    kinds.set(key, new Map(of.map(({ label, kind }) => [label, kind])))
  kinds.set(UNUSUAL_SOURCE, await importUnusualCsv(app))
  client = await signedInAs(app, ROLE_INFINITY)
}, 600_000)
afterAll(() => app.stop())

async function search(query: string): Promise<SearchAnswer> {
  const answer = await client.post('/api/search/perform', { query })
  if (answer.status !== 200)
    throw new Error(`${answer.status} for «${query}»: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** A cell on the screen, and the record in which it stands. */
interface Cell {
  source: string
  recordId: string
  kind: FieldKind
  value: string
}

/** Columns that say when a row was written or of which sex somebody is: nobody looks for those. */
const NOT_ASKED: ReadonlySet<FieldKind> = new Set(['date', 'record_date', 'gender'])

function cellsOf(source: string, record: AnswerRecord): Cell[] {
  return [...(kinds.get(source) ?? [])].flatMap(([label, kind]) => {
    const value = record[label]
    if (typeof value !== 'string' || NOT_ASKED.has(kind) || isPlaceholder(value)) return []
    return [{ source, recordId: record.record_id, kind, value }]
  })
}

/** Up to `most` records of each source, as an answer shows them. */
async function shownRecords(most: number): Promise<[source: string, record: AnswerRecord][]> {
  const { sources } = await app.context.sources.current()
  const bySource = Map.groupBy(await storedRecords(app), ({ source }) => source)
  return [...bySource.values()].flatMap(own =>
    own.slice(0, most).map((record): [string, AnswerRecord] => {
      const labels = sources.get(record.source)?.columns.map(({ label }) => label) ?? []
      const fields = valuesOf(record).map((value, at): [string, string] => [labels[at] ?? '', value])
      return [
        record.source,
        { ...Object.fromEntries(fields.filter(([, value]) => value !== '')), record_id: recordIdOf(record) }
      ]
    })
  )
}

/** What does not find its record; a source that has more than is shown may have left it out. */
async function missedOf(cells: [line: string, cell: Cell][]): Promise<string[]> {
  const missed: string[] = []
  const queue = cells.values()
  const ask = async () => {
    for (const [line, { source, recordId, kind, value }] of queue) {
      const { matches, sources_meta: meta } = await search(line)
      if (recordId in matches || meta[source]?.more) continue
      missed.push(`${kind} «${line}» of ${recordId} «${value}»`)
    }
  }
  await Promise.all(Array.from({ length: ASKERS }, ask))
  return missed
}

test('finds the record by each of its cells in every usual written form', async () => {
  const first = await shownRecords(1)
  const columns = new Map<FieldKind, number>()
  const cells = first.flatMap(([source, record]) =>
    cellsOf(source, record).flatMap(cell => {
      const column = columns.get(cell.kind) ?? 0
      columns.set(cell.kind, column + 1)
      const forms = writtenForms(cell.kind, cell.value)
      const some = column < WHOLLY_ASKED ? forms : forms.filter((_, at) => at % PARTS === column % PARTS)
      return some.map((line): [string, Cell] => [line, cell])
    })
  )
  expect(new Set(first.map(([source]) => source)).size).toBe(15)
  expect(cells.length).toBeGreaterThan(400)
  expect(await missedOf(cells)).toEqual([])
}, 600_000)

test('finds the record by each of its cells as shown, whatever the cell holds', async () => {
  const records = await shownRecords(5)
  const cells = records.flatMap(([source, record]) =>
    cellsOf(source, record).map((cell): [string, Cell] => [cell.value, cell])
  )
  expect(cells.length).toBeGreaterThan(300)
  expect(await missedOf(cells)).toEqual([])
}, 600_000)

test('finds the record by its whole row', async () => {
  const records = await shownRecords(2)
  const cells = records.flatMap(([source, record]) => {
    const { record_id: recordId, ...fields } = record
    const cells = Object.entries(fields).map(([label, value]) => [label, String(value)] as const)
    const values = cells.map(([, value]) => value)
    const lines = [values.join('\t'), values.join('; '), cells.map(cell => cell.join(': ')).join('\n')]
    return lines.map((line): [string, Cell] => [line, { source, recordId, kind: 'other', value: 'row' }])
  })
  expect(await missedOf(cells)).toEqual([])
}, 600_000)

test('finds the same people by each way to write a name', async () => {
  const expected = Object.keys((await search('Примеров Илья Андреевич')).matches).sort()
  expect(expected.length).toBeGreaterThan(3)
  const ways = [
    'Илья Андреевич Примеров',
    'примеров илья андреевич',
    'ПРИМЕРОВ ИЛЬЯ АНДРЕЕВИЧ',
    'Primerov Ilya Andreevich',
    'ghbvthjd bkmz fylhttdbx',
    'Примеров Илья Aндpeeвич'
  ]
  for (const way of ways)
    expect([way, Object.keys((await search(way)).matches).sort()]).toEqual([way, expected])
  const two = Object.keys((await search('Примеров Илья')).matches).sort()
  for (const way of ['Илья Примеров', 'ghbvthjd bkmz', 'Primerov Ilya', 'Примерoв Илья', 'ИЛЬЯ ПРИМЕРОВ'])
    expect([way, Object.keys((await search(way)).matches).sort()]).toEqual([way, two])
  const initials = Object.keys((await search('ПРИМЕРОВ И.А.')).matches)
  for (const way of ['Примеров И. А.', 'И.А. Примеров', 'примеров и.а.'])
    expect([way, Object.keys((await search(way)).matches)]).toEqual([way, initials])
})
