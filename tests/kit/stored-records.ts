import { sourceOf } from '#api/engines/elastic/index-names.ts'
import type { StoredRecord } from '#api/engines/stored-record.ts'
import { hash64, recordNumber } from '#api/lib/hash64.ts'
import { callServer } from './elastic/call-server.ts'
import type { TestApp } from './start-app.ts'

/* What is stored, whichever engine has it. */

/** The most that one answer of a cluster holds. */
const WINDOW = 10_000

export const recordIdOf = ({ source, rid }: Pick<StoredRecord, 'source' | 'rid'>) => `${source}:${rid}`
/** In the order of the columns of its source. */
export const valuesOf = ({ versions }: StoredRecord): readonly string[] => versions.at(-1)?.values ?? []

/** All stored records, in the order of their numbers. */
export async function storedRecords({ context }: Pick<TestApp, 'context'>): Promise<StoredRecord[]> {
  const stored: StoredRecord[] = []
  let place: string | null = null
  do {
    const page = await context.engine.readStored(place)
    stored.push(...page.records)
    place = page.next
  } while (place !== null)
  const numbered = stored.map(record => ({ record, number: recordNumber(recordIdOf(record)) }))
  return numbered.sort((one, other) => (one.number < other.number ? -1 : 1)).map(({ record }) => record)
}

export const heldOf = async ({ context }: Pick<TestApp, 'context'>, source: string): Promise<number> =>
  (await context.engine.countStored()).get(source) ?? 0

/** Ids of all records that are stored under one of these surnames (`surnameKeysOf`). */
export async function idsOfSurnames(app: TestApp, keys: readonly string[]): Promise<string[]> {
  const { owner } = app.database
  if (app.context.engine.name === 'postgres') {
    const rows = await owner<{ id: string }[]>`SELECT s.key || ':' || r.rid AS id
      FROM rec r JOIN source s ON s.id = r.src WHERE r.sur = ANY(${`{${keys.map(hash64).join(',')}}`}::int8[])`
    return rows.map(({ id }) => id)
  }
  const namespace = await namespaceOf(app)
  const search = { query: { terms: { s: keys } }, size: WINDOW, _source: ['d.r'] }
  const { body } = await callServer(clusterUrl(), 'POST', `/${namespace}-*/_search`, search)
  const hits: { _index: string; _source: { d: { r: string } } }[] = body.hits.hits
  if (hits.length === WINDOW) throw new Error('more records than one answer holds')
  return hits.map(({ _index, _source }) => `${sourceOf(namespace, _index)}:${_source.d.r}`)
}

/** Takes records away behind the back of the product, without counting them. */
export async function removeRecords(app: TestApp, records: readonly StoredRecord[]): Promise<void> {
  const numbers = records.map(record => String(recordNumber(recordIdOf(record))))
  const { owner } = app.database
  if (app.context.engine.name === 'postgres')
    await owner`DELETE FROM rec WHERE id = ANY (${`{${numbers.join(',')}}`}::int8[])`
  else await changeDocuments(app, records, address => [{ delete: address }])
}

/** Makes all records such that nothing tells whom they are about. */
export async function forgetSubjects(app: TestApp): Promise<void> {
  if (app.context.engine.name === 'postgres') await app.database.owner`UPDATE rec SET subj = '{}'`
  else
    await changeDocuments(app, await storedRecords(app), address => [{ update: address }, { doc: { u: [] } }])
}

const clusterUrl = () => process.env.ELASTICSEARCH_URL ?? ''

async function namespaceOf({ database }: TestApp): Promise<string> {
  const [row] = await database.owner<{ name: string }[]>`SELECT name FROM elastic_namespace`
  return row?.name ?? ''
}

async function changeDocuments(
  app: TestApp,
  records: readonly StoredRecord[],
  linesOf: (address: object) => object[]
): Promise<void> {
  const namespace = await namespaceOf(app)
  const lines = records.flatMap(record =>
    linesOf({ _index: `${namespace}-${record.source}`, _id: String(recordNumber(recordIdOf(record))) })
  )
  const { body } = await callServer(clusterUrl(), 'POST', '/_bulk?refresh=true', lines)
  if (body.errors !== false) throw new Error('not every record was changed')
}
