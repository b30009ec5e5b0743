import type { SQL } from 'bun'
import type { MakeRecord, RekeyedPortion, SourceKey } from './contract.ts'
import { createCopyEncoder } from './copy-encoder.ts'
import { copyInto } from './store-rows.ts'
import { createSpellingCollector } from './vocabulary/spelling-collector.ts'
import { storeSpellings } from './vocabulary/spellings.ts'

/** About 5,000 records a transaction. */
const STEP_BLOCKS = 256
const STEP_VERSIONS = 2_000
/** Share of the progress for present versions. */
const PRESENT_PART = 0.95

type Place = { of: 'rec'; from: number; to: number; file: number } | { of: 'rec_earlier'; from: string }

interface Version {
  id: string
  batch: number
  rid: string
  doc: string
}

const AT_PRESENT = 'present'
const EARLIER = 'earlier'
const written = (place: Place): string =>
  place.of === 'rec' ? `${AT_PRESENT}:${place.from}:${place.to}:${place.file}` : `${EARLIER}:${place.from}`

async function readPlace(owner: SQL, text: string | null): Promise<Place> {
  const [of, from = '0', to = '0', writtenFile] = text?.split(':') ?? []
  if (of === EARLIER) return { of: 'rec_earlier', from }
  const [table]: { blocks: number; file: number }[] =
    await owner`SELECT pg_relation_filenode('rec')::int8::float8 AS file,
    ceil(pg_relation_size('rec') / current_setting('block_size')::float8)::float8 AS blocks`
  const { blocks, file } = table ?? { blocks: 0, file: 0 }
  if (of === AT_PRESENT && Number(writtenFile) === file)
    return { of: 'rec', from: Number(from), to: Number(to), file }
  return { of: 'rec', from: 0, to: blocks, file }
}

/** Updates only changed versions. */
async function storeRekeyed(
  tx: SQL,
  table: Place['of'],
  { sourceId, versions }: { sourceId: number; versions: readonly Version[] },
  make: MakeRecord
): Promise<void> {
  const rows = createCopyEncoder()
  const spellings = createSpellingCollector()
  for (const { id, batch, rid, doc } of versions) {
    const record = make(rid, JSON.parse(doc))
    rows.add(record, { id: BigInt(id), sourceId, batchId: batch })
    spellings.collect(record)
  }
  await tx`CREATE TEMP TABLE IF NOT EXISTS rec_staging (LIKE rec) ON COMMIT DELETE ROWS`
  await copyInto(tx, 'rec_staging', [rows.take()])
  await tx.unsafe(`UPDATE ${table} v SET doc = s.doc, k = s.k, sur = s.sur, subj = s.subj FROM rec_staging s
    WHERE v.id = s.id AND v.batch = s.batch
      AND (v.doc, v.k, v.sur, v.subj) IS DISTINCT FROM (s.doc, s.k, s.sur, s.subj)`)
  await storeSpellings(tx, spellings.take())
  await tx`TRUNCATE rec_staging`
}

/** One portion of `Book.rekey`. A version that moves in the table is processed twice. */
export async function rekeyRecords(
  owner: SQL,
  source: SourceKey,
  from: string | null,
  make: MakeRecord
): Promise<RekeyedPortion> {
  const place = await readPlace(owner, from)
  const [stored]: { id: number }[] = await owner`SELECT id FROM source WHERE key = ${source}`
  if (!stored) return { next: null, records: 0, part: 1 }
  const sourceId = stored.id
  if (place.of === 'rec') {
    const end = Math.min(place.to, place.from + STEP_BLOCKS)
    const records = await owner.begin(async tx => {
      const versions: Version[] = await tx`SELECT id::text AS id, batch, rid, doc FROM rec
        WHERE ctid >= ${`(${place.from},0)`}::tid AND ctid < ${`(${end},0)`}::tid AND src = ${sourceId}
        ORDER BY rec.id FOR UPDATE`
      if (versions.length > 0) await storeRekeyed(tx, 'rec', { sourceId, versions }, make)
      return versions.length
    })
    const next: Place = end < place.to ? { ...place, from: end } : { of: 'rec_earlier', from: '0' }
    return { next: written(next), records, part: PRESENT_PART * (place.to === 0 ? 1 : end / place.to) }
  }
  const last = await owner.begin(async tx => {
    const versions: (Version & { n: string })[] =
      await tx`SELECT e.n::text AS n, e.id::text AS id, e.batch, rec.rid, e.doc
      FROM rec_earlier e JOIN rec USING (id) WHERE e.n > ${place.from}::int8 AND rec.src = ${sourceId}
      ORDER BY e.n LIMIT ${STEP_VERSIONS}`
    if (versions.length > 0) await storeRekeyed(tx, 'rec_earlier', { sourceId, versions }, make)
    return versions.length < STEP_VERSIONS ? null : (versions.at(-1)?.n ?? null)
  })
  return {
    next: last === null ? null : written({ of: 'rec_earlier', from: last }),
    records: 0,
    part: last === null ? 1 : PRESENT_PART
  }
}
