import { join } from 'node:path'
import type { SQL } from 'bun'

/** Bytes of what stands in the database for searching. */
export interface Structures {
  records: number
  keys: number
  surnames: number
  numbers: number
  vocabulary: number
  heap: number
}

const FILE = 'bench-structures.json'

async function measure(owner: SQL): Promise<Structures> {
  const [row] = await owner<Structures[]>`SELECT (SELECT count(*)::float8 FROM rec) AS records,
    (pg_relation_size('rec_k') + pg_relation_size('rec_k_sample'))::float8 AS keys, pg_relation_size('rec_sur')::float8 AS surnames,
    pg_relation_size('rec_pkey')::float8 AS numbers, (pg_total_relation_size('vocabulary') + pg_total_relation_size('vocabulary_log'))::float8 AS vocabulary,
    pg_table_size('rec')::float8 AS heap`
  if (!row) throw new Error('no sizes')
  return row
}

/**
 * Sizes as the load has left them. They are kept beside the data: an import that is taken back leaves room in the
 * indexes that was never needed.
 */
export async function structuresAfterLoad(owner: SQL, dataDir: string, loaded: boolean): Promise<Structures> {
  const file = Bun.file(join(dataDir, FILE))
  if (!loaded && (await file.exists())) return await file.json()
  const structures = await measure(owner)
  await Bun.write(file, JSON.stringify(structures))
  return structures
}
