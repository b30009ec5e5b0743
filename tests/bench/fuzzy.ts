import type { Context } from '#api/context.ts'
import type { Database } from '#api/db/connect.ts'
import { createRandom } from '#api/db/seed/random.ts'
import { search } from '#api/engines/search.ts'
import { parseLine } from '#api/features/search/answer/parse-query.ts'
import { mistype, TYPOS } from '#tests/kit/typos.ts'
import { median, p95 } from './numbers.ts'

export interface Fuzzy {
  medianMs: number
  p95Ms: number
  /** Part of the typing errors behind which the person was found. */
  recall: number
}

export interface FuzzyMeasured {
  /** Typing errors put to the engine and of the trigrams alike. */
  typos: number
  engine: Fuzzy
  /** Trigrams over the names of `records` records; null where the server has no `pg_trgm`. */
  trigram: (Fuzzy & { records: number }) | null
}

const SEED = 8
const WHOLE = /^[А-Яа-яё]{3,} [А-Яа-яё]{3,} [А-Яа-яё]{3,}$/
/** Surname, given name and patronymic of a record by the places that its source gives them. */
const NAME = `concat_ws(' ', r.doc::jsonb->>s.last, r.doc::jsonb->>s.first, r.doc::jsonb->>s.middle)`
const NAMED = `rec r JOIN (SELECT id,
    max(at - 1) FILTER (WHERE c.kind = 'last_name')::int AS last, max(at - 1) FILTER (WHERE c.kind = 'first_name')::int AS first,
    max(at - 1) FILTER (WHERE c.kind = 'middle_name')::int AS middle
  FROM source, ROWS FROM (jsonb_to_recordset(columns) AS (kind text)) WITH ORDINALITY AS c(kind, at) GROUP BY id) s ON s.id = r.src`

/** Trigrams of a server with the C locale know ASCII alone: each Russian letter gets one of its own. */
const RUSSIAN = 'абвгдежзийклмнопрстуфхцчшщъыьэюя'
const LETTERS = 'abvgdejziyklmnoprstufhc123456789'
const plain = (name: string) => name.toLowerCase().replaceAll('ё', 'е')
const ascii = (name: string) =>
  plain(name).replace(/[а-я]/g, letter => LETTERS[RUSSIAN.indexOf(letter)] ?? '')

/** A full name and the line in which it is mistyped. */
type Mistyped = Record<'line' | 'name', string>

/**
 * Asks a loaded product for full names with one typing error, in turn dropped, swapped, replaced and inserted letters in
 * each of the three words, and the same of trigrams on a copy of the names of at most `trigramRecords` records.
 */
export async function measureFuzzy(
  product: { database: Pick<Database, 'owner'>; context: Context },
  { typos, trigramRecords }: { typos: number; trigramRecords: number }
): Promise<FuzzyMeasured> {
  const { owner } = product.database
  const queries = await mistypedNames(owner, typos, trigramRecords)
  try {
    const engine = await askEngine(product.context, queries)
    return { typos, engine, trigram: await askTrigrams(owner, queries, trigramRecords) }
  } finally {
    await owner.unsafe('DROP TABLE bench_names')
  }
}

/** Asks several engines for the same mistyped names, taken from at most `records` records of this database. */
export async function measureFuzzyOn(
  contexts: readonly Context[],
  { owner }: Pick<Database, 'owner'>,
  { typos, records }: { typos: number; records: number }
): Promise<Fuzzy[]> {
  const queries = await mistypedNames(owner, typos, records)
  await owner.unsafe('DROP TABLE bench_names')
  const measured: Fuzzy[] = []
  for (const context of contexts) measured.push(await askEngine(context, queries))
  return measured
}

/** Leaves the table `bench_names`, which the caller drops. */
async function mistypedNames(owner: Database['owner'], typos: number, records: number): Promise<Mistyped[]> {
  await owner.unsafe('DROP TABLE IF EXISTS bench_names')
  // Numbers of records are hashes: the lowest ones are of people from all over.
  await owner.unsafe(`CREATE TABLE bench_names AS SELECT r.id, ${NAME} AS name, '' AS ascii FROM ${NAMED}
    WHERE s.last IS NOT NULL AND s.middle IS NOT NULL ORDER BY r.id LIMIT ${records}`)
  const names = await owner<{ name: string }[]>`SELECT DISTINCT name FROM bench_names ORDER BY name`.then(
    rows => rows.filter(({ name }) => WHOLE.test(name))
  )
  const random = createRandom(SEED, 1)
  return Array.from({ length: typos }, (_, at): Mistyped => {
    const { name } = names[random.below(names.length)] ?? { name: '' }
    const words = name.split(' ')
    const place = at % 3
    words[place] = mistype(words[place] ?? '', TYPOS[Math.floor(at / 3) % TYPOS.length] ?? 'drop', random)
    return { line: words.join(' '), name }
  })
}

async function timed(queries: Mistyped[], find: (line: string) => Promise<string[]>): Promise<Fuzzy> {
  const times: number[] = []
  let hits = 0
  for (const { line, name } of queries) {
    const startedAt = performance.now()
    const names = await find(line)
    times.push(performance.now() - startedAt)
    if (names.includes(plain(name))) hits += 1
  }
  return { medianMs: median(times), p95Ms: p95(times), recall: hits / times.length }
}

async function askEngine(context: Context, queries: Mistyped[]): Promise<Fuzzy> {
  const { policy } = await context.sources.current()
  const find = async (line: string) => {
    const plan = parseLine(line, null)
    const { candidates } = await search(context, plan, policy, AbortSignal.timeout(10_000))
    return candidates.map(({ fields }) => plain(`${fields.Фамилия} ${fields.Имя} ${fields.Отчество}`))
  }
  // The goals speak of pages that are in memory, and those of the trigrams have just been written.
  for (const { line } of queries) await find(line)
  return await timed(queries, find)
}

async function askTrigrams(
  owner: Database['owner'],
  queries: Mistyped[],
  records: number
): Promise<FuzzyMeasured['trigram']> {
  const [extension] = await owner`SELECT FROM pg_available_extensions WHERE name = 'pg_trgm'`
  if (!extension) return null
  await owner.unsafe('CREATE EXTENSION IF NOT EXISTS pg_trgm')
  const all = `${RUSSIAN}${RUSSIAN.toUpperCase()}ёЁ`
  await owner`UPDATE bench_names SET ascii = translate(name, ${all}, ${`${LETTERS}${LETTERS}ee`})`
  await owner.unsafe('CREATE INDEX ON bench_names USING gin (ascii gin_trgm_ops)')
  await owner.unsafe('VACUUM ANALYZE bench_names')
  const measured = await timed(queries, async line => {
    const text = ascii(line)
    const rows = await owner<{ name: string }[]>`SELECT name FROM bench_names WHERE ascii % ${text}
      ORDER BY similarity(ascii, ${text}) DESC LIMIT 20`
    return rows.map(({ name }) => plain(name))
  })
  const [row] = await owner<{ records: number }[]>`SELECT count(*)::float8 AS records FROM bench_names`
  return { ...measured, records: row?.records ?? records }
}
