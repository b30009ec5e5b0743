import type { SearchPolicy } from '#api/book/policy.ts'
import { createSuppressedKeys } from '#api/book/suppressed-keys.ts'
import type { Database } from '#api/db/connect.ts'
import type { SearchEngine } from '#api/engines/contract.ts'
import { openRecords, type Records } from '#api/engines/index.ts'
import { hash64, recordNumber } from '#api/lib/hash64.ts'
import type { PlanStep } from '#shared/identity/lookup/types.ts'
import { freshDatabase } from '#tests/kit/cluster.ts'
import { callServer } from './call-server.ts'

/** A record as a test writes it into the book: past the writer, in whatever transaction. */
export interface MadeRecord {
  source: string
  rid: string
  keys: readonly string[]
  surname?: string
  subjects?: readonly bigint[]
  values?: readonly string[]
}

export const SOURCES = ['first', 'second']
export const LABELS = ['Номер', 'Примечание']
const NEVER = new AbortController().signal
const LIMITS = { perSource: 100, total: 200 }
const READ_MS = 20_000

const array = (values: readonly (bigint | string)[]) => `{${values.join(',')}}`
export const numberOf = ({ source, rid }: Pick<MadeRecord, 'source' | 'rid'>) =>
  String(recordNumber(`${source}:${rid}`))

export const keyStep = (...keys: string[]): PlanStep => ({ reading: 0, form: 'exact', tier: 0, keys })
export const surnameStep = (surname: string): PlanStep => ({
  reading: 0,
  form: 'exact',
  tier: 0,
  keys: [],
  surname,
  surnameForm: 'common'
})

/** A book with two sources, and the engine on a server that is its index. */
export async function openIndexedBook(server: string) {
  const database = await freshDatabase()
  const { owner } = database
  await owner`INSERT INTO source (key, title, status, columns) SELECT key, key, 'disabled', '[]'
    FROM unnest(${array(SOURCES)}::text[]) AS key`
  const ids = new Map<string, number>()
  for (const { key, id } of await owner<{ key: string; id: number }[]>`SELECT key, id FROM source`)
    ids.set(key, id)
  const opened: Records[] = []
  const open = (url = server): SearchEngine => {
    const records = openRecords({ elasticsearchUrl: [url] }, database)
    opened.push(records)
    const [own] = records.engines
    if (!own) throw new Error('no engine')
    return own
  }
  const engine = open()
  await engine.open()
  for (const records of opened) await records.keepIndex()

  async function write(records: readonly MadeRecord[], sql = owner): Promise<void> {
    for (const { source, rid, keys, surname, subjects = [], values = [rid] } of records)
      await sql`WITH written AS (
        INSERT INTO rec (id, src, batch, rid, doc, k, sur, subj) VALUES (${numberOf({ source, rid })}::int8,
          ${ids.get(source) ?? 0}, 1, ${rid}, ${JSON.stringify(values)}, ${array(keys.map(hash64))}::int8[],
          ${surname === undefined ? null : String(hash64(surname))}::int8, ${array(subjects)}::int8[])
        ON CONFLICT (id) DO UPDATE SET doc = excluded.doc, k = excluded.k, sur = excluded.sur, subj = excluded.subj
        RETURNING src, old.id AS before)
        UPDATE source SET records = records + 1 FROM written WHERE source.id = written.src AND written.before IS NULL`
  }

  async function remove(records: readonly Pick<MadeRecord, 'source' | 'rid'>[], sql = owner): Promise<void> {
    const numbers = array(records.map(numberOf))
    await sql`WITH gone AS (DELETE FROM rec WHERE id = ANY (${numbers}::int8[]) RETURNING src)
      UPDATE source SET records = records - own.count FROM (SELECT src, count(*) AS count FROM gone GROUP BY src) own
      WHERE source.id = own.src`
  }

  const policyOf = (suppressed: readonly bigint[] = [], keys = SOURCES): SearchPolicy => ({
    sources: new Map(keys.map(key => [key, { labels: LABELS, columns: {} }])),
    suppressedKeys: createSuppressedKeys(sortedKeys(suppressed)),
    subjectKey: () => '',
    version: String(suppressed.length)
  })

  const look = async (
    steps: readonly PlanStep[],
    policy = policyOf(),
    limits = LIMITS,
    ofEngine = engine
  ) => {
    const { answers, failed } = await ofEngine.look([{ steps, limits }], policy, READ_MS, NEVER)
    const [answer] = answers
    return {
      ids: (answer?.candidates ?? []).map(({ record_id }) => record_id).sort(),
      candidates: answer?.candidates ?? [],
      more: [...(answer?.more ?? [])].sort(),
      failed: [...failed].sort()
    }
  }

  const state = async () => {
    const [row] = await owner<
      {
        engine: string
        name: string | null
        building: string | null
        place: string | null
        leaving: string[]
      }[]
    >`SELECT engine, name, building, place, leaving FROM search_index`
    return row
  }

  return {
    database: database as Database,
    owner,
    engine,
    open,
    write,
    remove,
    policyOf,
    look,
    state,
    /** Brings the index up to date. */
    async follow() {
      const finish = await engine.prepareLoad?.(
        { sources: [], expectedRecords: 0, isResumed: false, isProbablyNew: false },
        text => {
          throw new Error(text)
        }
      )
      await finish?.()
    },
    count: (steps: readonly PlanStep[], policy = policyOf(), cap = 1_001) =>
      engine.count(steps, policy, cap, READ_MS, NEVER),
    list: (steps: readonly PlanStep[], limit: number, after: bigint | null = null, policy = policyOf()) =>
      engine.list({ steps, earlier: [], skipped: [], after, limit }, policy, READ_MS, NEVER),
    /** What a check of all says that is not as it should be. */
    async differences() {
      const check = await engine.check?.({ all: true })
      return check && { ...check, compared: 0, behind: 0 }
    },
    call: (method: string, path: string, body?: object) => callServer(server, method, path, body),
    async close() {
      const names = Object.values((await state()) ?? {})
        .flat()
        .filter(name => name?.startsWith('sverka-'))
      const [prefix] = names.map(name => name?.slice(0, 'sverka-'.length + 12))
      await Promise.all(opened.map(records => records.close()))
      await database.close()
      if (!prefix) return
      const { body } = await callServer(server, 'GET', `/${prefix}-*?expand_wildcards=all`)
      for (const name of Object.keys(body)) await callServer(server, 'DELETE', `/${name}`)
    }
  }
}

export type IndexedBook = Awaited<ReturnType<typeof openIndexedBook>>

export const NO_DIFFERENCE = { compared: 0, lacking: 0, other: 0, surplus: 0, sources: [], behind: 0 }

const KEY_BYTES = 8

function sortedKeys(keys: readonly bigint[]): Uint8Array | null {
  const bytes = Buffer.alloc(keys.length * KEY_BYTES)
  const sorted = keys.toSorted((one, other) => (one < other ? -1 : 1))
  for (const [at, key] of sorted.entries()) bytes.writeBigInt64BE(key, at * KEY_BYTES)
  return keys.length === 0 ? null : bytes
}
